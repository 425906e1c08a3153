import type { OrderView } from '@quydoi/contract/orders';
import { isTextRecord, stored } from '../../lib/stored.ts';

/** Fields of the account that money goes back to. */
export type RefundField = 'bank' | 'account' | 'wallet';

/** Texts kept on the device; the oldest go first. */
const TEXTS_MAX = 30;

/** What was typed and not sent yet, by `reference:field`, so that nothing is lost. */
export const refundDraft = stored<Record<string, string>>('refundDraft', {}, isTextRecord);

/** A field's text: what was typed, else what is known of who paid. */
export function draftText(texts: Readonly<Record<string, string>>, order: OrderView, field: RefundField): string {
  return texts[`${order.ref}:${field}`] ?? knownText(order, field);
}

/** Keeps what was typed. */
export function setDraftText(ref: string, field: RefundField, text: string): void {
  const key = `${ref}:${field}`;
  const others = Object.entries(refundDraft.get()).filter(([known]) => known !== key);
  refundDraft.set(Object.fromEntries([...others, [key, text] as const].slice(-TEXTS_MAX)));
}

/** Forgets an order's texts, once they were sent. */
export function forgetDraft(ref: string): void {
  refundDraft.set(Object.fromEntries(Object.entries(refundDraft.get()).filter(([key]) => !key.startsWith(`${ref}:`))));
}

function knownText({ sender, senderBank }: OrderView, field: RefundField): string {
  return (field === 'bank' ? senderBank : sender) ?? '';
}
