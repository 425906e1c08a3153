import { useLingui } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import type { BankView, ConfigView } from '@quydoi/contract/config';
import { useEffect, useState } from 'react';
import { refusalText } from '../../lib/error-text.ts';
import { useLocale } from '../../lib/locale-context.tsx';
import { isMember } from '../../lib/session.ts';
import { useConfig, useLive } from '../../lib/site-data.ts';
import { useStored } from '../../lib/stored.ts';
import { type HolderName, useHolderName, useLookupRetry } from '../../lib/use-holder-name.ts';
import { closedText } from './closed-text.ts';
import { holderKey, wantsBalance as isBalanceWanted, quantityKey, setDraftField, tradeDraft, walletKey } from './draft.ts';
import { fieldErrorText } from './field-error-text.ts';
import { type FieldError, type FieldName, type FormEntries, fieldErrorOf, fieldsOf, isShownImmediately, mayTypeHolder } from './field-errors.ts';
import type { OfferRate, TradeOption } from './offer.ts';
import {
  type AccountRole,
  bankRoleOf,
  type CustomerWallet,
  customerWalletOf,
  matchesAccountPattern,
  normalizeAccount,
  orderInputOf,
} from './order-input.ts';
import { type ApplyCoupon, quoteTrade, refusedThresholdOf, shownRefusal, type TradeQuote, thresholdOf } from './quote-trade.ts';
import { useAddressCheck } from './use-address-tools.ts';
import { tradeName, useTradeOrder } from './use-trade-order.ts';
import { useTypingPause } from './use-typing-pause.ts';

/** State and handlers of the trade form. */
export interface TradeFormState {
  readonly offer: TradeOption;
  readonly quantity: string;
  readonly quote: TradeQuote;
  readonly customerWallet: CustomerWallet | null;
  readonly wallet: string;
  /** The wallet's address as it was understood; null where it was not. */
  readonly walletRead: string | null;
  readonly walletHolder: HolderName;
  readonly bankRole: AccountRole | null;
  readonly bank: BankView | undefined;
  readonly account: string;
  readonly accountHolder: HolderName;
  readonly typedHolder: string;
  /** Code of a coupon as it was typed; empty: none. */
  readonly coupon: string;
  /** What is wrong with each field, whether it is shown or not, from top to bottom. */
  readonly fieldErrors: ReadonlyMap<FieldName, FieldError>;
  /** Visible error message of each field. */
  readonly errors: Readonly<Partial<Record<FieldName, string>>>;
  /** Rate at the customer's last input, if the rate has changed since; otherwise null. */
  readonly rateBefore: OfferRate | null;
  /** Whether prices may be old, so that nothing is ordered at them. */
  readonly isOld: boolean;
  readonly isLoggedIn: boolean;
  /** Whether the customer, who is logged in, wants a balance in the place of an account or a wallet. */
  readonly wantsBalance: boolean;
  /** Value in dong from which such an order needs what the customer may lack: a login, or a verified identity. Null: it needs nothing. */
  readonly threshold: bigint | null;
  /** Why the order cannot be submitted; null if it can. */
  readonly blockedBy: string | null;
  readonly failure: string | null;
  readonly failureCode: string | null;
  /** The quantity that the server named when it refused the order, plain decimal. */
  readonly fitting: string | undefined;
  readonly busy: boolean;
  readonly setQuantity: (plain: string) => void;
  readonly setBank: (code: string) => void;
  readonly setAccount: (text: string) => void;
  readonly setTypedHolder: (name: string) => void;
  readonly setWallet: (text: string) => void;
  readonly setApplyCoupon: (apply: { readonly coupon: ApplyCoupon } | null) => void;
  readonly blur: (field: FieldName) => void;
  readonly submit: () => void;
}

/** Element id of a field's input. */
export function fieldId({ kind }: TradeOption, field: FieldName | 'amount'): string {
  return `${kind}-${field}`;
}

