import { DAY_MS } from '@quydoi/domain/durations';
import { maxPayoutFee } from '@quydoi/domain/price/payout-fee';
import { z } from 'zod';
import type { KeyedPayouts, PayoutRecord, PayoutRequest, SendOutcome } from '../payout.ts';
import { RailError } from '../rail-error.ts';
import type { JsonCall } from './json-api.ts';
import { readOperations } from './operations.ts';
import { refusalOf, TRAN_ID_USED, troubleOf } from './retval.ts';
import { requireUsableToken } from './token.ts';
import {
  descriptionOf,
  isWmzPurse,
  keyIn,
  OPERATION_TYPES,
  type Operation,
  operation,
  purse,
  timeToDate,
  tranIdOf,
  wmzText,
  wmzUnits,
} from './wire.ts';

const DESCRIPTION_LENGTH_MAX = 255;
/** Everyone pays the same share (0.8 %, at most 50 WMZ), whatever their passport. */
const FEE_FACTS = { pmVerified: true } as const;

const transferred = z.object({ operation });
const purses = z.object({ purses: z.array(z.object({ pursename: z.string(), amount: z.union([z.number(), z.string()]) })) });

/** Our purse and the access to it. */
export interface PurseAccess {
  readonly call: JsonCall;
  /** Our purse, which the token is bound to. */
  readonly ourPurse: string;
}

/**
 * Payouts in WMZ by `Transact`. An attempt is known to WebMoney by its `tranid`, which it takes once, so that the same attempt may be sent again;
 * whether it was paid is told by the operations of our purse under that number.
 */
export function createPayouts(access: PurseAccess): KeyedPayouts {
  return {
    kind: 'keyed',
    maxFee: (amount) => maxPayoutFee('wmz', amount, FEE_FACTS),
    send: (request) => send(access, request),
    find: (request, sentAt, now) => find(access, request, sentAt, now),
    balances: async (now) => new Map([['wmz', await balance(access, now)]]),
  };
}

async function send(access: PurseAccess, request: PayoutRequest): Promise<SendOutcome> {
  const payee = purse(request.destination);
  if (!isWmzPurse(payee)) return { state: 'refused', refusal: 'destination', detail: 'not a WMZ purse' };
  const desc = descriptionOf(request);
  if (request.amount <= 0n || desc.length > DESCRIPTION_LENGTH_MAX) throw new RailError('webmoney', 'refused', 'not-done', 'request out of bounds');
  const tranid = tranIdOf(request.key);
  const fields = {
    reqn: tranid,
    tranid,
    pursedest: payee,
    amount: Number(wmzText(request.amount)),
    period: 0,
    pcode: '',
    desc,
    wminvid: 0,
    onlyauth: 1,
  };
  const answer = await access.call('Transact', fields);
  if (answer.retval === 0) return accepted(access, request, answer.body);
  if (answer.retval === TRAN_ID_USED) return usedBefore(access, request);
  const refusal = answer.retval === null ? null : refusalOf(answer.retval);
  if (refusal === null) throw new RailError('webmoney', 'malformed', 'unknown', `Transact answered ${answer.detail || 'without a code'}`);
  return { state: 'refused', refusal, detail: answer.detail };
}

function accepted({ ourPurse }: PurseAccess, request: PayoutRequest, body: unknown): SendOutcome {
  const { data } = transferred.safeParse(body);
  const isSame = data && data.operation.tranid === tranIdOf(request.key) && isRequested(data.operation, ourPurse, request);
  if (!isSame) throw new RailError('webmoney', 'malformed', 'unknown', 'Transact answered for another transfer');
  return { state: 'accepted', reference: String(data.operation.id), fee: feeOf(data.operation) };
}

/** Outcome of a transfer under a number that WebMoney knows: this attempt's, or that of another key with the same number. */
async function usedBefore(access: PurseAccess, request: PayoutRequest): Promise<SendOutcome> {
  // The period is ignored where a number is given.
  const record = await find(access, request, new Date(0), new Date(0));
  if (record.state === 'refused') return { state: 'refused', refusal: 'temporary', detail: record.detail };
  if (record.state !== 'paid') throw new RailError('webmoney', 'malformed', 'unknown', 'Transact knows the number of a transfer that is not listed');
  return { state: 'accepted', reference: record.reference, fee: record.fee };
}

