import { z } from 'zod';
import { RailError } from '../rail-error.ts';
import type { JsonCall } from './json-api.ts';
import { troubleOf } from './retval.ts';
import { dateToTime, type Operation, operation } from './wire.ts';

/** Which operations to read: those of a period, or those under a sender's number. */
export interface OperationFilter {
  readonly from: Date;
  readonly to: Date;
  /** `tranid`; the period is ignored then. */
  readonly tranId?: number;
}

/** Operations of our purse. */
export interface Operations {
  readonly rows: readonly Operation[];
  /** Ids of operations that cannot be read. */
  readonly unreadable: readonly string[];
}

const list = z.object({ operations: z.array(z.unknown()).nullish() });
const named = z.object({ id: z.union([z.number(), z.string()]) });

/**
 * Reads operations of our purse. The answer is a stream that may break off with an error after some operations: only a final `retval` of zero makes
 * it complete.
 * @throws RailError when the answer is not complete
 */
export async function readOperations(call: JsonCall, { from, to, tranId = 0 }: OperationFilter): Promise<Operations> {
  const period = { datestart: dateToTime(from), datefinish: dateToTime(to) };
  const answer = await call('GetOperations', { reqn: to.getTime(), wmtranid: 0, tranid: tranId, ...period });
  if (answer.retval !== 0) throw troubleOf('GetOperations', answer);
  const parsed = list.safeParse(answer.body);
  if (!parsed.success) throw new RailError('webmoney', 'malformed', 'unknown', 'GetOperations answered without operations');
  const rows: Operation[] = [];
  const unreadable: string[] = [];
  for (const [index, row] of (parsed.data.operations ?? []).entries()) {
    const read = operation.safeParse(row);
    if (read.success) rows.push(read.data);
    else unreadable.push(String(named.safeParse(row).data?.id ?? `row ${index} of ${period.datestart}`));
  }
  return { rows, unreadable };
}
