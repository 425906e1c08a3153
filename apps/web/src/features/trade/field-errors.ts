import type { BankView } from '@quydoi/contract/config';
import type { AddressCheck, AddressRejection } from '@quydoi/domain/address/outcome';
import { mayBeSecret } from '@quydoi/domain/address/secret';
import type { QuantityRefusal } from '@quydoi/domain/limits';
import { isUnclear } from '../../lib/quantity-text.ts';
import type { HolderName } from '../../lib/use-holder-name.ts';
import type { TradeOption } from './offer.ts';
import { accountDigits, bankRoleOf, customerWalletOf, matchesAccountPattern } from './order-input.ts';

/** Validated fields of the trade form. */
export type FieldName = 'quantity' | 'wallet' | 'bank' | 'account' | 'holder';

/** Validation state that blocks the order: the entry is missing or not understood, its lookup is pending, it is rejected, or it is no valid address. */
export type FieldError =
  | { readonly reason: 'missing' }
  | { readonly reason: 'unclear' }
  | { readonly reason: 'waiting' }
  | { readonly reason: 'refused'; readonly code: string; readonly params: Readonly<Record<string, string>> }
  | ({ readonly reason: 'address' } & AddressRejection);

/** Entries of the trade form with their lookup and validation results. */
export interface FormEntries {
  readonly quantity: string;
  readonly refusal: QuantityRefusal | null;
  readonly wallet: string;
  /** Null if the wallet is empty or the validation code has not loaded. */
  readonly address: AddressCheck | null;
  readonly walletHolder: HolderName;
  readonly bank: BankView | undefined;
  /** Without blanks. */
  readonly account: string;
  readonly accountHolder: HolderName;
  /** Name of the account's holder as typed, where it cannot be looked up; empty if there is none. */
  readonly typedHolder: string;
  /** Error code with which the server rejected this order. */
  readonly refused: { readonly code: string; readonly params: Readonly<Record<string, string>> } | null;
}

/** Fields of a form from top to bottom; the first error is shown at the submit button. */
export function fieldsOf({ kind }: TradeOption): readonly FieldName[] {
  if (kind === 'ex') return ['quantity', 'wallet'];
  return kind === 'buy' ? ['quantity', 'wallet', 'bank', 'account'] : ['quantity', 'bank', 'account', 'holder', 'wallet'];
}

/** Validates a field; null if it is valid. */
export function fieldErrorOf(offer: TradeOption, field: FieldName, entries: FormEntries): FieldError | null {
  switch (field) {
    case 'quantity':
      if (isUnclear(entries.quantity)) return UNCLEAR;
      return entries.quantity === '' ? MISSING : entries.refusal && refusedFor(entries.refusal);
    case 'wallet':
      return walletError(offer, entries);
    case 'bank':
      return entries.bank ? null : MISSING;
    case 'account':
      return accountError(offer, entries);
    case 'holder':
      return mayTypeHolder(entries.accountHolder) && entries.typedHolder === '' ? MISSING : null;
  }
}

const MISSING: FieldError = { reason: 'missing' };
const UNCLEAR: FieldError = { reason: 'unclear' };
const WAITING: FieldError = { reason: 'waiting' };

function walletError(offer: TradeOption, { wallet, address, walletHolder, refused }: FormEntries): FieldError | null {
  const side = customerWalletOf(offer);
  if (!side) return null;
  if (wallet.trim() === '') return side.required ? MISSING : null;
  if (address && 'problem' in address) return { reason: 'address', ...address };
  // Not even to the server, where the validation has not loaded.
  if (address === null && mayBeSecret(wallet)) return refusedFor({ code: 'WALLET_ADDRESS_INVALID', params: { currency: side.currency.name } });
  // The name of a sending wallet's holder is only for the customer's own check, so an unavailable lookup does not block the order.
  const holder = holderError(walletHolder, side.role === 'destination');
  return holder ?? (refused?.code === 'WALLET_ADDRESS_INVALID' ? refusedFor(refused) : null);
}

function accountError(offer: TradeOption, { account, bank, accountHolder, refused }: FormEntries): FieldError | null {
  if (account === '') return MISSING;
  if (bank && !matchesAccountPattern(bank, account)) {
    const digits = accountDigits(bank);
    return refusedFor({ code: 'BANK_ACCOUNT_INVALID', params: { bank: bank.shortName, ...(digits === null ? {} : { digits }) } });
  }
  const holder = bankRoleOf(offer) === 'destination' ? holderError(accountHolder, !mayTypeHolder(accountHolder)) : null;
  return holder ?? (refused?.code === 'BANK_ACCOUNT_INVALID' ? refusedFor(refused) : null);
}

function holderError(holder: HolderName, mustBeKnown: boolean): FieldError | null {
  if (holder.state === 'waiting') return WAITING;
  if (holder.state === 'invalid') return { reason: 'refused', code: holder.code, params: {} };
  return holder.state === 'unavailable' && mustBeKnown ? { reason: 'refused', code: 'LOOKUP_UNAVAILABLE', params: {} } : null;
}

/** Whether the name of an account's holder is asked for, because it cannot be looked up. */
export function mayTypeHolder(holder: HolderName): boolean {
  return holder.state === 'unavailable' && holder.mayType === true;
}

function refusedFor({ code, params }: { readonly code: string; readonly params: Readonly<Record<string, string>> }): FieldError {
  return { reason: 'refused', code, params };
}

/**
 * Whether an error is shown immediately; the others are shown once the field loses focus, or typing in it has paused. No further typing makes an address of what is something else.
 */
export function isShownImmediately(field: FieldName, fieldError: FieldError): boolean {
  if (fieldError.reason === 'address') return fieldError.instead !== undefined;
  if (fieldError.reason !== 'refused') return false;
  return field === 'quantity'
    ? fieldError.code === 'QUANTITY_TOO_LARGE'
    : fieldError.code !== 'BANK_ACCOUNT_INVALID' && fieldError.code !== 'WALLET_ADDRESS_INVALID';
}
