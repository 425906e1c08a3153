import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDestination } from './check.ts';
import { readAddress } from './read-address.ts';

const TRON = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

test.each([
  [TRON, TRON],
  [` ${TRON}\n`, TRON],
  ['TMVQ Gm1q AQYV detC eGRR kTWY YrLX uHK2 HC', TRON],
  [`TMVQ\u00a0Gm1q\u200bAQYVdetCeGRRkTWYYrLXuHK2HC\ufeff`, TRON],
  [`tron:${TRON}`, TRON],
  [`tron://${TRON}?amount=10&token=USDT`, TRON],
  [`TRON:${TRON}`, TRON],
  [`bitcoin:${BTC}?amount=0.1&label=a:b/c`, BTC],
  [`bitcoin:${BTC.toUpperCase()}`, BTC.toUpperCase()],
  [`ethereum:${EVM}`, EVM],
  [`ethereum:pay-${EVM}@1?value=1e18`, EVM],
  [`ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${EVM}&uint256=1e6`, EVM],
  ['U 123 4567', 'U1234567'],
  ['https://example.com/a', 'https://example.com/a'],
  ['', ''],
])('%s holds %s', (text, address) => {
  expect(readAddress(text)).toBe(address);
});

test('what was read is read as itself', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('', 'tron:', 'bitcoin://', 'ethereum:pay-'), (text, scheme) => {
      const once = readAddress(scheme + text);
      // A link within a link is no address.
      fc.pre(!once.includes(':'));
      expect(readAddress(once)).toBe(once);
    }),
  );
});

test.each([
  ['trc20', `tron:${TRON}`, TRON],
  ['trc20', 'TMVQ Gm1q AQYV detC eGRR kTWY YrLX uHK2 HC', TRON],
  ['bep20', `ethereum:${EVM.toLowerCase()}@56`, EVM],
  ['btc', `bitcoin:${BTC.toUpperCase()}?amount=1`, BTC],
  ['pm', 'U123 4567', 'U1234567'],
] as const)('a destination in %s may be written %s', (code, text, address) => {
  expect(checkDestination(code, text)).toEqual({ address });
});

test('a link of another network is named as that network’s', () => {
  expect(checkDestination('trc20', `ethereum:${EVM}`)).toMatchObject({ problem: 'wrong-network', belongsTo: ['ethereum'] });
});

const USDT_TRANSFER = `/transfer?address=${EVM}&uint256=1e6`;

test.each([
  ['bep20', `ethereum:${EVM}`, ['ethereum']],
  ['bep20', `ethereum:${EVM}@1?value=1e18`, ['ethereum']],
  ['bep20', `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7${USDT_TRANSFER}`, ['ethereum']],
  ['erc20', `ethereum:${EVM}@56`, ['bsc']],
  ['eth', `ethereum:0x55d398326f99059fF775485246999027B3197955@56${USDT_TRANSFER}`, ['bsc']],
  ['erc20', `smartchain:${EVM}`, ['bsc']],
  ['erc20', `ethereum:${EVM}@999999`, undefined],
  ['bep20', `ethereum:${EVM}@`, undefined],
] as const)('a destination in %s is no link for another chain: %s', (code, text, belongsTo) => {
  const { belongsTo: named, ...refusal } = { belongsTo: undefined, ...checkDestination(code, text) };
  expect(refusal).toMatchObject({ problem: 'wrong-network' });
  expect(named).toEqual(belongsTo);
});

test.each([
  ['erc20', `ethereum:${EVM}`],
  ['eth', `ethereum:pay-${EVM}@1?value=1e18`],
  ['bep20', `ethereum:0x55d398326f99059fF775485246999027B3197955@56${USDT_TRANSFER}`],
  ['bep20', `bnb:${EVM}`],
  ['bep20', EVM],
] as const)('a destination in %s may be a link for its own: %s', (code, text) => {
  expect(checkDestination(code, text)).toEqual({ address: EVM });
});
