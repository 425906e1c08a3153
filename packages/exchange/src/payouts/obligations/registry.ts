import type { ObligationReader } from '../signer-obligation.ts';
import { readOrderObligation } from './read-order-obligation.ts';
import { readRefundObligation } from './read-refund-obligation.ts';
import { readWithdrawalObligation } from './read-withdrawal-obligation.ts';

/** Readers of all kinds of obligations that the signer pays. A new kind is a reader and a line here. */
export const OBLIGATIONS: ReadonlyMap<string, ObligationReader> = new Map([
  ['order', readOrderObligation],
  ['refund', readRefundObligation],
  ['return', readRefundObligation],
  ['withdrawal', readWithdrawalObligation],
]);
