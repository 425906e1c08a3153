import { refsInMemo } from '../memo.ts';
import type { Payment, PaymentFact } from './payment.ts';
import { areAtOneTime, findSameTransfer, haveOnePayee, type KnownPayees, mayBeSameTransfer, tellingOf } from './same-transfer.ts';
import { chainOf, mostInCommon } from './transfer-chain.ts';

/** The journalled payment that a payment read at first hand was taken for, and what that pays: an order, or a deposit to a customer's balance. */
export interface PaymentUse {
  readonly paymentId: string;
  /** Null for deposits. */
  readonly orderId: string | null;
  /** Absent or null for orders. */
  readonly customerId?: string | null;
}

/** A final payment as the signer itself has read it from the provider or the chain. */
export interface FirstHandPayment
  extends Pick<PaymentFact, 'network' | 'source' | 'sourceId' | 'account' | 'reference' | 'unit' | 'amount' | 'memo' | 'payer' | 'paidAt'> {
  /** The journalled payment that the source told of under the same id; null when none was journalled under it. */
  readonly journalledAs: string | null;
  /** Times of the first and the last of its readings that are stored. */
  readonly firstReadAt: Date;
  readonly lastReadAt: Date;
  /** Null while the payment was taken for nothing. */
  readonly use: PaymentUse | null;
}

/** Journalled payments with what was read of each at first hand. */
export interface Confirmation {
  /** By payment id. */
  readonly found: ReadonlyMap<string, FirstHandPayment>;
  /** Payments that this role has not read itself, or whose only record already confirms another payment. */
  readonly missing: readonly Payment[];
}

/**
 * Finds the record of each journalled payment among those read at first hand. One record confirms one payment, for good: a record that was taken
 * for another payment is not found again.
 * @param payees those that the memos of all of them name
 */
export function confirmPayments(payments: readonly Payment[], records: readonly FirstHandPayment[], payees: KnownPayees): Confirmation {
  const found = new Map<string, FirstHandPayment>();
  const missing: Payment[] = [];
  const taken = new Set<FirstHandPayment>();
  for (const payment of payments) {
    const own = records.find(({ use }) => use?.paymentId === payment.id);
    const free = records.filter((record) => record.use === null && !taken.has(record) && isRecordOf(record, payment, payees));
    // References repeat at some banks: among records of one minute the one with the same memo.
    const record = own ?? free.find(({ journalledAs }) => journalledAs === payment.id) ?? free.find(({ memo }) => memo === payment.memo) ?? free[0];
    if (record && isRecordOf(record, payment, payees)) {
      taken.add(record);
      found.set(payment.id, record);
    } else missing.push(payment);
  }
  return { found, missing };
}

/**
 * Whether a record is a payment's. Within a source a payment is its id there, whatever the source tells differently later, such as a reference that it
 * had not got yet; only account and amount have to be the same.
 */
function isRecordOf(record: FirstHandPayment, payment: Payment, payees: KnownPayees): boolean {
  if (record.network !== payment.network || record.unit !== payment.unit) return false;
  if (record.journalledAs !== null) {
    return record.journalledAs === payment.id && record.account === payment.account && record.amount === payment.amount;
  }
  return record.reference === payment.reference && findSameTransfer(record, [payment], payees) !== null;
}

type IsOwn = (row: FirstHandPayment) => boolean;

/**
 * Whether a record's transfer was taken for no payment. Each list tells a transfer once (`transfersOf`), so that records alike are as many transfers as
 * the list with most of them has, and no money pays twice because two providers tell of it. So are those among them that are more alike: with the
 * record's memo, at its time, and told alike. Another payment of the amount may seem to be of the same transfer while its memo is not told, or because it
 * has none; it lends its transfer to no row that was paid already. Records that a chain links to this one are as many transfers as they must be at least
 * (`fewestTransfersIn`).
 * @param nearby records of the network, the record itself among them: all that may be of the same transfer, or of its chain
 * @param payees those that their memos name
 * @param isOwn whether a row that its list told again is known to be a transfer of its own
 */
export function isTransferFree(
  record: FirstHandPayment,
  nearby: readonly FirstHandPayment[],
  payees: KnownPayees,
  isOwn: IsOwn = () => false,
): boolean {
  const same = nearby.filter((other) => mayBeSameTransfer(record, other, payees));
  const ofPayee = same.filter((other) => haveOnePayee(record, other, payees));
  const atOnce = ofPayee.filter((other) => areAtOneTime(record, other));
  const telling = tellingOf(record);
  // Which rows are transfers of their own may be known of another list's.
  const toldAlike = telling === null || atOnce.some(isOwn) ? atOnce : atOnce.filter((other) => tellingOf(other) === telling);
  if (![same, ofPayee, atOnce, toldAlike].every((rows) => usesOf(rows) < transfersToldIn(rows, isOwn))) return false;
  const chain = chainOf(record, nearby, payees);
  return usesOf(chain) < transfersToldIn(chain, isOwn) || usesOf(chain) < fewestTransfersIn(chain, payees, isOwn);
}

