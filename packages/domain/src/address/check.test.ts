import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURRENCIES, CURRENCY_CODES, type CurrencyCode, networkOf } from '../currencies.ts';
import { NETWORK_CODES, NETWORKS } from '../networks.ts';
import { checkBankAccount } from './bank.ts';
import { type BitcoinNetwork, checkBitcoin } from './bitcoin.ts';
import { checkDestination } from './check.ts';
import { toChecksumAddress } from './evm.ts';
import { resembles } from './families.ts';

const base58check = createBase58check(sha256);
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

const problemOf = (code: CurrencyCode, text: string): string | null => {
  const checked = checkDestination(code, text);
  return 'problem' in checked ? checked.problem : null;
};

describe('Perfect Money', () => {
  test.each([
    ['U1234567', 'U1234567'],
    [' u12345 ', 'U12345'],
    ['U123456789', 'U123456789'],
    ['U12 34567', 'U1234567'],
  ])('%j is %s', (text, address) => expect(checkDestination('pm', text)).toEqual({ address }));

  test.each([
    ['E1234567', 'unsupported'],
    ['e1234567', 'unsupported'],
    ['G1234567', 'unsupported'],
    ['B1234567', 'unsupported'],
    ['U1234', 'malformed'],
    ['U1234567890', 'malformed'],
    ['1234567', 'malformed'],
    ['X1234567', 'malformed'],
    ['', 'malformed'],
  ])('%j is %s', (text, problem) => expect(problemOf('pm', text)).toBe(problem));
});

describe('e-voucher', () => {
  test('accepts only the placeholder', () => {
    expect(checkDestination('e-voucher', ' eVoucher ')).toEqual({ address: 'evoucher' });
    expect(problemOf('e-voucher', 'U1234567')).toBe('malformed');
    expect(problemOf('e-voucher', '')).toBe('malformed');
  });
});

describe('WebMoney', () => {
  test('accepts WMZ purses', () => expect(checkDestination('wmz', ' z123456789012')).toEqual({ address: 'Z123456789012' }));

  test.each([
    ['E123456789012', 'unsupported'],
    ['Z12345678901', 'malformed'],
    ['Z1234567890123', 'malformed'],
    ['123456789012', 'malformed'],
    ['U1234567', 'malformed'],
  ])('%j is %s', (text, problem) => expect(problemOf('wmz', text)).toBe(problem));
});

test.each([
  ['pm', '1234567', 'number-alone'],
  ['wmz', '123456789012', 'number-alone'],
  ['pm', '1234', undefined],
  ['pm', 'X1234567', undefined],
  ['wmz', '1234567', undefined],
] satisfies [CurrencyCode, string, string | undefined][])('%s: %j, which may be a login, is told as %s', (code, text, instead) => {
  expect(checkDestination(code, text)).toHaveProperty('problem', 'malformed');
  expect((checkDestination(code, text) as { instead?: string }).instead).toBe(instead);
});

describe('EVM', () => {
  // EIP-55’s own test addresses.
  const CHECKSUMMED = [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ];

  test.each(CHECKSUMMED)('accepts %s with its checksum, in one case, and without 0x', (address) => {
    for (const code of ['erc20', 'bep20', 'eth'] as const) {
      const digits = address.slice(2);
      for (const text of [address, digits, `0x${digits.toLowerCase()}`, digits.toUpperCase(), ` ${address} `]) {
        expect(checkDestination(code, text)).toEqual({ address });
      }
    }
  });

  test.each([
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'checksum'],
    ['0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'checksum'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'malformed'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd', 'malformed'],
    ['0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'malformed'],
    ['0xgaAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'malformed'],
    ['TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC', 'wrong-network'],
    ['0x0000000000000000000000000000000000000000', 'malformed'],
    ['0x0000000000000000000000000000000000000001', 'malformed'],
    ['0x000000000000000000000000000000000000dEaD', 'malformed'],
    ['0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'malformed'],
    [CURRENCIES.erc20.contract, 'malformed'],
    [CURRENCIES.bep20.contract, 'malformed'],
    [CURRENCIES.erc20.contract.toLowerCase(), 'malformed'],
  ])('%j is %s', (text, problem) => expect(problemOf('erc20', text)).toBe(problem));

  test('currency rows list token contracts with their checksum', () => {
    for (const address of [CURRENCIES.erc20.contract, CURRENCIES.bep20.contract])
      expect(toChecksumAddress(address.slice(2).toLowerCase())).toBe(address);
  });

  test('normalization is idempotent', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9a-f][0-9a-f]{39}$/), (digits) => {
        const checked = checkDestination('eth', digits);
        if ('address' in checked) expect(checkDestination('eth', checked.address)).toEqual(checked);
      }),
    );
  });
});

