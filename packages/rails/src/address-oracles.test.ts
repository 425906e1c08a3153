import { checkAddress } from '@quydoi/domain/address/check';
import { toChecksumAddress } from '@quydoi/domain/address/evm';
import { Address, NETWORK } from '@scure/btc-signer';
import fc from 'fast-check';
import { getAddress, isAddress } from 'viem';
import { describe, expect, test } from 'vitest';
import { INVALID_ADDRESSES, VALID_ADDRESSES } from '../testing/bitcoin-addresses.ts';

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

  test.each(VALID_ADDRESSES)('%s: as the library says, where it is of a kind that is paid to', (text) => {
    expect(addressIn('bitcoin', text)).toBe(decoded(text));
  });

  test.each(INVALID_ADDRESSES)('%j is no address', (text) => expect([addressIn('bitcoin', text), decoded(text)]).toEqual([null, null]));

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
