import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, createBase58check } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CurrencyCode, TRADED_CODES } from '../currencies.ts';
import { checkDestination } from './check.ts';
import type { EnteredInstead } from './outcome.ts';
import { mayBeSecret } from './secret.ts';

const base58check = createBase58check(sha256);

/** Currencies on chains, one of each family of addresses. */
const ON_CHAINS: readonly CurrencyCode[] = ['trc20', 'erc20', 'eth', 'btc'];
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
/** Recovery phrases without money: of words of BIP 39, in every number that it has. */
const PHRASES = [
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
  'letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic',
  'letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic avoid letter always',
  `${'zoo '.repeat(20)}wrong`,
  `${'zoo '.repeat(23)}vote`,
];
/** Keys without money: BIP 32’s and Bitcoin’s own examples, and encodings of the number one. */
const KEYS = [
  '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
  'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn',
  'L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ',
  'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
];
const INVOICE = 'lnbc20u1pvjluezhp58yjmdan79s6qqdhdzgynm4zwqd5d7xmw5fk98klysy043l2ahrqspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypq';

describe('text that is clearly something else than an address', () => {
  test.each<[EnteredInstead, readonly string[]]>([
    ['transaction', [`0x${HASH}`, `0x${HASH.toUpperCase()}`, ` 0x${HASH}\n`]],
    ['transaction-or-key', [HASH, HASH.toUpperCase(), `${HASH.slice(0, 32)} ${HASH.slice(32)}`]],
    [
      'recovery-phrase',
      [
        ...PHRASES,
        ` ${PHRASES[0]?.replaceAll(' ', '\n')} `,
        PHRASES[1]?.replaceAll(' ', '') ?? '',
        `A${PHRASES[0]?.slice(1)}`,
        `${'zoo '.repeat(13)}wrong`,
      ],
    ],
    ['private-key', KEYS],
    [
      'lightning',
      [
        INVOICE,
        INVOICE.toUpperCase(),
        `lightning:${INVOICE}`,
        `LIGHTNING:${INVOICE.toUpperCase()}`,
        'LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJXXEPNXSCRVWFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS',
        'lno1pgqpvggzdql8nn2nkj2lr8wzqu3q0ynejw5s0vmqq7gfl60ds7nkyjuc5kts',
      ],
    ],
    ['e-mail', ['lan@example.vn', ' nguyen.van.an@mail.example.com ']],
    ['name', ['vitalik.eth', 'Pay.Vitalik.ETH', 'binance.bnb', 'tien.trx', 'ví-của-tôi.eth']],
    ['testnet', ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx']],
  ])('is named: %s', (instead, texts) => {
    for (const text of texts) {
      for (const code of ON_CHAINS) {
        const problem = instead === 'testnet' ? 'wrong-network' : 'malformed';
        expect(checkDestination(code, text), `${code} ${text}`).toMatchObject({ problem, instead, hint: expect.stringMatching(/^this is an? /) });
      }
    }
  });

  test('is named in the forms of payment systems as well', () => {
    expect(checkDestination('pm', 'lan@example.vn')).toMatchObject({ problem: 'malformed', instead: 'e-mail' });
    expect(checkDestination('wmz', PHRASES[0] ?? '')).toMatchObject({ instead: 'recovery-phrase' });
  });

  test.each([
    ['Litecoin', ['ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'litecoin:ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9']],
    ['Bitcoin Cash', ['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a']],
    ['XRP', ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'rrrrrrrrrrrrrrrrrrrrBZbvji']],
    ['TON', ['EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N', 'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI']],
  ])('or as an address of a chain that is not traded: %s', (otherChain, addresses) => {
    for (const address of addresses)
      for (const code of ON_CHAINS)
        expect(checkDestination(code, address), `${code} ${address}`).toEqual({
          problem: 'wrong-network',
          otherChain,
          hint: `this is an address of ${otherChain}`,
        });
  });

  test.each<[CurrencyCode, string]>([
    ['btc', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'], // mistyped
    ['btc', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['eth', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'], // mistyped
    ['eth', `0x${HASH.slice(1)}`],
    ['trc20', 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HD'], // mistyped
    ['trc20', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfm'], // of testnet, mistyped
    ['erc20', 'DYw8jCTfwHNRJhhmFcbXvVDTqWMEVFBX6ZKUmG5CNSKK'], // may be Solana’s
    ['pm', 'E1234567'],
    ['btc', 'abandon abandon about'],
    ['btc', 'https://example.com/a'],
    ['btc', ''],
  ])('is not taken for something else: for %s, %j', (code, text) => {
    expect(checkDestination(code, text)).toHaveProperty('problem');
    expect(checkDestination(code, text)).not.toHaveProperty('instead');
    expect(checkDestination(code, text)).not.toHaveProperty('otherChain');
  });
});

describe('what may open a wallet', () => {
  test.each([
    ...KEYS,
    HASH,
    `0x${HASH}`,
    ...PHRASES,
    ` ${HASH} `,
    'abandon ability able',
    'Abandon ability able',
    'abandon\nability\nable',
    'abandon'.repeat(6),
  ])('is told by its form: %j', (text) => {
    expect(mayBeSecret(text)).toBe(true);
  });

  test.each([
    '',
    '1000',
    'U 123 4567',
    'TMVQ Gm1q AQYV detC eGRR kTWY YrLX uHK2 HC',
    'bc1q w508 d6qe jxtd g4y5 r3za rvar y0c5 xw7k v8f3 t4',
    '0x 5aAe b605 3F3E 94C9 b9A0 9f33 6694 35E7 Ef1B eAed',
    'NGUYEN VAN AN',
    'vietcombank',
    'abandon ability',
    'abandonability',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'BC1P0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQZK5JJ0',
  ])('is not %j', (text) => {
    expect(mayBeSecret(text)).toBe(false);
  });

  test('is never an address', () => {
    const hash = fc.uint8Array({ minLength: 20, maxLength: 20 });
    const address = fc.oneof(
      fc.tuple(hash, fc.constantFrom(0x00, 0x05, 0x41)).map(([bytes, version]) => base58check.encode(Uint8Array.of(version, ...bytes))),
      hash.map((bytes) => bech32.encode('bc', [0, ...bech32.toWords(bytes)])),
      hash.map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
      fc.nat({ max: 999_999_999 }).map((digits) => `U${digits}`),
    );
    fc.assert(
      fc.property(address, fc.constantFrom(...TRADED_CODES), (text, code) => {
        if ('address' in checkDestination(code, text)) expect(mayBeSecret(text)).toBe(false);
      }),
    );
  });
});
