import { expect, test } from 'vitest';
import { checkDestination } from './check.ts';
import { paymentLink } from './payment-link.ts';

const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

test('Bitcoin’s names the amount in bitcoin, without an exponent or zeros at the end (BIP 21)', () => {
  expect(paymentLink('btc', BTC, 50_000n)).toBe(`bitcoin:${BTC}?amount=0.0005`);
  expect(paymentLink('btc', BTC, 1n)).toBe(`bitcoin:${BTC}?amount=0.00000001`);
  expect(paymentLink('btc', BTC, 200_000_000n)).toBe(`bitcoin:${BTC}?amount=2`);
});

test('is read as its address by our own forms', () => {
  expect(checkDestination('btc', paymentLink('btc', BTC, 123_456n))).toEqual({ address: BTC });
});

test('other networks’ wallets get the bare address', () => {
  expect(paymentLink('trc20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 1n)).toBe('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
});
