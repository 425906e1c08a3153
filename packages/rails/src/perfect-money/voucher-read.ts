import { DAY_MS } from '@quydoi/domain/durations';
import { RailError } from '../rail-error.ts';
import type { IssuedVoucher } from '../voucher.ts';
import type { Call } from './call.ts';
import { listVouchers } from './voucher-list.ts';

/** How long after its creation a voucher may have been recorded: one whose answer was lost is, once the list tells it. */
const RECORDED_LATE_MS = 14 * DAY_MS;

/**
 * Reads one of our own vouchers in the list of those that we have created; null when it is not there.
 * @param recordedAt when the voucher was recorded here
 * @throws RailError when it cannot be read
 */
export async function readVoucher(call: Call, payer: string, number: string, recordedAt: Date): Promise<IssuedVoucher | null> {
  const [from, to] = [new Date(recordedAt.getTime() - RECORDED_LATE_MS), new Date(recordedAt.getTime() + DAY_MS)];
  const { rows, unreadable } = await listVouchers(call, from, to, { ev_number: number });
  const row = rows.find((each) => each.voucher.number === number && each.payer === payer);
  const isUnclear = row ? row.activated !== null && row.activated.at === null : unreadable.some((each) => (each.number ?? number) === number);
  if (isUnclear) throw new RailError('perfect-money', 'malformed', 'unknown', 'evcsv.asp has rows that cannot be read');
  if (!row) return null;
  const { activated } = row;
  return {
    number,
    reference: row.batch,
    amount: row.amount,
    createdAt: row.createdAt,
    activated: activated?.at ? { at: activated.at, account: activated.account } : null,
  };
}
