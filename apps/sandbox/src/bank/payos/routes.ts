import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { BANKS } from '@quydoi/domain/bank/banks';
import { FAST_TRANSFER_MAX_VND } from '@quydoi/domain/constants';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { dropConnection } from '../../drop-connection.ts';
import type { ProviderFaults } from '../../faults.ts';
import type { PayOsFault } from '../faults.ts';
import type { BankPace } from '../options.ts';
import type { PayOsBook, PayOsDraft, PayOsOutcome } from './book.ts';
import { payOsSignature } from './signature.ts';
import { payoutView } from './view.ts';

const BINS = new Set(BANKS.map((bank) => bank.bin).filter((bin) => bin !== null));
const PAGE_SIZE_MAX = 100;
const PAGE_SIZE = 10;

const payoutBody = z.object({
  referenceId: z.string().min(1).max(50),
  amount: z.int().positive().max(Number(FAST_TRANSFER_MAX_VND)),
  description: z.string().regex(/^[\x20-\x7e]{0,25}$/),
  toBin: z.string(),
  toAccountNumber: z.string().regex(/^[0-9A-Z]{4,19}$/),
});
const listQuery = z.object({
  referenceId: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
  offset: z.coerce.number().int().min(0).default(0),
});

/** Settings of payOS's payout channel. */
export interface PayOsApiSettings {
  readonly clientId: string;
  readonly apiKey: string;
  readonly checksumKey: string;
  readonly account: string;
  readonly pace: BankPace;
  readonly now: () => Date;
}

type PayOsContext = Context<{ Bindings: HttpBindings }>;

/** payOS's payout channel: payouts with an idempotency key, their list, the account's balance. Accounts that end in 0000 do not exist. */
export function payOsRoutes(book: PayOsBook, faults: ProviderFaults<PayOsFault>, settings: PayOsApiSettings): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const signed = (c: PayOsContext, data: object) => {
    const key = faults.take('bad-signature') ? `not ${settings.checksumKey}` : settings.checksumKey;
    c.header('x-signature', payOsSignature(key, data));
    return c.json({ code: '00', desc: 'success', data });
  };
  for (const path of ['/v1/payouts/*', '/v1/payouts-account/*']) {
    app.use(path, async (c, next) => {
      if (faults.take('unreachable')) return dropConnection(c);
      if (faults.take('address-refused')) return refuse(c, '403', 'Địa chỉ IP không được phép truy cập', 403);
      const isKnown = c.req.header('x-client-id') === settings.clientId && c.req.header('x-api-key') === settings.apiKey;
      if (!isKnown || faults.take('credentials-refused')) return refuse(c, '601', 'API Key không hợp lệ hoặc đã hết hạn');
      await next();
    });
  }
  app.post('/v1/payouts', (c) => create(c, book, faults, settings, signed));
  app.get('/v1/payouts', (c) => {
    if (faults.take('list-unavailable')) return c.text('Service Unavailable', 503);
    const query = listQuery.safeParse(c.req.query());
    if (!query.success) return refuse(c, '20', `Invalid ${query.error.issues[0]?.path.join('.') ?? 'query'}`, 400);
    const { referenceId, limit, offset } = query.data;
    const { payouts, total } = book.list(referenceId ?? null, limit, offset, settings.now());
    const pagination = { limit, offset, total, count: payouts.length, hasMore: offset + payouts.length < total };
    return signed(c, { pagination, payouts: payouts.map(payoutView) });
  });
  app.get('/v1/payouts/:id', (c) => {
    if (faults.take('list-unavailable')) return c.text('Service Unavailable', 503);
    const payout = book.byId(c.req.param('id'), settings.now());
    return payout ? signed(c, payoutView(payout)) : refuse(c, '404', 'Payout not found', 404);
  });
  app.get('/v1/payouts-account/balance', (c) => {
    const balance = String(book.balance(settings.now()));
    return signed(c, { accountNumber: settings.account, accountName: 'QUY DOI', currency: 'VND', balance });
  });
  return app;
}

async function create(
  c: PayOsContext,
  book: PayOsBook,
  faults: ProviderFaults<PayOsFault>,
  settings: PayOsApiSettings,
  signed: (c: PayOsContext, data: object) => Response,
): Promise<Response> {
  if (faults.take('payout-dropped')) return dropConnection(c);
  const body: unknown = await c.req.json().catch(() => null);
  if (typeof body !== 'object' || body === null || !isSigned(settings.checksumKey, body, c.req.header('x-signature') ?? ''))
    return refuse(c, '201', 'Signature is wrong', 400);
  const asked = payoutBody.safeParse(body);
  const key = c.req.header('x-idempotency-key') ?? '';
  if (!asked.success || key === '') return refuse(c, '20', `Invalid ${asked.error?.issues[0]?.path.join('.') ?? 'x-idempotency-key'}`, 400);
  const { referenceId, amount, description, toBin: bin, toAccountNumber: account } = asked.data;
  if (!BINS.has(bin) || account.endsWith('0000')) return refuse(c, '602', 'Tài khoản thụ hưởng không tồn tại');
  const payout = createOnce(book, { key, referenceId, amount, description, bin, account }, faults, settings);
  if (payout === 'short') return refuse(c, '603', 'Số dư tài khoản chi không đủ');
  if (payout === 'other') return refuse(c, '409', 'Idempotency key was used for another payout', 409);
  if (faults.take('payout-applied-dropped')) return dropConnection(c);
  if (faults.take('payout-applied-500')) return c.text('Internal Server Error', 500);
  const answer = signed(c, payoutView(payout));
  // The sandbox may be closed meanwhile, so the books must not be read after this.
  if (faults.take('payout-slow')) await sleep(settings.pace.slowPayoutMs);
  return answer;
}

/** Returns the payout of a key, or books a new one, whose outcome the active faults decide. */
function createOnce(book: PayOsBook, draft: PayOsDraft, faults: ProviderFaults<PayOsFault>, settings: PayOsApiSettings) {
  const now = settings.now();
  const known = book.byKey(draft.key, now);
  if (known) {
    const isSame = (['referenceId', 'amount', 'description', 'bin', 'account'] as const).every((field) => known[field] === draft[field]);
    return isSame ? known : 'other';
  }
  const isHeld = faults.take('payout-otp');
  const endsIn: PayOsOutcome = faults.take('payout-failed') ? 'failed' : faults.take('payout-reversed') ? 'reversed' : 'paid';
  return book.create(draft, endsIn, isHeld, now);
}

function isSigned(checksumKey: string, body: object, header: string): boolean {
  const given = Buffer.from(header);
  const expected = Buffer.from(payOsSignature(checksumKey, body));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function refuse(c: Context, code: string, desc: string, status: 200 | 400 | 401 | 403 | 404 | 409 = 200): Response {
  return c.json({ code, desc, data: null }, status);
}
