import { checkAddress } from '@quydoi/domain/address/check';
import { toChecksumAddress } from '@quydoi/domain/address/evm';
import { Address, NETWORK } from '@scure/btc-signer';
import fc from 'fast-check';
import { getAddress, isAddress } from 'viem';
import { describe, expect, test } from 'vitest';

/*
 * What people enter is checked by code of our own, because the libraries are too large for the first page. Here they are asked for their opinion.
 */

const addressIn = (network: 'ethereum' | 'bitcoin', text: string): string | null => {
  const checked = checkAddress(network, text);
  return 'address' in checked ? checked.address : null;
};

describe('EIP-55', () => {
  const digits = fc.stringMatching(/^[0-9a-f]{40}$/);

  test('any address has the checksum that viem gives it', () => {
    fc.assert(
      fc.property(digits, (text) => {
        expect(toChecksumAddress(text)).toBe(getAddress(`0x${text}`));
      }),
    );
  });

  test('any mixture of cases is an address where viem takes it for one', () => {
    const mixed = fc.tuple(digits, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 })).map(([text, uppers]) => {
      return [...text].map((digit, n) => (uppers[n] ? digit.toUpperCase() : digit)).join('');
    });
    const flipped = fc.tuple(digits, fc.nat({ max: 39 })).map(([text, at]) => {
      const right = getAddress(`0x${text}`).slice(2);
      const digit = right[at] ?? '';
      return right.slice(0, at) + (digit === digit.toUpperCase() ? digit.toLowerCase() : digit.toUpperCase()) + right.slice(at + 1);
    });
    fc.assert(
      fc.property(fc.oneof(mixed, flipped, digits), (text) => {
        const isOneCase = text === text.toLowerCase() || text === text.toUpperCase();
        expect(addressIn('ethereum', `0x${text}`)).toBe(isOneCase || isAddress(`0x${text}`) ? getAddress(`0x${text.toLowerCase()}`) : null);
      }),
    );
  });
});

/** Valid segwit addresses of the main network in BIP 173 and BIP 350. */
const VALID = [
  'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
  'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
  'BC1SW50QGDZ25J',
  'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
];

/** Invalid segwit addresses in BIP 173 and BIP 350. */
const INVALID = [
  'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
  'BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2',
  'bc1rw5uspcuh',
  'bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90',
  'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
  'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7',
  'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
  'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv',
  'bc1gmk9yu',
  'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
  'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
  'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
  'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
  'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
  'bc1pw5dgrnzv',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
  'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j',
];

describe('BIP 173 and BIP 350', () => {
  const library = Address(NETWORK);
  /** Kinds that we pay to: the library also knows those of later versions, and bare scripts. */
  const KINDS = new Set(['pkh', 'sh', 'wpkh', 'wsh', 'tr']);
  const decoded = (text: string): string | null => {
    try {
      const output = library.decode(text);
      return KINDS.has(output.type) ? library.encode(output) : null;
    } catch {
      return null;
    }
  };

  test.each(VALID)('%s: as the library says, where it is of a kind that is paid to', (text) => {
    expect(addressIn('bitcoin', text)).toBe(decoded(text));
  });

  test.each(INVALID)('%j is no address', (text) => expect([addressIn('bitcoin', text), decoded(text)]).toEqual([null, null]));

  test('any address of the library is one, and none with another character', () => {
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((one) => Uint8Array.of(1, ...one.subarray(1)));
    const output = fc.oneof(
      fc.record({ type: fc.constantFrom('pkh' as const, 'sh' as const, 'wpkh' as const), hash: bytes(20) }),
      fc.record({ type: fc.constant('wsh' as const), hash: bytes(32) }),
    );
    fc.assert(
      fc.property(
        output,
        fc.nat({ max: 61 }),
        fc.constantFrom(...'0123456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'),
        (one, at, character) => {
          const address = library.encode(one);
          expect(addressIn('bitcoin', address)).toBe(address);
          const changed = address.slice(0, at) + character + address.slice(at + 1);
          expect(addressIn('bitcoin', changed)).toBe(decoded(changed));
        },
      ),
    );
  });
});
