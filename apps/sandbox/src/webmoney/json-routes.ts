import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { DAY_MS } from '@quydoi/domain/durations';
import { formatDecimal, parseDecimal } from '@quydoi/domain/money';
import { type Context, Hono } from 'hono';
import { dropConnection } from '../drop-connection.ts';
import type { ProviderFaults } from '../faults.ts';
import { gatewayPage, HANGS_MS } from '../gateway-page.ts';
import type { WebMoneyBook, WebMoneyOperation } from './book.ts';
import type { WebMoneyFault } from './faults.ts';
import { isPurse, stateOf } from './holders.ts';
import type { WebMoneyOptions } from './options.ts';

const SCALE = 2;
const TRAN_ID_MAX = Number.MAX_SAFE_INTEGER;
const DESCRIPTION_LENGTH_MAX = 255;
/** Longest period of one list. */
const PERIOD_MAX_MS = 100 * DAY_MS;
/** `retval` values: of a list that is too long, and of an internal error that says nothing about a transfer. */
const TOO_MANY = 1004;
const INTERNAL_ERROR = 15;

type Settings = WebMoneyOptions & { readonly now: () => Date };
type WebMoneyContext = Context<{ Bindings: HttpBindings }>;
type Fields = Readonly<Record<string, unknown>>;

/** WebMoney's JSON interfaces, authorized by a token. */
export function jsonRoutes(book: WebMoneyBook, faults: ProviderFaults<WebMoneyFault>, settings: Settings): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const page = (name: string, work: (c: WebMoneyContext, fields: Fields) => Response) => {
    app.all(`/json/V1/${name}.ashx`, async (c) => {
      if (c.req.method !== 'POST') return c.json({ retval: 405, retdesc: 'Method not allowed. Use POST.' }, 405);
      if (faults.take('forbidden')) return gatewayPage(c, 403);
      if (faults.take('unauthorized-page')) return gatewayPage(c, 401);
      if (name === 'GetOperations' && faults.take('hangs')) await sleep(HANGS_MS);
      const isKnown = c.req.header('authorization') === `Bearer ${settings.token}`;
      if (!isKnown || faults.take('token-expired')) return c.json({ retval: 401, retdesc: 'Authorization error: the token has expired' }, 401);
      const fields: unknown = await c.req.json().catch(() => null);
      if (typeof fields !== 'object' || fields === null) return c.json({ retval: -3, retdesc: 'Request processing error' }, 400);
      return work(c, fields as Fields);
    });
  };
  page('Introspect', (c) => c.json(introspect(settings)));
  page('GetPurses', (c, { reqn }) => c.json({ reqn, purses: [purseRow(book, settings)], retval: 0, retdesc: 'OK' }));
  page('GetOperations', (c, fields) => listOperations(c, fields, book, faults, settings));
  page('Transact', (c, fields) => transact(c, fields, book, faults, settings));
  return app;
}

function introspect({ purse, wmid, now }: Settings) {
  const seconds = Math.floor(now().getTime() / 1_000);
  return { active: true, token_type: 'Bearer', scope: 'trans transHist balance', exp: seconds + 86_400, iat: seconds, sub: wmid, slave: wmid, purse };
}

function purseRow(book: WebMoneyBook, { purse, now }: Settings) {
  return { id: 1, pursename: purse, amount: numberOf(book.balance(purse, now())), desc: 'exchange', income: true, incomestate: 0 };
}

function listOperations(c: WebMoneyContext, fields: Fields, book: WebMoneyBook, faults: ProviderFaults<WebMoneyFault>, settings: Settings): Response {
  if (faults.take('operations-unavailable')) return c.text('Service Unavailable', 503);
  const { reqn, tranid = 0, wmtranid = 0 } = fields;
  const [from, to] = [timeOf(fields.datestart), timeOf(fields.datefinish)];
  const isByNumber = Number(tranid) > 0 || Number(wmtranid) > 0;
  if (!isByNumber && (from === null || to === null || to < from))
    return c.json({ reqn, retval: -3, retdesc: 'Request processing error: dates' }, 400);
  if (!isByNumber && Number(to) - Number(from) > PERIOD_MAX_MS) return c.json({ reqn, operations: [], retval: TOO_MANY, retdesc: 'too wide' });
  const now = settings.now();
  const listed = book.of(settings.purse, now).filter((operation) => {
    if (operation.visibleAt > now) return false;
    if (Number(wmtranid) > 0) return operation.id === Number(wmtranid);
    if (Number(tranid) > 0) return operation.tranId === Number(tranid);
    return operation.at.getTime() >= Number(from) && operation.at.getTime() <= Number(to);
  });
  const isPartial = faults.take('operations-partial');
  const shown = isPartial ? listed.slice(0, Math.floor(listed.length / 2)) : listed;
  const rows: object[] = shown.map((operation) => operationRow(operation, now));
  if (!isByNumber && faults.take('operations-unreadable-row')) rows.push({ id: 1_999_999_999, amount: 'much' });
  const end = isPartial ? { retval: -2, retdesc: 'Partial data followed by error' } : { retval: 0, retdesc: 'OK' };
  return c.json({ reqn, operations: rows, ...end });
}

