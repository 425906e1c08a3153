import type { ObligationReader } from '../obligation.ts';
import { readOrderObligation } from './order.ts';
import { readRefundObligation } from './refund.ts';

/** Readers of all kinds of obligations that the signer pays. A new kind is a reader and a line here. */
export const OBLIGATIONS: ReadonlyMap<string, ObligationReader> = new Map([
  ['order', readOrderObligation],
  ['refund', readRefundObligation],
  ['return', readRefundObligation],
]);
