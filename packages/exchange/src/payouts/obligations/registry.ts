import type { ObligationReader } from '../obligation.ts';
import { readOrderObligation } from './order.ts';
import { readRefundObligation } from './refund.ts';

/** Every kind of obligation that the signer pays. A new kind is a reader and a line here. */
export const OBLIGATIONS: ReadonlyMap<string, ObligationReader> = new Map([
  ['order', readOrderObligation],
  ['refund', readRefundObligation],
  ['return', readRefundObligation],
]);
