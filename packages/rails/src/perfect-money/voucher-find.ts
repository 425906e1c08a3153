import { DAY_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { KnownReferences, PayoutRecord, PayoutRequest } from '../payout.ts';
import { RailError } from '../rail-error.ts';
import { type Call, troubleOf } from './call.ts';
import { readHistory } from './history.ts';
import { listVouchers, type VoucherList, type VoucherRow } from './voucher-list.ts';
import { historyRange } from './wire.ts';

/** Highest fee of a creation, where the history does not tell the one that was charged. */
type Tariff = (amount: bigint) => bigint;

/**
 * Looks the creation of a voucher up in the list of those that we have created. With its batch, the row of that batch tells. Without, vouchers of its
 * amount that were created since, and that no other attempt has, are its own: Perfect Money keeps no reference of ours. Used ones count too.
 * @throws RailError when list or history cannot be read, or a row that cannot be read might be the voucher
 */
export async function findVoucher(
  call: Call,
  payer: string,
  tariff: Tariff,
  request: PayoutRequest,
  period: { readonly sentAt: Date; readonly now: Date },
  known: KnownReferences | undefined,
): Promise<PayoutRecord> {
  if (known === undefined) throw new RailError('perfect-money', 'refused', 'not-done', 'vouchers are told apart by known references only');
  const [from, to] = [new Date(period.sentAt.getTime() - DAY_MS), new Date(period.now.getTime() + DAY_MS)];
  const list = await listVouchers(call, from, to);
  const found =
    known.own === null ? ofTime(list, payer, request.amount, period.sentAt, known.others) : ofBatch(list, payer, request.amount, known.own);
  const [first, ...others] = found;
  if (!first) return { state: 'absent' };
  const fee = (await chargeOf(call, first, from, to)) ?? tariff(request.amount);
  const duplicates = others.map(({ batch }) => batch);
  return {
    state: 'paid',
    reference: first.batch,
    fee,
    at: first.createdAt,
    ...(duplicates.length > 0 ? { duplicates } : {}),
    voucher: first.voucher,
  };
}

function ofBatch({ rows, unreadable }: VoucherList, payer: string, amount: bigint, batch: string): VoucherRow[] {
  const [row] = rows.filter((each) => each.batch === batch);
  if (!row && unreadable.some((each) => each.batch === null || each.batch === batch)) throw unreadableError();
  if (row && (row.payer !== payer || row.amount !== amount))
    throw new RailError('perfect-money', 'malformed', 'unknown', `evcsv.asp has another voucher under batch ${batch}`);
  return row ? [row] : [];
}

/** How far the issuer's clock may be behind ours, whole minutes of its list included. Vouchers of other attempts are known by their batches. */
const CLOCK_MARGIN_MS = 10 * MINUTE_MS;

function ofTime({ rows, unreadable }: VoucherList, payer: string, amount: bigint, sentAt: Date, others: ReadonlySet<string>): VoucherRow[] {
  const sinceMs = sentAt.getTime() - CLOCK_MARGIN_MS;
  const isNew = (createdAt: Date | null, batch: string | null) =>
    (createdAt === null || createdAt.getTime() >= sinceMs) && (batch === null || !others.has(batch));
  const created = rows.filter((row) => row.payer === payer && row.amount === amount && isNew(row.createdAt, row.batch));
  const found = [...new Map(created.map((row) => [row.batch, row])).values()].sort(byAge);
  if (found.length === 0 && unreadable.some((row) => isNew(row.createdAt, row.batch))) throw unreadableError();
  return found;
}

function byAge(a: VoucherRow, b: VoucherRow): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (BigInt(a.batch) < BigInt(b.batch) ? -1 : 1);
}

function unreadableError(): RailError {
  return new RailError('perfect-money', 'malformed', 'unknown', 'evcsv.asp has rows that cannot be read');
}

/** What a creation cost beyond its face value, by the history; null when the history does not show it. */
async function chargeOf(call: Call, { batch, amount, payer, createdAt }: VoucherRow, from: Date, to: Date): Promise<bigint | null> {
  const day = (ms: number) => new Date(Math.min(Math.max(ms, from.getTime()), to.getTime()));
  const range = historyRange(day(createdAt.getTime() - DAY_MS), day(createdAt.getTime() + DAY_MS));
  const answer = await call('historycsv.asp', { ...range, paymentsmade: '1', batchfilter: batch });
  const history = answer.isOk ? readHistory(answer.text) : null;
  if (history === null) throw troubleOf(answer);
  const charge = history.rows.find((row) => row.type === 'charge' && row.batch === batch && row.payer === payer);
  if (!charge) return null;
  // Whether a charge's amount holds the fee is not documented.
  return charge.fee === 0n && charge.amount > amount ? charge.amount - amount : charge.fee;
}
