import { CURRENCY_CODES } from '@quydoi/domain/currencies';
import { Hono } from 'hono';
import { z } from 'zod';
import { inCurrency } from '../amount.ts';
import { BRANCHES, PAYMENT_WAYS, type SimulatedNetwork } from '../network.ts';
import { SIMULATED_NETWORKS, type SimulatedNetworkCode } from '../networks.ts';
import { Problem } from '../problem.ts';
import { readBody } from '../read-body.ts';
import type { World } from '../world.ts';
import { payOrder, transfer } from './pay.ts';
import { receivedBy } from './received.ts';
import { vouchersOf } from './vouchers-of.ts';

const TIMES_MAX = 1_000;
const DELAY_MS_MAX = 60_000;
const FAULTS_MAX = 1_000_000;
const BOOKS_ROWS_MAX = 100_000;
const MAILS_MAX = 100;
const SMS_MAX = 100;
/** Maximum depth of a requested reorganisation: the chains keep the transactions of no more blocks to include them again. */
const DEPTH_MAX = 6;

const amount = z.union([z.number().positive(), z.string().trim().min(1).max(40)]);
const account = z.string().trim().min(1).max(64);
const times = z.number().int().min(1).max(TIMES_MAX).optional();

const payBody = z.object({
  ref: z.string().trim().min(1).max(100),
  amount: amount.optional(),
  times,
  delayMs: z.number().int().min(0).max(DELAY_MS_MAX).optional(),
  from: account.optional(),
});
const network = z.enum(Object.keys(SIMULATED_NETWORKS) as [SimulatedNetworkCode, ...SimulatedNetworkCode[]]);
const transferBody = z.object({
  rail: network.default('bank'),
  currency: z.enum(CURRENCY_CODES).optional(),
  from: account.optional(),
  to: account,
  amount,
  memo: z.string().max(500).default(''),
  at: z.coerce.date().optional(),
  times,
  way: z.enum(PAYMENT_WAYS).optional(),
});
const voucherBody = z.object({ amount, from: account.optional() });
const activationBody = z.object({ number: z.string(), code: z.string(), to: account.optional() });
const reorganiseBody = z.object({ rail: network, depth: z.number().int().min(1).max(DEPTH_MAX), branch: z.enum(BRANCHES).default('empty') });
const faultBody = z.object({ rail: z.string(), kind: z.string(), count: z.number().int().min(0).max(FAULTS_MAX).default(1) });

/** The control API for scripts and tests: pay, read what arrived, inject faults, read the books. */
export function controlRoutes(world: World, exchangeUrl: string): Hono {
  const app = new Hono();
  app.get('/healthz', (c) => c.json({ ok: true }));
  app.post('/pay', async (c) => c.json({ paid: await payOrder(world, exchangeUrl, await readBody(c, payBody)) }));
  app.post('/transfer', async (c) => c.json({ paid: await transfer(world, await readBody(c, transferBody)) }));
  app.post('/vouchers', async (c) => {
    const { amount: face, from } = await readBody(c, voucherBody);
    return c.json(vouchersOf(world).make(face, from).voucher);
  });
  app.post('/vouchers/activate', async (c) => {
    const { to, ...voucher } = await readBody(c, activationBody);
    return c.json({ amount: inCurrency(vouchersOf(world).activate(voucher, to), 'e-voucher') });
  });
  app.get('/received', async (c) => {
    const to = c.req.query('to')?.trim() ?? '';
    if (to === '') throw new Problem(400, 'BODY_INVALID', 'to is missing');
    return c.json(await receivedBy(world, to));
  });
  app.get('/mails', (c) => c.json(world.mail.book.list(c.req.query('to')?.trim() || null, MAILS_MAX)));
  app.get('/sms', (c) => c.json(world.sms.book.list(c.req.query('to')?.trim() || null, SMS_MAX)));
  app.get('/faults', (c) => c.json(world.faults.list()));
  app.post('/faults', async (c) => {
    const { rail, kind, count } = await readBody(c, faultBody);
    if (!world.faults.set(rail, kind, count)) throw new Problem(422, 'FAULT_UNKNOWN', `${rail} has no fault ${kind}`);
    return c.json(world.faults.list().find((fault) => fault.rail === rail && fault.kind === kind));
  });
  app.post('/reorganise', async (c) => {
    const { rail, depth, branch } = await readBody(c, reorganiseBody);
    const { reorganise }: SimulatedNetwork = world.networks[rail];
    if (!reorganise) throw new Problem(422, 'NO_BLOCKS', `${rail} has no blocks that are replaced`);
    await reorganise(depth, branch);
    return c.json({ rail, depth, branch });
  });
  app.get('/books', async (c) => {
    const books = await Promise.all(world.networkList.map(async ([code, network]) => [code, await booksOf(network)] as const));
    return c.json(Object.fromEntries(books));
  });
  return app;
}

/** A network's books as JSON: amounts in minor units, as text. */
async function booksOf(network: SimulatedNetwork) {
  return {
    ownAccounts: network.ownAccounts,
    transfers: (await network.transfers(BOOKS_ROWS_MAX)).map((one) => ({ ...one, amount: String(one.amount), fee: String(one.fee) })),
    balances: (await network.balances()).map((one) => ({ ...one, amount: String(one.amount) })),
  };
}