/** Trade form: entries are persisted as a draft; everything else derives from the draft and the polled snapshots. */
export function useTradeForm(config: ConfigView, offer: TradeOption): TradeFormState {
  const { t, i18n } = useLingui();
  const { locale } = useLocale();
  const trade = tradeName(offer);
  const order = useTradeOrder(trade);
  const retryLookups = useLookupRetry();
  const [blurred, setBlurred] = useState<ReadonlySet<string>>(new Set());
  const typing = useTypingPause();
  /** The trade whose form was submitted with errors: from then on every empty field says so, before only the first that was left. */
  const [submittedTrade, setSubmittedTrade] = useState<string | null>(null);
  const [isWanted, setWanted] = useState(false);
  const [apply, setApplyCoupon] = useState<{ readonly coupon: ApplyCoupon } | null>(null);
  const rateSeen = useRateSeen(trade, offer.rate);
  const { entries, quote, wallet, addressRead, account, customerWallet, bankRole, isUnchecked, isLoggedIn, wantsBalance, coupon } = useEntries(
    config,
    offer,
    order.error,
    apply?.coupon ?? null,
  );
  const { quantity, bank, accountHolder, typedHolder } = entries;
  const { isOld } = useConfig();
  const threshold = thresholdOf(config, offer.kind, quote.cash, isLoggedIn) ?? (isLoggedIn ? null : refusedThresholdOf(order.error));
  const fields = fieldsOf(offer);

  // Each currency has a wallet of its own.
  const entryOf = (field: FieldName) => (field === 'wallet' && customerWallet ? walletKey(customerWallet) : field);
  const messageOf = (field: FieldName, fieldError: FieldError) => fieldErrorText(i18n, locale, offer, field, fieldError);
  const fieldErrors = new Map(fields.flatMap((field) => pairWith(field, fieldErrorOf(offer, field, entries))));
  const [first] = fieldErrors;
  const errors: Partial<Record<FieldName, string>> = {};
  for (const [field, fieldError] of fieldErrors) {
    const isBlurred = blurred.has(entryOf(field));
    const isDue =
      fieldError.reason === 'missing'
        ? isBlurred && (field === first?.[0] || submittedTrade === trade)
        : isShownImmediately(field, fieldError) || isBlurred || typing.pausedIn === entryOf(field);
    if (isDue && fieldError.reason !== 'waiting') errors[field] = messageOf(field, fieldError);
  }

  const edit = (field: FieldName, key: string, value: string) => {
    if (order.error) order.clearError();
    setWanted(false);
    rateSeen.note();
    typing.note(entryOf(field));
    setDraftField(key, value);
  };
  const submit = () => {
    if ((threshold !== null && !isLoggedIn) || !offer.isOpen || isOld || first) {
      setBlurred(new Set(fields.map(entryOf)));
      setSubmittedTrade(trade);
      retryLookups();
      if (first) focusOn(fieldId(offer, first[0]));
      return;
    }
    if (isUnchecked) return setWanted(true);
    rateSeen.note();
    void order.submit(orderInputOf(offer, { quantity, wallet: addressRead ?? wallet.trim(), account: entries.account, bank, typedHolder, coupon }));
  };
  const isAwaited = isUnchecked || first?.[1].reason === 'waiting';
  // What was pressed before the wallet could be checked, whose holder's name may have to be looked up then.
  useEffect(() => {
    if (!isWanted || isAwaited) return;
    setWanted(false);
    submit();
  });

  // What stands at a field is not repeated at the button.
  const refusedCode = refusalOf(order.error)?.code;
  const isShownAtField = [...fieldErrors].some(([field, error]) => errors[field] !== undefined && 'code' in error && error.code === refusedCode);
  const blockedBy = () => {
    if (!offer.isOpen) return closedText(i18n, config, offer);
    if (first) return errors[first[0]] === undefined ? messageOf(...first) : t`Vui lòng kiểm tra lại các ô báo lỗi ở trên.`;
    return isOld ? t`Chưa cập nhật được giá, đang thử lại…` : null;
  };

  return {
    offer,
    quantity,
    quote,
    customerWallet,
    wallet,
    walletRead: addressRead,
    walletHolder: entries.walletHolder,
    bankRole,
    bank,
    account,
    accountHolder,
    typedHolder,
    coupon,
    setApplyCoupon,
    fieldErrors,
    errors,
    rateBefore: quantity === '' ? null : rateSeen.before,
    isLoggedIn,
    wantsBalance,
    threshold,
    isOld,
    blockedBy: blockedBy(),
    failure:
      order.error && !isShownAtField
        ? (refusalText(i18n, locale, order.error) ?? t`Mất kết nối nên chưa có phản hồi. Bấm lại để gửi tiếp; đơn không bị tạo hai lần.`)
        : null,
    failureCode: refusalOf(order.error)?.code ?? null,
    fitting: refusalOf(order.error)?.params.n,
    busy: order.busy || isWanted,
    setQuantity: (value) => edit('quantity', quantityKey(offer.kind), value),
    setBank: (value) => edit('bank', 'bank', value),
    setAccount: (value) => edit('account', 'account', value),
    setTypedHolder: (name) => edit('holder', holderKey(bank?.code ?? '', entries.account), name),
    setWallet: (value) => customerWallet && edit('wallet', walletKey(customerWallet), value),
    blur: (field) => {
      // Shows the address as it was understood: without blanks, or out of a payment link.
      if (field === 'wallet' && customerWallet && addressRead !== null) setDraftField(walletKey(customerWallet), addressRead);
      setBlurred((known) => new Set([...known, entryOf(field)]));
    },
    submit,
  };
}