describe('TRON', () => {
  test.each(['TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'])('%s', (address) => {
    expect(checkDestination('trc20', ` ${address} `)).toEqual({ address });
  });

  test.each([
    ['TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HD', 'checksum'],
    ['tMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC', 'malformed'],
    ['TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2H', 'malformed'],
    ['TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2H0', 'malformed'],
    ['417e5f4552091a69125d5dfcb7b8c2659029395bdf', 'malformed'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'wrong-network'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'wrong-network'],
    ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'malformed'],
    [CURRENCIES.trc20.contract, 'malformed'],
    ['', 'malformed'],
  ])('%j is %s', (text, problem) => expect(problemOf('trc20', text)).toBe(problem));

  test('rejects an address of another network that starts with T', () => {
    const other = base58check.encode(Uint8Array.of(0x42, ...new Uint8Array(20)));
    expect(other).toMatch(/^T.{33}$/);
    expect(problemOf('trc20', other)).toBe('wrong-network');
  });

  test('accepts every address of the network and rejects any single changed character', () => {
    fc.assert(
      fc.property(bytes(20), fc.nat({ max: 32 }), fc.constantFrom(...'123ABCabcxyz'), (hash, at, character) => {
        const address = base58check.encode(Uint8Array.of(0x41, ...hash.map((byte, index) => (index === 0 ? byte | 1 : byte))));
        expect(checkDestination('trc20', address)).toEqual({ address });
        const changed = address.slice(0, at + 1) + character + address.slice(at + 2);
        if (changed !== address) expect(problemOf('trc20', changed)).not.toBeNull();
      }),
    );
  });
});

describe('Bitcoin', () => {
  test.each([
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ])('%s', (address) => expect(checkDestination('btc', address)).toEqual({ address }));

  test('normalizes upper case to lower case', () => {
    expect(checkDestination('btc', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toEqual({ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' });
  });

  test.each([
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'checksum'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'checksum'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kV8f3t4', 'checksum'], // mixed case
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'malformed'], // version 1 with the checksum of version 0
    ['bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y', 'malformed'], // version 1, 40 bytes
    ['BC1SW50QGDZ25J', 'malformed'], // version 16
    ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'malformed'], // version 2
    ['bc1pfeessrawgf', 'malformed'], // pay to anchor
    ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'wrong-network'],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'wrong-network'],
    ['TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC', 'wrong-network'],
    ['1111111111111111111114oLvT2', 'malformed'],
    ['1BitcoinEaterAddressDontSendf59kuE', 'malformed'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'wrong-network'],
    ['x'.repeat(100_000), 'malformed'],
    ['', 'malformed'],
  ])('%j is %s', (text, problem) => expect(problemOf('btc', text)).toBe(problem));

  const networks: Record<BitcoinNetwork, { prefix: string; versions: readonly number[] }> = {
    mainnet: { prefix: 'bc', versions: [0x00, 0x05] },
    testnet: { prefix: 'tb', versions: [0x6f, 0xc4] },
    regtest: { prefix: 'bcrt', versions: [0x6f, 0xc4] },
  };

  test.each(Object.keys(networks) as BitcoinNetwork[])('on %s accepts every kind of address and rejects those of other networks', (network) => {
    const { prefix, versions } = networks[network];
    const nonZero = (length: number) => bytes(length).map((program) => Uint8Array.of((program[0] ?? 0) | 1, ...program.subarray(1)));
    fc.assert(
      fc.property(nonZero(20), nonZero(32), fc.constantFrom(...versions), (hash, key, version) => {
        const witness = [
          bech32.encode(prefix, [0, ...bech32.toWords(hash)]),
          bech32.encode(prefix, [0, ...bech32.toWords(key)]),
          bech32m.encode(prefix, [1, ...bech32m.toWords(key)]),
        ];
        for (const address of [...witness, base58check.encode(Uint8Array.of(version, ...hash))]) {
          expect(checkBitcoin(address, network)).toEqual({ address });
        }
        for (const other of Object.keys(networks) as BitcoinNetwork[]) {
          if (other !== network) for (const address of witness) expect(checkBitcoin(address, other)).toMatchObject({ problem: 'wrong-network' });
        }
      }),
      { numRuns: 30 },
    );
  });

  test('rejects all-zero witness programs', () => {
    expect(problemOf('btc', bech32.encode('bc', [0, ...bech32.toWords(new Uint8Array(20))]))).toBe('malformed');
    expect(problemOf('btc', bech32m.encode('bc', [1, ...bech32m.toWords(new Uint8Array(32))]))).toBe('malformed');
  });
});

