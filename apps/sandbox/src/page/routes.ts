import { type Context, Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { z } from 'zod';
import { receivedAtBank, receivedFromPayOs, receivedInWallet, receivedOnTron } from '../door/money.ts';
import { type PayInstructions, readInstructions } from '../door/order.ts';
import { payOrder } from '../door/pay.ts';
import { Problem } from '../door/problem.ts';
import type { SandboxOptions } from '../options.ts';
import { base58Of } from '../tron/address.ts';
import type { World } from '../world.ts';
import { type Movement, page } from './view.ts';

const MOVEMENTS_SHOWN = 30;
const TIMES_MAX = 20;
const COUNT_MAX = 1_000;

const payForm = z.object({
  ref: z.string().trim().min(1).max(100),
  amount: z.string().trim().min(1).max(40),
  times: z.coerce.number().int().min(1).max(TIMES_MAX),
});
const faultForm = z.object({ rail: z.string(), kind: z.string(), count: z.coerce.number().int().min(0).max(COUNT_MAX) });

/** The page for people: pay an order, see what arrived, switch faults on. */
export function pageRoutes(world: World, options: SandboxOptions): Hono {
  const app = new Hono();
  app.use(
    '/',
    secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'none'"], styleSrc: ["'unsafe-inline'"], formAction: ["'self'"], baseUri: ["'none'"] } }),
  );

  const show = async (c: Context, ref: string, to: string, refusal: Problem | null, ids: readonly string[]) => {
    const { order, problem } = await readOrder(options, ref);
    const movements = newest(world);
    const received = (to === '' ? movements : movements.filter((one) => one.to === to)).slice(0, MOVEMENTS_SHOWN);
    const made = movements.filter((one) => ids.includes(one.id));
    const said = refusal ?? (made.length > 0 ? null : problem);
    const facts = { ref, order, problem: said?.message ?? null, made, received, to, faults: world.faults.list(), exchangeUrl: options.exchangeUrl };
    return c.html(page(facts), refusal?.status ?? 200);
  };

  app.get('/', (c) => show(c, text(c, 'ref'), text(c, 'to'), null, text(c, 'paid').split(',')));
  app.post('/page/pay', async (c) => {
    const form = payForm.safeParse(await c.req.parseBody());
    if (!form.success) return show(c, '', '', new Problem(400, 'BODY_INVALID', 'reference, amount and times are needed'), []);
    try {
      const paid = await payOrder(world, options, form.data);
      return c.redirect(`/?${new URLSearchParams({ ref: form.data.ref, paid: paid.map((one) => one.id).join(',') })}`, 303);
    } catch (error) {
      if (error instanceof Problem) return show(c, form.data.ref, '', error, []);
      throw error;
    }
  });
  app.post('/page/faults', async (c) => {
    const form = faultForm.safeParse(await c.req.parseBody());
    const isSet = form.success && world.faults.set(form.data.rail, form.data.kind, form.data.count);
    return isSet ? c.redirect('/', 303) : show(c, '', '', new Problem(422, 'FAULT_UNKNOWN', 'no such fault'), []);
  });
  return app;
}

function text(c: Context, name: string): string {
  return (c.req.query(name) ?? '').trim().slice(0, 2_000);
}

async function readOrder(options: SandboxOptions, ref: string): Promise<{ order: PayInstructions | null; problem: Problem | null }> {
  if (ref === '') return { order: null, problem: null };
  try {
    return { order: await readInstructions(options.exchangeUrl, ref), problem: null };
  } catch (error) {
    if (error instanceof Problem) return { order: null, problem: error };
    throw error;
  }
}

/** The last movements on all rails, newest first. */
function newest({ bankBook, payOsBook, pmBook, tron, now }: World): Movement[] {
  const limit = MOVEMENTS_SHOWN * 10;
  const atBank = bankBook.newest(limit).map((one) => ({ ...receivedAtBank(one), from: one.payer, to: one.payee, memo: one.memo }));
  const { payouts } = payOsBook.list(null, limit, 0, now());
  const arrived = payouts.filter((one) => one.state === 'SUCCEEDED');
  const paidOut = arrived.map((one) => ({ ...receivedFromPayOs(one), from: 'payOS', to: one.account, memo: one.description }));
  const inWallets = pmBook.newest(limit, now()).map((one) => ({ ...receivedInWallet(one), from: one.payer, to: one.payee, memo: one.memo }));
  const onTron = tron.newest(limit).map((one) => ({ ...receivedOnTron(one), from: base58Of(one.from), to: base58Of(one.to), memo: 'TRON' }));
  return [...atBank, ...paidOut, ...inWallets, ...onTron].sort((a, b) => b.at.localeCompare(a.at));
}
