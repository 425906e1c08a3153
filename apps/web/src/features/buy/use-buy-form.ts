import { useLingui } from '@lingui/react/macro';
import type { BankView, ConfigView } from '@quydoi/contract/config';
import type { CreateOrderInput } from '@quydoi/contract/orders';
import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { codeText, refusalText } from '../../lib/error-text.ts';
import { useLocale } from '../../lib/locale-context.tsx';
import { useLive } from '../../lib/site-data.ts';
import { useStored } from '../../lib/stored.ts';
import { type HolderName, useHolderName } from '../../lib/use-holder-name.ts';
import { addressProblemText } from './address-text.ts';
import type { Offer } from './buy-path.ts';
import { type BuyNeed, type BuyQuote, isAccountOf, needOf, plainAccount, quoteBuy } from './check-buy.ts';
import { buyDraft, setDraftField, walletField } from './draft.ts';
import { EVOUCHER_DESTINATION } from './evoucher.ts';
import { useAddressCheck } from './use-address-check.ts';
import { useBuyOrder } from './use-buy-order.ts';

/** The fields that can be wrong, in the order of the form. */
export type BuyFieldName = 'quantity' | 'wallet' | 'bank' | 'account';

/** Everything that the parts of the form show and do. */
export interface BuyFormState {
  readonly offer: Offer;
  readonly isMaintenance: boolean;
  readonly quantity: string;
  readonly quote: BuyQuote;
  readonly bank: BankView | undefined;
  readonly account: string;
  readonly wallet: string;
  readonly hasWallet: boolean;
  readonly walletHolder: HolderName;
  readonly accountHolder: HolderName;
  /** What to show under each field. */
  readonly errors: Readonly<Partial<Record<BuyFieldName, string>>>;
  /** The rate moved since the customer last typed or saw a notice of it. */
  readonly rateBefore: string | null;
  readonly need: BuyNeed | null;
  /** Why the order cannot be sent yet; null when it can. */
  readonly blockedBy: { readonly field: BuyFieldName; readonly text: string } | null;
  readonly failure: string | null;
  readonly failureCode: string | null;
  readonly busy: boolean;
  readonly setQuantity: (plain: string) => void;
  readonly setBank: (code: string) => void;
  readonly setAccount: (text: string) => void;
  readonly setWallet: (text: string) => void;
  readonly leave: (field: BuyFieldName) => void;
  readonly submit: () => void;
}

