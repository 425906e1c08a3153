import { expect, test } from 'vitest';
import { checkDestination } from './check.ts';
import { paymentLink } from './payment-link.ts';

const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

test('Bitcoin’s names the amount in bitcoin, without an exponent or zeros at the end (BIP 21)', () => {
  expect(paymentLink('btc', BTC, 50_000n)).toBe(`bitcoin:${BTC}?amount=0.0005`);
  expect(paymentLink('btc', BTC, 1n)).toBe(`bitcoin:${BTC}?amount=0.00000001`);
  expect(paymentLink('btc', BTC, 200_000_000n)).toBe(`bitcoin:${BTC}?amount=2`);
});

test('Ethereum’s names the chain and the amount of its coin in wei (EIP-681)', () => {
  expect(paymentLink('eth', EVM, 1_000_001n)).toBe(`ethereum:${EVM}@1?value=10000010000000000`);
});

test('without an amount both name the address alone, and Ethereum’s the chain', () => {
  expect(paymentLink('btc', BTC, null)).toBe(`bitcoin:${BTC}`);
  expect(paymentLink('eth', EVM, null)).toBe(`ethereum:${EVM}@1`);
});

test.each(['erc20', 'bep20'] as const)('that of %s names no contract, to which a wallet could pay', (code) => {
  expect(paymentLink(code, EVM, 50_000_000n)).toBe(EVM);
});

test.each([
  ['btc', BTC],
  ['erc20', EVM],
  ['bep20', EVM],
  ['eth', EVM],
] as const)('of %s is read as its address by our own forms', (code, address) => {
  expect(checkDestination(code, paymentLink(code, address, 123_456n))).toEqual({ address });
});

test('other networks’ wallets get the bare address', () => {
  expect(paymentLink('trc20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 1n)).toBe('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
});
