import { type Context, Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { z } from 'zod';
import { payOrder } from '../control/pay.ts';
import { type PaymentInstructions, readInstructions } from '../control/payment-instructions.ts';
import { vouchersOf } from '../control/vouchers-of.ts';
import type { Transfer, VoucherCode } from '../network.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { page } from './view.ts';

const TRANSFERS_SHOWN = 30;
const SMS_SHOWN = 10;
const TIMES_MAX = 20;
const COUNT_MAX = 1_000;

const payForm = z.object({
  ref: z.string().trim().min(1).max(100),
  amount: z.string().trim().min(1).max(40),
  times: z.coerce.number().int().min(1).max(TIMES_MAX),
});
const voucherForm = z.object({ amount: z.string().trim().min(1).max(40) });
const faultForm = z.object({ rail: z.string(), kind: z.string(), count: z.coerce.number().int().min(0).max(COUNT_MAX) });

/** The page for people: pay an order, see transfers, inject faults. */
export function pageRoutes(world: World, exchangeUrl: string): Hono {
  const app = new Hono();
  app.use(
    '/',
    secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'none'"], styleSrc: ["'unsafe-inline'"], formAction: ["'self'"], baseUri: ["'none'"] } }),
  );

  const show = async (c: Context, ref: string, to: string, refusal: Problem | null, ids: readonly string[], voucher: VoucherCode | null = null) => {
    const { order, problem } = await readOrder(exchangeUrl, ref);
    const transfers = await newest(world);
    const received = (to === '' ? transfers : transfers.filter((one) => one.to === to)).slice(0, TRANSFERS_SHOWN);
    const made = transfers.filter((one) => ids.includes(one.id));
    const shownProblem = refusal ?? (made.length > 0 ? null : problem);
    const sms = world.sms.book.list(null, SMS_SHOWN);
    const facts = { ref, order, problem: shownProblem?.message ?? null, made, voucher, received, to, sms, faults: world.faults.list(), exchangeUrl };
    return c.html(page(facts), refusal?.status ?? 200);
  };

  app.get('/', (c) => show(c, text(c, 'ref'), text(c, 'to'), null, text(c, 'paid').split(',')));
  app.post('/page/pay', async (c) => {
    const form = payForm.safeParse(await c.req.parseBody());
    if (!form.success) return show(c, '', '', new Problem(400, 'BODY_INVALID', 'reference, amount and times are needed'), []);
    try {
      const paid = await payOrder(world, exchangeUrl, form.data);
      return c.redirect(`/?${new URLSearchParams({ ref: form.data.ref, paid: paid.map((one) => one.id).join(',') })}`, 303);
    } catch (error) {
      if (error instanceof Problem) return show(c, form.data.ref, '', error, []);
      throw error;
    }
  });
  // The answer itself shows number and code: an address with them would stay in the browser's history.
  app.post('/page/vouchers', async (c) => {
    const form = voucherForm.safeParse(await c.req.parseBody());
    if (!form.success) return show(c, '', '', new Problem(400, 'BODY_INVALID', 'an amount is needed'), []);
    try {
      return await show(c, '', '', null, [], vouchersOf(world).make(form.data.amount).voucher);
    } catch (error) {
      if (error instanceof Problem) return show(c, '', '', error, []);
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

async function readOrder(exchangeUrl: string, ref: string): Promise<{ order: PaymentInstructions | null; problem: Problem | null }> {
  if (ref === '') return { order: null, problem: null };
  try {
    return { order: await readInstructions(exchangeUrl, ref), problem: null };
  } catch (error) {
    if (error instanceof Problem) return { order: null, problem: error };
    throw error;
  }
}

/** The newest transfers on all networks that did not fail or return, newest first. */
async function newest({ networkList }: World): Promise<Transfer[]> {
  const transfers = (await Promise.all(networkList.map(([, network]) => network.transfers(TRANSFERS_SHOWN * 10)))).flat();
  const isShown = ({ key, state }: Transfer) => state === 'completed' || (state === 'pending' && key === '');
  return transfers.filter(isShown).sort((a, b) => b.at.getTime() - a.at.getTime());
}