function transact(c: WebMoneyContext, fields: Fields, book: WebMoneyBook, faults: ProviderFaults<WebMoneyFault>, settings: Settings): Response {
  const { reqn, tranid, pursedest, desc = '' } = fields;
  const answer = (retval: number, retdesc: string, more: object = {}) => c.json({ reqn, retval, retdesc, ...more });
  if (faults.take('transfer-dropped')) return dropConnection(c);
  if (faults.take('transfer-unclear')) return answer(INTERNAL_ERROR, 'internal error');
  if (faults.take('not-enough-money')) return answer(17, 'not enough money in purse');
  if (faults.take('recipient-limit')) return answer(58, "recipient's limit exceeded");
  const amount = amountOf(fields.amount);
  const payee = String(pursedest ?? '');
  if (!Number.isInteger(tranid) || Number(tranid) <= 0 || Number(tranid) > TRAN_ID_MAX) return answer(-5, 'wrong tranid');
  if (typeof desc !== 'string' || desc.length > DESCRIPTION_LENGTH_MAX) return answer(-9, 'wrong desc');
  if (amount === null) return answer(13, 'the amount must be above zero');
  const refusal = refusalOf(payee, settings.purse);
  if (refusal) return answer(...refusal);
  const at = settings.now();
  const visibleAt = new Date(at.getTime() + (faults.take('operations-delayed') ? settings.pace.listDelayMs : 0));
  const booked = book.pay({
    at,
    visibleAt,
    payer: settings.purse,
    payee,
    amount,
    tranId: Number(tranid),
    orderNo: 0,
    description: desc.trim(),
    protection: null,
  });
  if (booked === 'number-used') return answer(103, 'tranid was used before');
  if (booked === 'short') return answer(17, 'not enough money in purse');
  if (faults.take('transfer-applied-dropped')) return dropConnection(c);
  if (faults.take('transfer-applied-500')) return c.text('Internal Server Error', 500);
  if (faults.take('transfer-applied-unclear')) return answer(INTERNAL_ERROR, 'internal error');
  return answer(0, 'OK', { operation: operationRow(booked, at) });
}

/** Why a purse takes no transfer. */
function refusalOf(payee: string, ours: string): [number, string] | null {
  if (!/^Z\d{12}$/.test(payee)) return [/^[A-Z]\d{12}$/.test(payee) ? 29 : -7, 'wrong purse'];
  if (payee === ours) return [26, 'the same purse'];
  if (!isPurse(payee)) return [7, 'no such purse'];
  const state = stateOf(payee);
  if (state === 'refuses-strangers') return [35, 'the recipient takes payments from correspondents only'];
  return state === 'limited' ? [58, "recipient's limit exceeded"] : null;
}

/** Values of `opertype`. */
const OPERATION_TYPES = { done: 0, protected: 4, returned: 12 } as const;

/** An operation as the interfaces write it. Its payer's code makes a protected one an operation like any other, changed at that time. */
function operationRow(operation: WebMoneyOperation, now: Date) {
  const { id, tranId, payer, payee, amount, fee, orderNo, description, at, protection, returnedAt } = operation;
  const isReturned = returnedAt !== undefined && returnedAt <= now;
  const isDone = protection === null || protection.doneAt <= now;
  return {
    id,
    ts: id,
    tranid: tranId,
    pursesrc: payer,
    pursedest: payee,
    amount: numberOf(amount),
    comiss: numberOf(fee),
    opertype: isReturned ? OPERATION_TYPES.returned : isDone ? OPERATION_TYPES.done : OPERATION_TYPES.protected,
    period: protection?.days ?? 0,
    wminvid: 0,
    orderid: orderNo,
    desc: description,
    datecrt: at.toISOString(),
    dateupd: (isReturned ? returnedAt : protection && isDone ? protection.doneAt : at).toISOString(),
  };
}

function numberOf(units: bigint): number {
  return Number(formatDecimal(units, SCALE));
}

/** Hundredths of an amount field; null unless it is above zero with at most two decimals. */
function amountOf(value: unknown): bigint | null {
  const units = typeof value === 'number' ? parseDecimal(String(value), SCALE) : null;
  return units !== null && units > 0n ? units : null;
}

/** Milliseconds of a date field in UTC; null if invalid. */
function timeOf(value: unknown): number | null {
  const ms = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(value) ? Date.parse(`${value}Z`) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}
