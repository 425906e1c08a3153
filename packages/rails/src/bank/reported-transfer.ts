import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { RailError } from '../rail-error.ts';

/** Plausibility limit of a transfer, in dong. */
export const TRANSFER_DONG_MAX = 10_000_000_000_000;
const REFERENCE_LENGTH_MAX = 200;

/** Sources of bank transfers. */
export type BankSource = 'sepay-webhook' | 'sepay-list' | 'casso-webhook' | 'casso-list';

/** A provider that reports transfers into our bank accounts. */
export type Reporter = 'SePay' | 'Casso';

/** What a provider's webhook or list tells of a transfer. Absent texts are null or empty. */
export interface ReportedTransfer {
  readonly account: string;
  /** Virtual account that was paid to, of which `account` is the main account. */
  readonly subAccount: string | null | undefined;
  readonly reference: string | null | undefined;
  readonly amount: number;
  readonly memo: string | null | undefined;
  /** Null when the provider's time is malformed. */
  readonly paidAt: Date | null;
  readonly source: BankSource;
  readonly sourceId: string;
}

/** Converts a transfer to a payment. @throws RailError trouble `malformed` for values that no transfer can have */
export function factOf(told: ReportedTransfer): PaymentFact {
  const { account, amount, paidAt, source, sourceId } = told;
  const reporter = source.startsWith('casso') ? 'Casso' : 'SePay';
  if (!Number.isInteger(amount) || amount < 1 || amount > TRANSFER_DONG_MAX) throw malformed(reporter, source, 'amount');
  if (!paidAt) throw malformed(reporter, source, 'time');
  const reference = clean(told.reference ?? '');
  if (reference.length > REFERENCE_LENGTH_MAX) throw malformed(reporter, source, 'reference');
  const subAccount = clean(told.subAccount ?? '');
  return {
    network: 'bank',
    account,
    ...(subAccount === '' ? {} : { subAccount }),
    reference,
    unit: 'vnd',
    amount: BigInt(amount),
    exactAmount: null,
    memo: clean(told.memo ?? ''),
    payer: null,
    payerName: null,
    paidAt,
    confirmed: true,
    source,
    sourceId,
  };
}

/** Converts a row of a list to a payment; null for values that no transfer can have: a malformed row must not fail the others. */
export function factOrNull(told: ReportedTransfer): PaymentFact | null {
  try {
    return factOf(told);
  } catch (error) {
    if (error instanceof RailError && error.trouble === 'malformed') return null;
    throw error;
  }
}

/** Parses JSON; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error of an unreadable answer or webhook. */
export function malformed(reporter: Reporter, what: string, where: string): RailError {
  return new RailError('bank', 'malformed', 'unknown', `${reporter} ${what} cannot be read: ${where || 'not JSON'}`);
}

/** Removes control characters and lone surrogates, which PostgreSQL rejects. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}
