import { Address, OutScript } from '@scure/btc-signer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INVALID_ADDRESSES, VALID_ADDRESSES } from '../../testing/bitcoin-addresses.ts';
import { addressOfScript, scriptOf } from './address.ts';
import { BITCOIN_CHAINS } from './chains.ts';
import { bitcoinKeys, bitcoinXpub, depositAddresses, depositDescriptor } from './keys.ts';

const { main, regtest } = BITCOIN_CHAINS;
const mnemonic = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

test.each(VALID_ADDRESSES)('%s pays to %s', (address, script) => {
  expect(scriptOf(main, address)).toBe(script);
  if (script !== null) expect(addressOfScript(main, script)).toBe(address.startsWith('BC1') ? address.toLowerCase() : address);
});

// A valid address of another network, and none at all.
test.each([...INVALID_ADDRESSES, 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', ''])('%j is no address', (address) =>
  expect(scriptOf(main, address)).toBeNull(),
);

test('any script has the address that the library gives it, or none', () => {
  const library = Address({ bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 });
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((one) => Uint8Array.of(1, ...one.subarray(1)));
  const hash = fc.record({ type: fc.constantFrom('pkh', 'sh', 'wpkh'), hash: bytes(20) });
  const program = fc.record({ type: fc.constant('wsh'), hash: bytes(32) });
  fc.assert(
    fc.property(fc.oneof(hash, program), (output) => {
      const known = output as Parameters<typeof library.encode>[0];
      const script = Buffer.from(OutScript.encode(known as Parameters<typeof OutScript.encode>[0])).toString('hex');
      expect(addressOfScript(main, script)).toBe(library.encode(known));
      expect(scriptOf(main, library.encode(known))).toBe(script);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (junk) => {
      const script = Buffer.from(junk).toString('hex');
      const address = addressOfScript(main, script);
      if (address !== null) expect(scriptOf(main, address)).toBe(script);
    }),
  );
});

describe('keys', () => {
  test('are those of other wallets (BIP 84), the same from the public key', () => {
    const derived = depositAddresses(main, bitcoinXpub(main, { mnemonic }));
    // The test vectors of BIP 84.
    expect([derived.derive(0), derived.derive(1)]).toEqual([
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    ]);
    const { hotWallet, deposit } = bitcoinKeys(main, { mnemonic });
    expect(derived.derive(7)).toBe(deposit?.(7).address);
    expect(bitcoinKeys(regtest, { mnemonic }).hotWallet.address).not.toBe(hotWallet.address);
  });

  test('are written for a node with the version of its chain', () => {
    expect(depositDescriptor(main, bitcoinXpub(main, { mnemonic }))).toBe(`wpkh(${bitcoinXpub(main, { mnemonic })}/0/*)`);
    expect(depositDescriptor(regtest, bitcoinXpub(regtest, { mnemonic }))).toMatch(/^wpkh\(tpub[1-9A-HJ-NP-Za-km-z]{107}\/0\/\*\)$/);
  });
});
