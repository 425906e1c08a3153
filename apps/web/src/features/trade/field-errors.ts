import type { BankView } from '@quydoi/contract/config';
import type { AddressCheck, AddressProblem } from '@quydoi/domain/address/outcome';
import type { QuantityRefusal } from '@quydoi/domain/limits';
import type { HolderName } from '../../lib/use-holder-name.ts';
import type { Offer } from './offer.ts';
import { accountDigits, bankRoleOf, customerWalletOf, matchesAccountPattern } from './order-input.ts';

/** The fields that can be wrong. */
export type FieldName = 'quantity' | 'wallet' | 'bank' | 'account';

/** Why a field keeps the order from being sent: nothing is entered, its holder is being looked up, or what was entered cannot be used. */
export type FieldError =
  | { readonly reason: 'missing' }
  | { readonly reason: 'waiting' }
  | { readonly reason: 'refused'; readonly code: string; readonly params: Readonly<Record<string, string>> }
  | { readonly reason: 'address'; readonly problem: AddressProblem };

/** What the form holds. */
export interface FormEntries {
  readonly quantity: string;
  readonly refusal: QuantityRefusal | null;
  readonly wallet: string;
  /** Null while there is nothing to check, or nothing to check with. */
  readonly address: AddressCheck | null;
  readonly walletHolder: HolderName;
  readonly bank: BankView | undefined;
  /** Without blanks. */
  readonly account: string;
  readonly accountHolder: HolderName;
  /** The server's refusal of this very order. */
  readonly refused: { readonly code: string; readonly params: Readonly<Record<string, string>> } | null;
}

/** The fields of a kind's form from top to bottom; the first fieldError is the one that is told. */
export function fieldsOf({ kind }: Offer): readonly FieldName[] {
  if (kind === 'ex') return ['quantity', 'wallet'];
  return kind === 'buy' ? ['quantity', 'wallet', 'bank', 'account'] : ['quantity', 'bank', 'account', 'wallet'];
}

/** What is wrong with a field; null when nothing is. */
export function fieldErrorOf(offer: Offer, field: FieldName, entries: FormEntries): FieldError | null {
  switch (field) {
    case 'quantity':
      return entries.quantity === '' ? MISSING : entries.refusal && refusedFor(entries.refusal);
    case 'wallet':
      return walletError(offer, entries);
    case 'bank':
      return entries.bank ? null : MISSING;
    case 'account':
      return accountError(offer, entries);
  }
}

const MISSING: FieldError = { reason: 'missing' };
const WAITING: FieldError = { reason: 'waiting' };

function walletError(offer: Offer, { wallet, address, walletHolder, refused }: FormEntries): FieldError | null {
  const side = customerWalletOf(offer);
  if (!side) return null;
  if (wallet.trim() === '') return side.required ? MISSING : null;
  if (address && 'problem' in address) return { reason: 'address', problem: address.problem };
  // The name of who pays is for their own check: not to be had is no reason to refuse them.
  const holder = holderError(walletHolder, side.role === 'destination');
  return holder ?? (refused?.code === 'WALLET_ADDRESS_INVALID' ? refusedFor(refused) : null);
}

function accountError(offer: Offer, { account, bank, accountHolder, refused }: FormEntries): FieldError | null {
  if (account === '') return MISSING;
  if (bank && !matchesAccountPattern(bank, account)) {
    const digits = accountDigits(bank);
    return refusedFor({ code: 'BANK_ACCOUNT_INVALID', params: { bank: bank.shortName, ...(digits === null ? {} : { digits }) } });
  }
  const holder = bankRoleOf(offer) === 'destination' ? holderError(accountHolder, true) : null;
  return holder ?? (refused?.code === 'BANK_ACCOUNT_INVALID' ? refusedFor(refused) : null);
}

function holderError(holder: HolderName, mustBeKnown: boolean): FieldError | null {
  if (holder.state === 'waiting') return WAITING;
  if (holder.state === 'invalid') return { reason: 'refused', code: holder.code, params: {} };
  return holder.state === 'unavailable' && mustBeKnown ? { reason: 'refused', code: 'LOOKUP_UNAVAILABLE', params: {} } : null;
}

function refusedFor({ code, params }: { readonly code: string; readonly params: Readonly<Record<string, string>> }): FieldError {
  return { reason: 'refused', code, params };
}

/** Faults that are told as soon as they are known, wherever the customer is; the others when the field is left. */
export function isShownImmediately(field: FieldName, fieldError: FieldError): boolean {
  if (fieldError.reason !== 'refused') return false;
  return field === 'quantity'
    ? fieldError.code === 'QUANTITY_TOO_LARGE'
    : fieldError.code !== 'BANK_ACCOUNT_INVALID' && fieldError.code !== 'WALLET_ADDRESS_INVALID';
}
