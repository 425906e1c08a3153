import { Hono } from 'hono';
import { z } from 'zod';
import { Problem } from '../../problem.ts';
import { readBody } from '../../read-body.ts';
import type { PayOsBook, PayOsPayout } from './book.ts';

/** Always rejected, so that tests can submit a wrong code. */
const WRONG_CODE = '000000';

const otpBody = z.object({
  /** Order reference: releases all payouts of the order. */
  ref: z.string().trim().min(1).max(100).optional(),
  /** Idempotency key: releases one payout. */
  key: z.string().trim().min(1).max(100).optional(),
  /** Six digits. */
  code: z.string().trim(),
});

/** `POST /otp`: gives the code that held payouts wait for, as the account's owner does in payOS's app. */
export function otpRoutes(book: PayOsBook, now: () => Date): Hono {
  const app = new Hono();
  app.post('/otp', async (c) => c.json({ released: releaseHeld(book, await readBody(c, otpBody), now()) }));
  return app;
}

/** @throws Problem when no payout is held or the code is wrong */
function releaseHeld(book: PayOsBook, { ref, key, code }: z.output<typeof otpBody>, now: Date): Pick<PayOsPayout, 'key' | 'amount'>[] {
  const isMeant = (payout: PayOsPayout) =>
    key !== undefined
      ? payout.key === key
      : ref !== undefined && (payout.referenceId === ref || payout.referenceId.startsWith(`${ref}-`) || payout.description.includes(ref));
  const held = book.held(now).filter(isMeant);
  if (held.length === 0) throw new Problem(404, 'NOTHING_WAITS', 'no payout waits for a code');
  if (!/^\d{6}$/.test(code) || code === WRONG_CODE) throw new Problem(422, 'CODE_WRONG', 'the code is wrong');
  for (const payout of held) book.release(payout.id, now);
  return held.map((payout) => ({ key: payout.key, amount: payout.amount }));
}