describe('bank accounts', () => {
  test('accepts account numbers of any bank', () => {
    expect(checkDestination('vnd', '0011 0012 34567')).toEqual({ address: '0011001234567' });
    expect(problemOf('vnd', '123')).toBe('malformed');
    expect(problemOf('vnd', '1'.repeat(20))).toBe('malformed');
    expect(problemOf('vnd', '12-345')).toBe('malformed');
  });

  test('checks a bank’s own pattern', () => {
    expect(checkBankAccount('00110012345', '^[0-9]{13}$')).toMatchObject({ problem: 'malformed' });
    expect(checkBankAccount('0011001234567', '^[0-9]{13}$')).toEqual({ address: '0011001234567' });
    expect(checkBankAccount('1'.repeat(61), '.*')).toMatchObject({ problem: 'malformed' });
  });
});

describe('an address of another network', () => {
  // Every chain of Ethereum's kind has the same addresses.
  const evm = NETWORK_CODES.filter((code) => NETWORKS[code].address.family === 'evm');
  const EVM = { belongsTo: evm, hint: `this is an address of ${evm.map((code) => NETWORKS[code].name).join(' or ')}` };
  const TRON = { belongsTo: ['tron'], hint: 'this is an address of TRON' };
  const BITCOIN = { belongsTo: ['bitcoin'], hint: 'this is an address of Bitcoin' };

  test.each([
    ['trc20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', EVM],
    ['btc', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', EVM], // mistyped
    ['pm', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', EVM],
    ['erc20', 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC', TRON],
    ['btc', 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HD', TRON], // mistyped
    ['trc20', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', BITCOIN],
    ['bep20', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', BITCOIN],
  ] as const)('for %s, %s is told with its networks', (code, text, told) => {
    expect(checkDestination(code, text)).toEqual({ problem: 'wrong-network', ...told });
  });

  test('is told only when the address has not the form of the chosen network', () => {
    for (const text of ['0x000000000000000000000000000000000000dEaD', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'])
      expect(checkDestination('eth', text)).not.toHaveProperty('belongsTo');
  });

  test('no network’s addresses resemble those of a network with another format', () => {
    for (const code of ['trc20', 'erc20', 'btc'] as const) {
      const example = { trc20: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC', erc20: CURRENCIES.bep20.contract, btc: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy' }[
        code
      ];
      const own = NETWORK_CODES.filter((network) => resembles(NETWORKS[network].address, example));
      expect(new Set(own.map((network) => NETWORKS[network].address.family))).toEqual(new Set([networkOf(code).address.family]));
    }
  });
});

test('never throws, and accepts every normalized address unchanged', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CURRENCY_CODES),
      fc.oneof(fc.string(), fc.stringMatching(/^(0x|T|U|Z|bc1|1|3)[0-9A-Za-z]{0,45}$/)),
      (code, text) => {
        const checked = checkDestination(code, text);
        if ('address' in checked) expect(checkDestination(code, checked.address)).toEqual(checked);
        else expect(checked.hint).not.toBe('');
      },
    ),
    { numRuns: 500 },
  );
});
