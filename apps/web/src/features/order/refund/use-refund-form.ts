import { useLingui } from '@lingui/react';
import { refusalOf } from '@quydoi/client/errors';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { type CurrencyCode, isTradedCode, type TradedCode } from '@quydoi/domain/currencies';
import { useState } from 'react';
import { useLocale } from '../../../lib/locale-context.tsx';
import { useConfig } from '../../../lib/site-data.ts';
import { useStored } from '../../../lib/stored.ts';
import { useLookupRetry } from '../../../lib/use-holder-name.ts';
import { mayTypeHolder } from '../../trade/field-errors.ts';
import { matchesAccountPattern } from '../../trade/order-input.ts';
import { useAddressCheck } from '../../trade/use-address-tools.ts';
import type { OrderAct } from '../use-order.ts';
import { holderChange, isComparing } from './holder-change.ts';
import {
  fieldOfErrorCode,
  isShownImmediately,
  type RefundAction,
  type RefundEntries,
  type RefundFieldError,
  refundableBanks,
  refundFieldErrors,
  refundRequest,
} from './refund-check.ts';
import { draftText, forgetDraft, type RefundField, refundDraft, setDraftText } from './refund-draft.ts';
import { decisionErrorText, refundFieldErrorText } from './refund-text.ts';
import { useHolderOf } from './use-holder-of.ts';

/** Element id of a field's input. */
export function refundFieldId(field: RefundField): string {
  return `refund-${field}`;
}

/** State of the refund form: entries persisted as a draft, validation errors, and submission. */
export function useRefundForm(order: OrderView, action: RefundAction, act: OrderAct) {
  const { i18n } = useLingui();
  const { locale } = useLocale();
  const { config } = useConfig();
  const texts = useStored(refundDraft);
  const [left, setLeft] = useState<readonly RefundField[]>([]);
  const retryLookups = useLookupRetry();
  const [sent, setSent] = useState<string | null>(null);
  const { from, ref } = order;

  const bankCode = draftText(texts, order, 'bank');
  const banks = refundableBanks(config?.banks ?? []);
  const bank = banks.find(({ code }) => code === bankCode);
  const entries: RefundEntries = useChecked(from, {
    bank,
    account: draftText(texts, order, 'account').replace(/\s+/g, '').toUpperCase(),
    wallet: draftText(texts, order, 'wallet').trim(),
    typedHolder: draftText(texts, order, 'holder'),
  });
  const request = refundRequest(action, from, entries);
  // As it was looked up for the order.
  const declared = useHolderOf(from, order.senderBank, order.sender);
  const change = holderChange(entries.holder, declared, entries.typedHolder);
  const [confirmed, setConfirmed] = useState<string | null>(null);
  // Another account or wallet is to be confirmed anew.
  const confirmable = JSON.stringify([request, change]);
  const isConfirmed = confirmed === confirmable;
  const fieldErrors: readonly RefundFieldError[] = [
    ...refundFieldErrors(from, entries),
    ...(isComparing(entries.holder, declared) ? [{ field: from === 'vnd' ? 'account' : 'wallet', reason: 'waiting' } as const] : []),
    ...(change && !isConfirmed ? [{ field: 'confirmation', reason: 'missing' } as const] : []),
  ];
  const isAnswered = act.variables?.action === action && act.error !== null;
  // The server's error concerns the submitted request, so it is hidden once the entries change.
  const refusal = isAnswered && sent === JSON.stringify(request) ? act.error : null;
  const code = refusalOf(refusal)?.code;
  const about = code === undefined ? null : fieldOfErrorCode(code, from);

  const say = (fieldError: RefundFieldError) =>
    refundFieldErrorText(i18n, locale, fieldError, { from, bank, currency: config?.currencies.find(({ code }) => code === from) });
  const errorOf = (field: RefundField): string | undefined => {
    if (about === field) return decisionErrorText(i18n, locale, refusal);
    const fieldError = fieldErrors.find((one) => one.field === field);
    if (!fieldError || fieldError.reason === 'waiting') return undefined;
    return left.includes(field) || isShownImmediately(fieldError) ? say(fieldError) : undefined;
  };

  const { address } = entries;
  const addressRead = address && 'address' in address ? address.address : null;
  const submit = () => {
    const [first] = fieldErrors;
    setLeft(['bank', 'account', 'holder', 'wallet', 'confirmation']);
    if (first) {
      retryLookups();
      return document.getElementById(refundFieldId(first.field))?.focus();
    }
    setSent(JSON.stringify(request));
    act.mutate(request, { onSuccess: () => forgetDraft(ref) });
  };

  return {
    text: (field: RefundField) => draftText(texts, order, field),
    setText: (field: RefundField, text: string) => {
      setDraftText(ref, field, text);
      // A name belongs to its account.
      if (field === 'bank' || field === 'account') setDraftText(ref, 'holder', '');
    },
    leave: (field: RefundField) => {
      // Shows the address as it was understood: without blanks, or out of a payment link.
      if (field === 'wallet' && addressRead !== null) setDraftText(ref, field, addressRead);
      setLeft((before) => (before.includes(field) ? before : [...before, field]));
    },
    entries,
    /** The names that differ, if the refund goes to somebody else than who was to pay; this is to be confirmed. */
    holderChange: change,
    isConfirmed,
    confirm: (isAgreed: boolean) => setConfirmed(isAgreed ? confirmable : null),
    /** The wallet's address as it was understood; null where it was not. */
    walletRead: addressRead,
    banks,
    errorOf,
    /** The server's error, if it concerns no single field. */
    refusal: refusal && about === null ? decisionErrorText(i18n, locale, refusal) : null,
    isBlocked: fieldErrors.length > 0,
    /** Why submitting is blocked, unless a field shows it already. */
    blockedBy: fieldErrors[0] && errorOf(fieldErrors[0].field) === undefined ? say(fieldErrors[0]) : null,
    busy: act.isPending && act.variables?.action === action,
    submit,
  };
}

/** State and handlers of the refund form. */
export type RefundFormState = ReturnType<typeof useRefundForm>;

function useChecked(from: CurrencyCode, typed: Pick<RefundEntries, 'bank' | 'account' | 'wallet' | 'typedHolder'>): RefundEntries {
  const { bank, account, wallet } = typed;
  // Dong has no address: the code is a placeholder, and the empty text below is never checked.
  const code: TradedCode = isTradedCode(from) ? from : 'pm';
  const { address } = useAddressCheck(code, from === 'vnd' ? '' : wallet);
  const isAccount = bank !== undefined && matchesAccountPattern(bank, account);
  const usable = address && 'address' in address ? address.address : null;
  const holder = useHolderOf(from, bank?.code ?? null, from === 'vnd' ? (isAccount ? account : null) : usable);
  return { ...typed, typedHolder: mayTypeHolder(holder) ? typed.typedHolder : '', address, holder };
}
