import { setTimeout as sleep } from 'node:timers/promises';
import { Hono, type MiddlewareHandler } from 'hono';
import type { ProviderFaults } from '../../faults.ts';
import { gatewayPage, HANGS_MS } from '../../gateway-page.ts';
import type { BankFault } from '../faults.ts';
import type { BankPace } from '../options.ts';
import { type BankBook, type BankTransfer, memoTold } from './book.ts';
import { fromVnTime, toVnTime } from './time.ts';

const PAGE_SIZE = 20;
const PAGE_SIZE_MAX = 100;
/** Rows of a page from which on `list-format-changed` shows: fewer that cannot be read might be bad rows. */
export const RENAMED_ROWS_MIN = 3;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Settings of SePay's API. */
export interface SePayApiSettings {
  /** API tokens of the account; the rate limit is for all of them together. */
  readonly tokens: readonly string[];
  /** Accounts that SePay watches. */
  readonly linkedAccounts: readonly string[];
  readonly pace: BankPace;
  readonly now: () => Date;
}

/** SePay API v2: the list of transactions of the linked accounts, by the banks' times. */
export function sePayRoutes(book: BankBook, faults: ProviderFaults<BankFault>, settings: SePayApiSettings): Hono {
  const app = new Hono();
  const isWithinRate = limiter(settings);
  const admit: MiddlewareHandler = async (c, next) => {
    if (!isWithinRate()) return c.json(problem('RATE_LIMITED', 'Too Many Requests'), 429, { 'Retry-After': '1' });
    if (!settings.tokens.some((token) => c.req.header('authorization') === `Bearer ${token}`))
      return c.json(problem('UNAUTHORIZED', 'Invalid API token'), 401);
    return next();
  };
  app.get('/v2/transactions', admit, async (c) => {
    if (faults.take('list-unavailable')) return c.text('Service Unavailable', 503);
    if (faults.take('list-forbidden')) return gatewayPage(c, 403);
    if (faults.take('list-unauthorized-page')) return gatewayPage(c, 401);
    if (faults.take('list-hangs')) await sleep(HANGS_MS);
    if (c.req.query('transaction_date_from') !== undefined && faults.take('list-dates-unavailable')) return c.text('Gateway Time-out', 504);
    if (faults.take('feed-renumbered')) book.renumber();
    const query = readQuery(book, c.req.query());
    if (typeof query === 'string') return c.json(problem('VALIDATION_FAILED', query), 422);
    if (query.transferType === 'out') return c.json(envelope([], 0, query.page, query.perPage, settings.now()));
    const { page, perPage, after, from } = query;
    const asked = { accounts: settings.linkedAccounts, after, from, now: settings.now() };
    const isEndless = faults.take('list-endless');
    const { transfers, total } = book.page(asked, perPage, isEndless ? 0 : (page - 1) * perPage);
    const answer = envelope(transfers, isEndless ? total + page * perPage : total, page, perPage, asked.now);
    const isChanged = transfers.length >= RENAMED_ROWS_MIN && faults.take('list-format-changed');
    return c.json(isChanged ? { ...answer, data: answer.data.map(renameFields) } : answer);
  });
  app.get('/v2/bank-accounts', admit, (c) => {
    const { page = '1', per_page = String(PAGE_SIZE) } = c.req.query();
    const first = (Number(page) - 1) * Number(per_page);
    const accounts = settings.linkedAccounts.slice(first, first + Number(per_page)).map((account) => linkedAccount(book, account, settings.now()));
    return c.json(listOf(accounts, settings.linkedAccounts.length, Number(page), Number(per_page)));
  });
  return app;
}

interface ListQuery {
  readonly after: BankTransfer | null;
  readonly from: Date | null;
  readonly page: number;
  readonly perPage: number;
  readonly transferType: string | undefined;
}

/** @returns the query, or an error message */
function readQuery(book: BankBook, query: Readonly<Record<string, string>>): ListQuery | string {
  const page = Number(query.page ?? 1);
  const perPage = Number(query.per_page ?? PAGE_SIZE);
  if (!Number.isInteger(page) || page < 1) return 'page is invalid';
  if (!Number.isInteger(perPage) || perPage < 1 || perPage > PAGE_SIZE_MAX) return `per_page must be 1-${PAGE_SIZE_MAX}`;
  const sort = query.transaction_date_sort;
  if (sort !== undefined && sort !== 'asc') return 'only transaction_date_sort=asc is simulated';
  const transferType = query.transfer_type;
  if (transferType !== undefined && transferType !== 'in' && transferType !== 'out') return 'transfer_type must be in or out';
  const fromText = query.transaction_date_from;
  const from = fromText === undefined ? null : fromVnTime(fromText);
  if (fromText !== undefined && !from) return 'transaction_date_from is invalid';
  const sinceId = query.since_id;
  if (sinceId === undefined) return { after: null, from, page, perPage, transferType };
  const since = UUID.test(sinceId) ? book.byUuid(sinceId) : null;
  return since ? { after: since, from, page, perPage, transferType } : 'since_id is invalid';
}

/** A linked account, with its balance as far as the bank's feed has told SePay. */
function linkedAccount(book: BankBook, account: string, now: Date) {
  const told = book.to(account).filter(({ fedAt }) => fedAt <= now);
  const newest = told.at(-1);
  return {
    id: '00000000-0000-4000-8000-000000000001',
    account_holder_name: 'QUY DOI',
    account_number: account,
    accumulated: told.reduce((sum, { amount }) => sum + amount, 0),
    last_transaction: newest ? toVnTime(newest.at) : null,
    label: '',
    active: '1',
    bank_short_name: 'Vietcombank',
    bank_full_name: 'Vietcombank',
    bank_code: 'VCB',
  };
}

function envelope(transfers: readonly BankTransfer[], total: number, page: number, perPage: number, now: Date) {
  return listOf(
    transfers.map((transfer) => ({
      id: transfer.uuid,
      transaction_date: toVnTime(transfer.at),
      account_number: transfer.payee,
      va: transfer.va,
      transfer_type: 'in',
      amount_in: transfer.amount,
      amount_out: 0,
      accumulated: 0,
      transaction_content: memoTold(transfer, now),
      reference_number: transfer.reference,
      code: null,
      bank_brand_name: 'Vietcombank',
      bank_account_id: '00000000-0000-4000-8000-000000000001',
      va_id: null,
      webhook_success: 0,
    })),
    total,
    page,
    perPage,
  );
}

function listOf(data: readonly object[], total: number, page: number, perPage: number) {
  const pagination = {
    total,
    per_page: perPage,
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / perPage)),
    has_more: page * perPage < total,
  };
  return { status: 'success', data, meta: { pagination } };
}

/** A row of which the provider names the fields otherwise, except its id. */
export function renameFields(row: object): object {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name === 'id' ? name : `${name}_v3`, value]));
}

function problem(code: string, message: string) {
  return { status: 'error', error_code: code, message };
}

function limiter({ pace, now }: SePayApiSettings): () => boolean {
  let recentMs: number[] = [];
  return () => {
    const nowMs = now().getTime();
    recentMs = recentMs.filter((ms) => ms > nowMs - 1000);
    if (recentMs.length >= pace.listPerSecondMax) return false;
    recentMs.push(nowMs);
    return true;
  };
}
