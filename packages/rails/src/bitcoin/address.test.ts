import { Address, OutScript } from '@scure/btc-signer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressOfScript, scriptOf } from './address.ts';
import { BITCOIN_CHAINS } from './chains.ts';
import { bitcoinKeys, bitcoinXpub, depositAddresses, depositDescriptor } from './keys.ts';

const { main, regtest } = BITCOIN_CHAINS;
const mnemonic = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

/** Valid addresses of the main network in BIP 173 and BIP 350 with their scripts; `null`: of a kind that is not paid to. */
const VALID = [
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'],
  ['bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262'],
  ['bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y', null],
  ['BC1SW50QGDZ25J', null],
  ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', null],
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '76a91477bff20c60e522dfaa3350c39b030a5d004e839a88ac'],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'a914b472a266d0bd89c13706a4132ccfb16f7c3b9fcb87'],
] as const;

/** Invalid addresses in BIP 173 and BIP 350. */
const INVALID = [
  'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
  'BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2',
  'bc1rw5uspcuh',
  'bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90',
  'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
  'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
  'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
  'bc1gmk9yu',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
  'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
  'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
  'bc1pw5dgrnzv',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
  '',
];

test.each(VALID)('%s pays to %s', (address, script) => {
  expect(scriptOf(main, address)).toBe(script);
  if (script !== null) expect(addressOfScript(main, script)).toBe(address.startsWith('BC1') ? address.toLowerCase() : address);
});

test.each(INVALID)('%j is no address', (address) => expect(scriptOf(main, address)).toBeNull());

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
