import { setTimeout as sleep } from 'node:timers/promises';
import { Hono, type MiddlewareHandler } from 'hono';
import type { ProviderFaults } from '../../faults.ts';
import { gatewayPage, HANGS_MS } from '../../gateway-page.ts';
import type { CassoFault } from '../faults.ts';
import { memoTold } from '../sepay/book.ts';
import { RENAMED_ROWS_MIN, renameFields } from '../sepay/routes.ts';
import { fromVnTime, toVnTime } from '../sepay/time.ts';
import type { CassoBook, CassoTransfer } from './book.ts';

const PAGE_SIZE = 10;
const PAGE_SIZE_MAX = 100;
const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 7;

/** Settings of Casso's API. */
export interface CassoApiSettings {
  /** API keys of the account. */
  readonly keys: readonly string[];
  /** Accounts that Casso reads. */
  readonly linkedAccounts: readonly string[];
  readonly now: () => Date;
}

/** Casso API v2: transactions by days and pages, oldest first, and the linked accounts. */
export function cassoRoutes(book: CassoBook, faults: ProviderFaults<CassoFault>, { keys, linkedAccounts, now }: CassoApiSettings): Hono {
  const app = new Hono();
  const admit: MiddlewareHandler = async (c, next) => {
    if (!keys.some((key) => c.req.header('authorization') === `Apikey ${key}`)) return c.json({ error: 401, message: 'Unauthorized' }, 401);
    return next();
  };
  app.get('/v2/transactions', admit, async (c) => {
    if (faults.take('list-unavailable')) return c.text('Service Unavailable', 503);
    if (faults.take('list-forbidden')) return gatewayPage(c, 403);
    if (faults.take('list-hangs')) await sleep(HANGS_MS);
    if (faults.take('feed-renumbered')) book.renumber();
    if (faults.take('ids-restarted')) book.restart();
    const answer = transactions(book, c.req.query(), now(), faults.take('list-endless'));
    const { records } = answer.data;
    const isChanged = records.length >= RENAMED_ROWS_MIN && faults.take('list-format-changed');
    return c.json(isChanged ? { ...answer, data: { ...answer.data, records: records.map(renameFields) } } : answer);
  });
  app.get('/v2/accounts', admit, (c) => {
    const status = faults.take('account-disconnected') ? 0 : 1;
    const records = linkedAccounts.map((account, index) => ({
      id: index + 1,
      bankSubAccId: account,
      bankName: 'Vietcombank',
      connectStatus: status,
    }));
    return c.json({
      error: 0,
      message: 'success',
      data: { page: 1, pageSize: PAGE_SIZE_MAX, nextPage: null, totalRecords: records.length, records },
    });
  });
  return app;
}

function transactions(book: CassoBook, query: Readonly<Record<string, string>>, now: Date, isEndless: boolean) {
  const page = Math.max(1, Number(query.page ?? 1) || 1);
  const pageSize = Math.min(PAGE_SIZE_MAX, Math.max(1, Number(query.pageSize ?? PAGE_SIZE) || PAGE_SIZE));
  const from = fromVnTime(query.fromDate ?? '') ?? new Date(now.getTime() - DEFAULT_DAYS * DAY_MS);
  const { transfers, total } = book.page(from, now, pageSize, isEndless ? 0 : (page - 1) * pageSize);
  const hasNext = isEndless || page * pageSize < total;
  const pages = { page, pageSize, nextPage: hasNext ? page + 1 : null, prevPage: page > 1 ? page - 1 : null };
  const data = { ...pages, totalPages: Math.ceil(total / pageSize), totalRecords: total, records: transfers.map((one) => record(one, now)) };
  return { error: 0, message: 'success', data };
}

function record({ cassoId, transfer }: CassoTransfer, now: Date) {
  return {
    id: cassoId,
    tid: transfer.reference,
    description: memoTold(transfer, now),
    amount: transfer.amount,
    cusumBalance: 0,
    when: toVnTime(transfer.at),
    bankSubAccId: transfer.payee,
    paymentChannel: '',
    virtualAccount: transfer.va,
    virtualAccountName: '',
    corresponsiveName: '',
    corresponsiveAccount: '',
    corresponsiveBankId: '',
    corresponsiveBankName: '',
  };
}
