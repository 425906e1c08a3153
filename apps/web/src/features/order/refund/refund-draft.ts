import type { OrderView } from '@quydoi/contract/orders/order-view';
import { mayKeep } from '../../../lib/may-keep.ts';
import { isTextRecord, stored } from '../../../lib/stored.ts';

/** Fields of the refund form. */
export type RefundField = 'bank' | 'account' | 'holder' | 'wallet' | 'confirmation';

/** Maximum texts stored on the device; the oldest are evicted. */
const TEXTS_MAX = 30;

/** Unsubmitted form texts by `reference:field`. Survives reloads. Each tab has its own. */
export const refundDraft = stored<Record<string, string>>('refundDraft', {}, isTextRecord, 'tab', mayKeep);

/** Text of a field: the draft, otherwise the order's sender account. */
export function draftText(texts: Readonly<Record<string, string>>, order: OrderView, field: RefundField): string {
  return texts[`${order.ref}:${field}`] ?? senderText(order, field);
}

/** Stores a field's draft. */
export function setDraftText(ref: string, field: RefundField, text: string): void {
  const key = `${ref}:${field}`;
  refundDraft.update((texts) =>
    Object.fromEntries([...Object.entries(texts).filter(([known]) => known !== key), [key, text] as const].slice(-TEXTS_MAX)),
  );
}

/** Deletes an order's drafts after submission. */
export function forgetDraft(ref: string): void {
  refundDraft.update((texts) => Object.fromEntries(Object.entries(texts).filter(([key]) => !key.startsWith(`${ref}:`))));
}

function senderText({ sender, senderBank }: OrderView, field: RefundField): string {
  if (field === 'holder' || field === 'confirmation') return '';
  return (field === 'bank' ? senderBank : sender) ?? '';
}
