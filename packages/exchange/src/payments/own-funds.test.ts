import { chainPayment } from '@quydoi/exchange/testing/payment-facts';
import { expect, test } from 'vitest';
import { feeCoinTxids, withoutOwnFunds } from './own-funds.ts';

const coin = (reference: string, account = 'a') => chainPayment({ network: 'ethereum', unit: 'eth', reference, account });
const TOKEN = chainPayment({ network: 'ethereum', unit: 'usdt-eth', reference: 'fund:1', account: 'a' });

test('transactions of the fee coin alone may fund a sweep', () => {
  expect(feeCoinTxids('ethereum', [coin('fund:0'), coin('fund:2'), TOKEN, coin('other:0')])).toEqual(['fund', 'other']);
  expect(feeCoinTxids('bitcoin', [chainPayment({ network: 'bitcoin', unit: 'btc' })])).toEqual([]);
});

test('what we sent for a sweep is no payment, all else in its transaction is', () => {
  const funded = new Map([['fund', 'a']]);
  const payments = [coin('other:0'), coin('fund:1', 'b'), TOKEN];
  expect(withoutOwnFunds('ethereum', [coin('fund:0'), ...payments], funded)).toEqual(payments);
});