async function find({ call, ourPurse }: PurseAccess, request: PayoutRequest, sentAt: Date, now: Date): Promise<PayoutRecord> {
  const tranId = tranIdOf(request.key);
  const { rows, unreadable } = await readOperations(call, {
    from: new Date(sentAt.getTime() - DAY_MS),
    to: new Date(now.getTime() + DAY_MS),
    tranId,
  });
  if (unreadable.length > 0) throw new RailError('webmoney', 'malformed', 'unknown', `operations under ${tranId} cannot be read`);
  // Payments to us bear the numbers of their senders.
  const made = rows.filter((row) => !isReceived(row, ourPurse));
  if (made.length === 0) return { state: 'absent' };
  // Whatever else is listed under the number may be this transfer, told otherwise than we expect: never absent.
  if (made.some((row) => row.tranid !== tranId || purse(row.pursesrc) !== ourPurse)) throw anotherUnder(request.key);
  const ours = made.filter((row) => (row.desc ?? '').trim() === descriptionOf(request));
  const [row, ...others] = ours;
  if (!row) return recordOfAnother(made, request);
  if (!isRequested(row, ourPurse, request)) throw anotherUnder(request.key);
  const paid = recordOf(row);
  // An operation that is listed twice is one.
  const duplicates = [...new Set(others.map(({ id }) => String(id)))].filter((id) => id !== String(row.id));
  return paid.state === 'paid' && duplicates.length > 0 ? { ...paid, duplicates } : paid;
}

/** Whether an operation clearly is a payment from another purse into ours. */
function isReceived({ pursesrc, pursedest }: Operation, ourPurse: string): boolean {
  const payer = purse(pursesrc);
  return isWmzPurse(payer) && payer !== ourPurse && purse(pursedest) === ourPurse;
}

/** The number is that of another attempt with the same `tranid`: this one moved nothing, and the next attempt has another number. */
function recordOfAnother(made: readonly Operation[], { key }: PayoutRequest): PayoutRecord {
  const keys = made.map(({ desc }) => keyIn(desc ?? ''));
  const isAnother = keys.every((other) => other !== null && other !== key && tranIdOf(other) === tranIdOf(key));
  if (!isAnother) throw anotherUnder(key);
  return { state: 'refused', detail: 'the transaction number is that of another payout' };
}

function recordOf(row: Operation): PayoutRecord {
  const reference = String(row.id);
  const at = timeToDate(row.datecrt);
  const fee = feeOf(row);
  if (at === null || fee === null) throw new RailError('webmoney', 'malformed', 'unknown', `operation ${reference} has no time or fee`);
  switch (row.opertype) {
    case OPERATION_TYPES.done:
      return { state: 'paid', reference, fee, at };
    case OPERATION_TYPES.returned:
      return { state: 'reversed', reference };
    default:
      return { state: 'pending' };
  }
}

function isRequested(row: Operation, ourPurse: string, request: PayoutRequest): boolean {
  return purse(row.pursesrc) === ourPurse && purse(row.pursedest) === purse(request.destination) && wmzUnits(row.amount) === request.amount;
}

function feeOf({ comiss }: Operation): bigint | null {
  return wmzUnits(comiss ?? 0);
}

function anotherUnder(key: string): RailError {
  return new RailError('webmoney', 'malformed', 'unknown', `WebMoney has another transfer under ${key}`);
}

/** Balance of our purse. Also asks whether the token lets us do all that we do with it, since a payout may be a long time off. */
async function balance({ call, ourPurse }: PurseAccess, now: Date): Promise<bigint> {
  await requireUsableToken(call, ourPurse, now);
  const answer = await call('GetPurses', { reqn: now.getTime(), wmid: '' });
  if (answer.retval !== 0) throw troubleOf('GetPurses', answer);
  const { data } = purses.safeParse(answer.body);
  const ours = data?.purses.find(({ pursename }) => purse(pursename) === ourPurse);
  const units = ours ? wmzUnits(ours.amount) : null;
  if (units === null) throw new RailError('webmoney', 'malformed', 'unknown', 'GetPurses answered without our purse');
  return units;
}