function usesOf(rows: readonly FirstHandPayment[]): number {
  return rows.filter(({ use }) => use !== null).length;
}

/** How many transfers records that may be alike are: as many as the list with most of them tells. */
function transfersToldIn(rows: readonly FirstHandPayment[], isOwn: IsOwn): number {
  return Math.max(0, ...transfersByList(rows, isOwn).map(({ length }) => length));
}

/** How many transfers the records of a chain are at least: those of two lists, but for as many as both can have told. */
function fewestTransfersIn(chain: readonly FirstHandPayment[], payees: KnownPayees, isOwn: IsOwn): number {
  const lists = transfersByList(chain, isOwn);
  const pairs = lists.flatMap((one, index) => lists.slice(index + 1).map((other) => [one, other] as const));
  return Math.max(0, ...pairs.map(([one, other]) => one.length + other.length - mostInCommon(one, other, payees)));
}

function transfersByList(rows: readonly FirstHandPayment[], isOwn: IsOwn): FirstHandPayment[][] {
  return [...Map.groupBy(rows, ({ source }) => source).values()].map((told) => transfersOf(told, isOwn));
}

/**
 * The rows of one list that tell a transfer each. Rows that differ in their ids alone are as many as were read first, all at once: a list that gives its
 * rows new ids, as where an account is linked anew, tells them again later. Of those, each that is known to be a transfer of its own is one more.
 */
function transfersOf(rows: readonly FirstHandPayment[], isOwn: IsOwn): FirstHandPayment[] {
  const tellings = Map.groupBy(rows, (row) => tellingOf(row) ?? row);
  return [...tellings.values()].flatMap((told) => {
    const later = new Set(readLater(told));
    const transfers = told.filter((row) => !later.has(row) || isOwn(row));
    if (later.size < told.length) return transfers;
    // Where all were read again later, as with their memos, one that was read first is the first nevertheless.
    const first = firstReadOf(told);
    return [...transfers, ...told.filter((row) => row.firstReadAt.getTime() === first && !isOwn(row)).slice(0, 1)];
  });
}

/** The rows that were read after the first of those that differ in their ids alone. */
function readLater(told: readonly FirstHandPayment[]): FirstHandPayment[] {
  const first = firstReadOf(told);
  // By its last reading, so that a copy of its row, which a stolen login could add, makes it no earlier.
  return told.filter(({ lastReadAt }) => lastReadAt.getTime() > first);
}

function firstReadOf(told: readonly FirstHandPayment[]): number {
  return Math.min(...told.map(({ firstReadAt }) => firstReadAt.getTime()));
}

/** The rows that may be of a record's transfer and that their list told before under another id: copies, or transfers of their own. */
export function rowsToldAgain(record: FirstHandPayment, nearby: readonly FirstHandPayment[], payees: KnownPayees): FirstHandPayment[] {
  const same = nearby.filter((other) => mayBeSameTransfer(record, other, payees));
  const tellings = Map.groupBy(same, (row) => (tellingOf(row) === null ? row : `${row.source} ${tellingOf(row)}`));
  return [...tellings.values()].flatMap(readLater);
}

/** Whether an unused record may have been read before its bank filled in the memo: it names none of the orders that the payment's memo may name. */
export function mayLackMemo(record: FirstHandPayment, payment: Pick<Payment, 'memo'>): boolean {
  const named = refsInMemo(payment.memo);
  const known = refsInMemo(record.memo);
  return record.use === null && named.length > 0 && !named.some((ref) => known.includes(ref));
}

/** Why a payment is not confirmed, in plain words for operators. @param records those read at first hand that may be the payment's */
export function explainMissing(payment: Payment, records: readonly FirstHandPayment[]): string {
  const own = records.find(({ journalledAs }) => journalledAs === payment.id);
  const other = records.find(({ use }) => use !== null && use.paymentId !== payment.id);
  if (own && (own.account !== payment.account || own.amount !== payment.amount)) return 'its provider tells another account or amount now';
  if (own?.use && own.use.paymentId !== payment.id) return 'what the signer has read of it was used for another payment';
  if (!own && other) return 'the only one like it in the signer’s own reading was used for another payment';
  return 'the signer has not found it at its provider';
}