/** The form's state: what was typed is kept on the device, everything else follows from it and the snapshots. */
export function useBuyForm(config: ConfigView, offer: Offer): BuyFormState {
  const { t, i18n } = useLingui();
  const { locale } = useLocale();
  const live = useLive();
  const draft = useStored(buyDraft);
  const order = useBuyOrder();
  const [left, setLeft] = useState<ReadonlySet<BuyFieldName>>(new Set());
  const [seenRate, setSeenRate] = useState(offer.rate);

  const { code, rate } = offer;
  const quantity = draft.quantity ?? '';
  const hasWallet = code !== 'e-voucher';
  const wallet = hasWallet ? (draft[walletField(code)] ?? '') : EVOUCHER_DESTINATION;
  const bank = config.banks.find((candidate) => candidate.code === draft.bank);
  const account = draft.account ?? '';
  const quote = quoteBuy(offer, config, live, quantity);
  const need = quote.priced ? needOf(config, quote.priced.amountSent) : needOf(config, 0n);

  const address = useAddressCheck(code, wallet);
  const isAddress = address !== null && 'address' in address;
  const plain = plainAccount(account);
  const isAccount = bank !== undefined && isAccountOf(bank, plain);
  const walletHolder = useHolderName(code, offer.currency.needsHolderName && isAddress ? address.address : null);
  const accountHolder = useHolderName(bank?.code ?? '', isAccount && bank?.canLookup ? plain : null);

  const currentRefusal = quote.refusal;
  const refused = order.error instanceof ApiError ? order.error : null;
  const say = (refusal: string, params: Readonly<Record<string, string>> = {}) => codeText(i18n, locale, refusal, params);

  const problems: Partial<Record<BuyFieldName, string>> = {};
  if (currentRefusal && quantity !== '') problems.quantity = say(currentRefusal.code, currentRefusal.params);
  if (hasWallet && address !== null && !isAddress) problems.wallet = addressProblemText(i18n, code, address.problem, offer.currency.addressExample);
  if (walletHolder.state === 'invalid') problems.wallet = say(walletHolder.code);
  if (walletHolder.state === 'unavailable') problems.wallet = say('LOOKUP_UNAVAILABLE');
  if (bank && account !== '' && !isAccount) problems.account = say('BANK_ACCOUNT_INVALID', { bank: bank.shortName });
  if (refused?.code === 'WALLET_ADDRESS_INVALID') problems.wallet ??= say(refused.code, refused.params);
  if (refused?.code === 'BANK_ACCOUNT_INVALID') problems.account ??= say(refused.code, refused.params);

  const blockedBy = firstBlock();
  function firstBlock(): BuyFormState['blockedBy'] {
    if (quantity === '') return { field: 'quantity', text: t`Nhập số lượng muốn mua.` };
    if (problems.quantity) return { field: 'quantity', text: problems.quantity };
    if (hasWallet && wallet === '') return { field: 'wallet', text: t`Nhập ví nhận.` };
    if (problems.wallet) return { field: 'wallet', text: problems.wallet };
    if (walletHolder.state === 'waiting') return { field: 'wallet', text: t`Đang tìm tên chủ ví…` };
    if (!bank) return { field: 'bank', text: t`Chọn ngân hàng bạn dùng để chuyển.` };
    if (plain === '') return { field: 'account', text: t`Nhập số tài khoản bạn dùng để chuyển.` };
    if (problems.account) return { field: 'account', text: problems.account };
    return null;
  }

  const errors: Partial<Record<BuyFieldName, string>> = {};
  for (const field of ['quantity', 'wallet', 'bank', 'account'] as const) {
    const text = problems[field] ?? (blockedBy?.field === field ? blockedBy.text : undefined);
    if (text !== undefined && isDue(field)) errors[field] = text;
  }
  /** A limit that is already overrun is told at once, anything else when the field is left. */
  function isDue(field: BuyFieldName): boolean {
    if (field === 'quantity' && currentRefusal?.code === 'QUANTITY_TOO_LARGE' && quantity !== '') return true;
    if (field === 'wallet' && (walletHolder.state === 'invalid' || walletHolder.state === 'unavailable')) return true;
    return left.has(field) && !(field === 'wallet' && blockedBy?.field === 'wallet' && problems.wallet === undefined && wallet !== '');
  }

  const edit = (name: string, value: string) => {
    if (order.error) order.clearError();
    setSeenRate(rate);
    setDraftField(name, value);
  };

  function submit(): void {
    if (need || blockedBy) {
      setLeft(new Set(['quantity', 'wallet', 'bank', 'account']));
      if (blockedBy) focusField(blockedBy.field);
      return;
    }
    setSeenRate(rate);
    const input: CreateOrderInput = {
      kind: 'buy',
      from: 'vnd',
      to: code,
      quantity: quantity.endsWith('.') ? quantity.slice(0, -1) : quantity,
      destination: isAddress ? address.address : wallet.trim(),
      sender: plain,
      ...(bank ? { senderBank: bank.code } : {}),
      rateVersion: rate.version,
    };
    order.submit(input);
  }

  return {
    offer,
    isMaintenance: currentRefusal?.code === 'MAINTENANCE',
    quantity,
    quote,
    bank,
    account,
    wallet,
    hasWallet,
    walletHolder,
    accountHolder,
    errors,
    rateBefore:
      seenRate.code === code && seenRate.version !== rate.version && seenRate.value !== rate.value && quantity !== '' ? seenRate.value : null,
    need,
    blockedBy,
    failure: order.error
      ? (refusalText(i18n, locale, order.error) ?? t`Mất kết nối nên chưa có câu trả lời. Bấm lại để gửi tiếp: đơn sẽ không bị tạo hai lần.`)
      : null,
    failureCode: refused?.code ?? null,
    busy: order.busy,
    setQuantity: (value) => edit('quantity', value),
    setBank: (value) => edit('bank', value),
    setAccount: (value) => edit('account', value),
    setWallet: (value) => edit(walletField(code), value),
    leave: (field) => setLeft((fields) => (fields.has(field) ? fields : new Set([...fields, field]))),
    submit,
  };
}

/** Takes the customer to what is missing. */
function focusField(field: BuyFieldName): void {
  const element = document.getElementById(`buy-${field}`);
  element?.focus();
  element?.scrollIntoView({ block: 'center' });
}
