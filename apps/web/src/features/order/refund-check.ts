import type { BankView } from '@quydoi/contract/config';
import type { DecisionView, OrderView } from '@quydoi/contract/orders';
import type { AddressCheck, AddressProblem } from '@quydoi/domain/address/outcome';
import { parseDecimal } from '@quydoi/domain/money';
import type { OrderAction } from '@quydoi/domain/order-status';
import type { HolderName } from '../../lib/use-holder-name.ts';
import { matchesAccountPattern } from '../trade/order-input.ts';
import type { RefundField } from './refund-draft.ts';
import type { ActRequest } from './use-order.ts';

/** The two ways to have money sent back: all of it, or what came in beyond the order. */
export type RefundAction = Extract<OrderAction, 'requestRefund' | 'refundExcess'>;

/** What the form holds. */
export interface RefundEntries {
  readonly bank: BankView | undefined;
  /** Without blanks, upper-case. */
  readonly account: string;
  readonly wallet: string;
  /** Null while there is nothing to check, or nothing to check with. */
  readonly address: AddressCheck | null;
  readonly holder: HolderName;
}

/** Why a field keeps the refund from being sent. */
export type RefundFieldError =
  | { readonly field: RefundField; readonly reason: 'missing' | 'waiting' }
  | { readonly field: RefundField; readonly reason: 'address'; readonly problem: AddressProblem }
  | { readonly field: RefundField; readonly reason: 'refused'; readonly code: string };

/** What keeps money from going back to these entries, top to bottom; empty when nothing does. */
export function refundFieldErrors(from: OrderView['from'], entries: RefundEntries): RefundFieldError[] {
  const fieldErrors = from === 'vnd' ? [bankError(entries), accountError(entries)] : [walletError(entries)];
  return fieldErrors.filter((fieldError) => fieldError !== null);
}

function bankError({ bank }: RefundEntries): RefundFieldError | null {
  return bank ? null : { field: 'bank', reason: 'missing' };
}

function accountError({ bank, account, holder }: RefundEntries): RefundFieldError | null {
  if (account === '') return { field: 'account', reason: 'missing' };
  if (!bank) return null;
  if (!matchesAccountPattern(bank, account)) return { field: 'account', reason: 'refused', code: 'BANK_ACCOUNT_INVALID' };
  return holderError('account', holder);
}

function walletError({ wallet, address, holder }: RefundEntries): RefundFieldError | null {
  if (wallet === '') return { field: 'wallet', reason: 'missing' };
  if (address && 'problem' in address) return { field: 'wallet', reason: 'address', problem: address.problem };
  return holderError('wallet', holder);
}

function holderError(field: RefundField, holder: HolderName): RefundFieldError | null {
  if (holder.state === 'waiting') return { field, reason: 'waiting' };
  if (holder.state === 'invalid') return { field, reason: 'refused', code: holder.code };
  return holder.state === 'unavailable' ? { field, reason: 'refused', code: 'LOOKUP_UNAVAILABLE' } : null;
}

/** What arrives and what is kept, a bank's own transfer fee included; null while nothing is offered. */
export function refundTerms(
  offered: DecisionView | null,
  action: RefundAction,
  bank: BankView | undefined,
): { readonly amount: bigint; readonly fee: bigint } | null {
  const terms = action === 'requestRefund' ? offered?.refund : offered?.excessRefund;
  if (!terms) return null;
  const bankFee = bank ? (parseDecimal(bank.payoutFee, 0) ?? 0n) : 0n;
  return { amount: terms.amount > bankFee ? terms.amount - bankFee : 0n, fee: terms.fee + bankFee };
}

/** The request that these entries stand for. */
export function refundRequest(action: RefundAction, from: OrderView['from'], { bank, account, wallet, address }: RefundEntries): ActRequest {
  if (from !== 'vnd') return { action, destination: address && 'address' in address ? address.address : wallet };
  return { action, destination: account, ...(bank ? { destinationBank: bank.code } : {}) };
}

/** The field that a refusal by the server is about; null when it is about none. */
export function refusedField(code: string, from: OrderView['from']): RefundField | null {
  const isHolder = code === 'ACCOUNT_NAME_INVALID' || code === 'LOOKUP_UNAVAILABLE' || code.startsWith('WEBMONEY_');
  if (code === 'BANK_ACCOUNT_INVALID' || (isHolder && from === 'vnd')) return 'account';
  return code === 'WALLET_ADDRESS_INVALID' || isHolder ? 'wallet' : null;
}
