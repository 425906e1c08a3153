import type { OrderView } from '@quydoi/contract/orders/order-view';
import { MINUTE_MS } from '@quydoi/domain/durations';

/** A claim as it is typed. `paidAt` is a local date and time, as the browser's own field has it. */
export interface ClaimDraft {
  readonly paidAt: string;
  /** Name of the bank; on chains, of the network that was sent on. */
  readonly bank: string;
  /** Unit of the currency that was sent on a chain; empty if it was not chosen. */
  readonly currency: string;
  readonly accountEnd: string;
  readonly reference: string;
}

/** Last characters of an account, where it has that many in a row. */
const ACCOUNT_END = /[0-9A-Za-z]{4}$/;

/**
 * A claim as its form opens: from where the order was to be paid. The time is empty: a default would be sent unread, and ranks the payments.
 * @param bankName name of the order's own bank; null if it has none
 */
export function newClaimDraft({ sender }: Pick<OrderView, 'sender'>, bankName: string | null): ClaimDraft {
  return { paidAt: '', bank: bankName ?? '', currency: '', accountEnd: ACCOUNT_END.exec(sender ?? '')?.[0] ?? '', reference: '' };
}

/** Where a claimed payment came from, as the claim tells the operators: the bank, or the network and what was sent on it. */
export function sentFrom({ bank, currency }: ClaimDraft): string {
  return [bank, currency].filter((part) => part !== '').join(', ');
}

/** A moment in the device's time zone, to the minute, as a `datetime-local` field has it. */
export function localMinute(moment: Date): string {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/** Minutes since the payment that a customer can choose from: not before the order. */
export function minutesAgoChoices({ createdAt }: Pick<OrderView, 'createdAt'>, nowMs: number): readonly number[] {
  return [0, 10, 30].filter((minutes) => minutes === 0 || nowMs - minutes * MINUTE_MS >= createdAt.getTime());
}