/** Entries of the draft with their lookups, validation and quote. */
function useEntries(config: ConfigView, offer: TradeOption, error: Error | null, applyCoupon: ApplyCoupon | null) {
  const live = useLive();
  const draft = useStored(tradeDraft);
  const customerWallet = customerWalletOf(offer);
  const bankRole = bankRoleOf(offer);
  const quantity = draft[quantityKey(offer.kind)] ?? '';
  const wallet = customerWallet ? (draft[walletKey(customerWallet)] ?? '') : '';
  const bank = config.banks.find(({ code }) => code === draft.bank);
  const account = draft.account ?? '';
  const plain = normalizeAccount(account);

  const { address, isUnchecked } = useAddressCheck(customerWallet?.code ?? 'pm', wallet);
  const addressRead = address && 'address' in address ? address.address : null;
  const walletHolder = useHolderName(customerWallet?.code ?? '', customerWallet?.currency.needsHolderName ? addressRead : null);
  const isLookedUp = bankRole !== null && bank !== undefined && matchesAccountPattern(bank, plain) && (bankRole === 'destination' || bank.canLookup);
  const accountHolder = useHolderName(bank?.code ?? '', isLookedUp ? plain : null);

  const isLoggedIn = useStored(isMember);
  const quote = quoteTrade(offer, config, live, bank, quantity, isLoggedIn, applyCoupon);
  const refused = refusalOf(error);
  const typedHolder = (mayTypeHolder(accountHolder) && draft[holderKey(bank?.code ?? '', plain)]) || '';
  const entries: FormEntries = {
    quantity,
    refusal: shownRefusal(quote, offer),
    wallet,
    address,
    walletHolder,
    bank,
    account: plain,
    accountHolder,
    typedHolder,
    refused,
  };
  const wantsBalance = isLoggedIn && isBalanceWanted(draft);
  return {
    entries,
    quote,
    wallet,
    addressRead,
    account,
    customerWallet,
    bankRole,
    isUnchecked,
    isLoggedIn,
    wantsBalance,
    coupon: draft.coupon ?? '',
  };
}

/** Remembers the rate at the customer's last input, to report later changes. */
function useRateSeen(trade: string, rate: OfferRate): { readonly before: OfferRate | null; readonly note: () => void } {
  const [seen, setSeen] = useState({ trade, rate });
  const isMoved = seen.trade === trade && seen.rate.version !== rate.version && (seen.rate.value !== rate.value || seen.rate.fee !== rate.fee);
  return { before: isMoved ? seen.rate : null, note: () => setSeen({ trade, rate }) };
}

function pairWith(field: FieldName, fieldError: FieldError | null): [FieldName, FieldError][] {
  return fieldError ? [[field, fieldError]] : [];
}

/** Focuses a field and scrolls to it. */
function focusOn(id: string): void {
  const element = document.getElementById(id);
  element?.focus();
  element?.scrollIntoView({ block: 'center' });
}
