import type { BankView } from '@quydoi/contract/config';
import type { MismatchOptionsView } from '@quydoi/contract/orders/mismatch-options';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { AddressCheck, AddressRejection } from '@quydoi/domain/address/outcome';
import { mayBeSecret } from '@quydoi/domain/address/secret';
import { CURRENCIES, smallestTransfer } from '@quydoi/domain/currencies';
import { parseDecimal } from '@quydoi/domain/money';
import type { OrderAction } from '@quydoi/domain/order-status';
import type { HolderName } from '../../../lib/use-holder-name.ts';
import { EVOUCHER_DESTINATION } from '../../trade/evoucher.ts';
import { mayTypeHolder } from '../../trade/field-errors.ts';
import { matchesAccountPattern } from '../../trade/order-input.ts';
import type { ActRequest } from '../use-order.ts';
import type { RefundField } from './refund-draft.ts';

/** Refund actions: the whole payment, or the excess over the order's amount. */
export type RefundAction = Extract<OrderAction, 'requestRefund' | 'refundExcess'>;

/** Entries of the refund form. */
export interface RefundEntries {
  readonly bank: BankView | undefined;
  /** Without spaces, upper case. */
  readonly account: string;
  readonly wallet: string;
  /** Null if the wallet is empty or the validation code has not loaded. */
  readonly address: AddressCheck | null;
  readonly holder: HolderName;
  /** Name of the account's holder as typed, where it cannot be looked up; empty if there is none. */
  readonly typedHolder: string;
}

/** Validation error of a refund field, or a pending lookup. */
export type RefundFieldError =
  | { readonly field: RefundField; readonly reason: 'missing' | 'waiting' }
  | ({ readonly field: RefundField; readonly reason: 'address' } & AddressRejection)
  | { readonly field: RefundField; readonly reason: 'refused'; readonly code: string };

/** Validates the refund form. Returns the errors in field order. */
export function refundFieldErrors(from: OrderView['from'], entries: RefundEntries): RefundFieldError[] {
  if (CURRENCIES[from].isVoucher) return [];
  const fieldErrors = from === 'vnd' ? [bankError(entries), accountError(entries), typedHolderError(entries)] : [walletError(entries)];
  return fieldErrors.filter((fieldError) => fieldError !== null);
}

function bankError({ bank }: RefundEntries): RefundFieldError | null {
  return bank ? null : { field: 'bank', reason: 'missing' };
}

function accountError({ bank, account, holder }: RefundEntries): RefundFieldError | null {
  if (account === '') return { field: 'account', reason: 'missing' };
  if (!bank) return null;
  if (!matchesAccountPattern(bank, account)) return { field: 'account', reason: 'refused', code: 'BANK_ACCOUNT_INVALID' };
  return mayTypeHolder(holder) ? null : holderError('account', holder);
}

function typedHolderError({ holder, typedHolder }: RefundEntries): RefundFieldError | null {
  return mayTypeHolder(holder) && typedHolder === '' ? { field: 'holder', reason: 'missing' } : null;
}

function walletError({ wallet, address, holder }: RefundEntries): RefundFieldError | null {
  if (wallet === '') return { field: 'wallet', reason: 'missing' };
  if (address && 'problem' in address) return { field: 'wallet', reason: 'address', ...address };
  // Not even to the server, where the validation has not loaded.
  if (address === null && mayBeSecret(wallet)) return { field: 'wallet', reason: 'refused', code: 'WALLET_ADDRESS_INVALID' };
  return holderError('wallet', holder);
}

function holderError(field: RefundField, holder: HolderName): RefundFieldError | null {
  if (holder.state === 'waiting') return { field, reason: 'waiting' };
  if (holder.state === 'invalid') return { field, reason: 'refused', code: holder.code };
  return holder.state === 'unavailable' ? { field, reason: 'refused', code: 'LOOKUP_UNAVAILABLE' } : null;
}

/** Whether an error is shown while typing. Other errors may come from an unfinished entry, so they are shown once the field loses focus. */
export function isShownImmediately(fieldError: RefundFieldError): boolean {
  if (fieldError.reason === 'address') return fieldError.problem === 'wrong-network' || fieldError.instead !== undefined;
  return fieldError.reason === 'refused' && fieldError.code !== 'BANK_ACCOUNT_INVALID';
}

/** Banks that a refund can be sent to: those with a BIN. Unlike an order's payout, a refund is never paid by hand. */
export function refundableBanks(banks: readonly BankView[]): readonly BankView[] {
  return banks.filter(({ bin }) => bin !== null);
}

/** Refunded amount and fee, including the bank's transfer fee; null if the refund is unavailable or not loaded. */
export function refundTerms(
  options: MismatchOptionsView | null,
  action: RefundAction,
  bank: BankView | undefined,
): { readonly amount: bigint; readonly fee: bigint } | null {
  const terms = action === 'requestRefund' ? options?.refund : options?.excessRefund;
  if (!terms) return null;
  const bankFee = bank ? (parseDecimal(bank.payoutFee, 0) ?? 0n) : 0n;
  return { amount: terms.amount > bankFee ? terms.amount - bankFee : 0n, fee: terms.fee + bankFee };
}

/** Whether a refund waits for an operator because it is less than its network transfers by itself. */
export function isBelowTransfers(from: OrderView['from'], { amount }: { readonly amount: bigint }): boolean {
  return amount < smallestTransfer(from);
}

/** Builds the refund request from the form's entries. */
export function refundRequest(
  action: RefundAction,
  from: OrderView['from'],
  { bank, account, wallet, address, typedHolder }: RefundEntries,
): ActRequest {
  if (CURRENCIES[from].isVoucher) return { action, destination: EVOUCHER_DESTINATION };
  if (from !== 'vnd') return { action, destination: address && 'address' in address ? address.address : wallet };
  return {
    action,
    destination: account,
    ...(bank ? { destinationBank: bank.code } : {}),
    ...(typedHolder === '' ? {} : { destinationName: typedHolder }),
  };
}

/** Field that an error code of the server concerns; null if none. */
export function fieldOfErrorCode(code: string, from: OrderView['from']): RefundField | null {
  const isHolder = code === 'ACCOUNT_NAME_INVALID' || code === 'LOOKUP_UNAVAILABLE' || code.startsWith('WEBMONEY_');
  if (code === 'BANK_ACCOUNT_INVALID' || (isHolder && from === 'vnd')) return 'account';
  return code === 'WALLET_ADDRESS_INVALID' || isHolder ? 'wallet' : null;
}
