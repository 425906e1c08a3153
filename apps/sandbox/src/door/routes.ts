import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { SandboxOptions } from '../options.ts';
import { base58Of } from '../tron/address.ts';
import type { World } from '../world.ts';
import { receivedBy } from './money.ts';
import { giveOtp } from './otp.ts';
import { pay, payOrder } from './pay.ts';
import { Problem } from './problem.ts';

const TIMES_MAX = 1_000;
const DELAY_MS_MAX = 60_000;
const FAULTS_MAX = 1_000_000;
const BOOKS_ROWS_MAX = 100_000;

const amount = z.union([z.number().positive(), z.string().trim().min(1).max(40)]);
const account = z.string().trim().min(1).max(64);

const payBody = z.object({
  ref: z.string().trim().min(1).max(100),
  amount: amount.optional(),
  times: z.number().int().min(1).max(TIMES_MAX).optional(),
  delayMs: z.number().int().min(0).max(DELAY_MS_MAX).optional(),
  from: account.optional(),
});
const transferBody = z.object({
  rail: z.enum(['bank', 'perfect-money', 'tron']).default('bank'),
  from: account.optional(),
  to: account,
  amount,
  memo: z.string().max(500).default(''),
  at: z.coerce.date().optional(),
  times: z.number().int().min(1).max(TIMES_MAX).optional(),
});
const faultBody = z.object({ rail: z.string(), kind: z.string(), count: z.number().int().min(0).max(FAULTS_MAX).default(1) });

const otpBody = z.object({
  ref: z.string().trim().min(1).max(100).optional(),
  key: z.string().trim().min(1).max(100).optional(),
  code: z.string().trim(),
});

/** The door that scripts and tests use. Refusals are JSON `{error, message}` with a 4xx status. */
export function doorRoutes(world: World, options: SandboxOptions): Hono {
  const app = new Hono();
  app.get('/healthz', (c) => c.json({ ok: true }));
  app.post('/pay', async (c) => c.json({ paid: await payOrder(world, options, await read(c, payBody)) }));
  app.post('/transfer', async (c) => c.json({ paid: pay(world, await read(c, transferBody)) }));
  app.post('/otp', async (c) => c.json({ released: giveOtp(world, await read(c, otpBody)) }));
  app.get('/received', (c) => {
    const to = c.req.query('to')?.trim() ?? '';
    if (to === '') throw new Problem(400, 'BODY_INVALID', 'to is missing');
    return c.json(receivedBy(world, to));
  });
  app.get('/faults', (c) => c.json(world.faults.list()));
  app.post('/faults', async (c) => {
    const { rail, kind, count } = await read(c, faultBody);
    if (!world.faults.set(rail, kind, count)) throw new Problem(422, 'FAULT_UNKNOWN', `${rail} has no fault ${kind}`);
    return c.json(world.faults.list().find((fault) => fault.rail === rail && fault.kind === kind));
  });
  app.get('/books', (c) => c.json(booksOf(world, options)));
  app.onError((error, c) => {
    if (error instanceof Problem) return c.json({ error: error.code, message: error.message }, error.status);
    throw error;
  });
  return app;
}

/** Every movement with all that the books know of it, and what the exchange has; amounts in minor units, as text for dollars. */
function booksOf(
  { books, bankBook, payOsBook, pmBook, tron, now }: World,
  { perfectMoney, payOs, tron: { wallet }, collectionAccount }: SandboxOptions,
) {
  const accounts = books.db.prepare('select address, sun, usdt from tron_account').all() as { address: string; sun: number; usdt: number }[];
  return {
    ours: {
      collection: { account: collectionAccount },
      perfectMoney: { account: perfectMoney.wallet, balance: String(pmBook.balance(perfectMoney.wallet, now())) },
      payOs: { account: payOs.account, balance: String(payOsBook.balance(now())) },
      tron: { account: wallet },
    },
    tronAccounts: accounts.map(({ address, sun, usdt }) => ({ account: base58Of(address), sun: String(sun), usdt: String(usdt) })),
    tronIncluded: tron.book
      .newestTransfers(BOOKS_ROWS_MAX)
      .map((one) => ({ ...one, from: base58Of(one.from), to: base58Of(one.to), amount: String(one.amount) })),
    bank: bankBook.newest(BOOKS_ROWS_MAX),
    payOs: payOsBook.list(null, BOOKS_ROWS_MAX, 0, now()).payouts,
    perfectMoney: pmBook.newest(BOOKS_ROWS_MAX, now()).map((payment) => ({ ...payment, amount: String(payment.amount), fee: String(payment.fee) })),
    tron: tron.newest(BOOKS_ROWS_MAX).map((one) => ({ ...one, from: base58Of(one.from), to: base58Of(one.to), amount: String(one.amount) })),
  };
}

async function read<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  const parsed = schema.safeParse(await c.req.json().catch(() => null));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Problem(400, 'BODY_INVALID', `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'invalid'}`);
}
