import { NO_FEE } from '@quydoi/domain/price/fee';
import { RATE_ONE } from '@quydoi/domain/price/rate';
import { expect, test } from 'vitest';
import { findUnjustified, type MadeTransfer, type PaidOrder } from './justify.ts';

/** 100 pm for dong, without a fee: paid in full. */
const ORDER: PaidOrder = {
  ref: 'A',
  kind: 'buy',
  from: 'vnd',
  to: 'pm',
  paid: 26_000_000n,
  terms: { kind: 'buy', from: 'vnd', to: 'pm', rate: 26_000n * RATE_ONE, fee: NO_FEE, bankFee: 0n },
  destination: 'U1',
  sender: '0011',
};
const PAYOUT: MadeTransfer = { id: '1', ref: 'A', currency: 'pm', payee: 'U1', amount: 1_000_00n };
const REFUND: MadeTransfer = { id: '2', ref: 'A', currency: 'vnd', payee: '0011', amount: 26_000_000n };

const found = (transfers: readonly MadeTransfer[], order = ORDER) => findUnjustified(transfers, new Map([['A', order]])).length;

test.each<[string, readonly MadeTransfer[]]>([
  ['what was paid for, to where it was to go', [PAYOUT]],
  ['all of it given back to its sender', [REFUND]],
  [
    'a part given back, and the rest paid out',
    [
      { ...REFUND, amount: 13_000_000n },
      { ...PAYOUT, amount: 500_00n },
    ],
  ],
  ['nothing', []],
])('justified: %s', (_, transfers) => {
  expect(found(transfers)).toBe(0);
});

test.each<[string, readonly MadeTransfer[]]>([
  ['a cent more', [{ ...PAYOUT, amount: 1_000_01n }]],
  ['the same again', [PAYOUT, { ...PAYOUT, id: '3' }]],
  ['to somebody else', [{ ...PAYOUT, payee: 'U9' }]],
  ['both paid out and given back', [PAYOUT, { ...REFUND, amount: 1n }]],
  ['more given back than came in', [{ ...REFUND, amount: 26_000_001n }]],
  ['a little given back to another account', [{ ...REFUND, payee: '0099', amount: 1n }]],
  ['another currency', [{ ...PAYOUT, currency: 'trc20' }]],
  ['of an order that nobody placed', [{ ...PAYOUT, ref: 'B' }]],
  ['of no order', [{ ...PAYOUT, ref: null }]],
])('unjustified: %s', (_, transfers) => {
  expect(found(transfers)).toBe(1);
});

test('unjustified: an order that nothing came in for', () => {
  expect(found([PAYOUT], { ...ORDER, paid: 0n })).toBe(1);
});
