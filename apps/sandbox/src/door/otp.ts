import type { PayOsPayout } from '../payos/book.ts';
import type { World } from '../world.ts';
import { Problem } from './problem.ts';

/** The code that never is the right one, for tests of wrong codes. */
const WRONG_CODE = '000000';

/** A code for the payouts of an order, or for the one with a key. */
export interface OtpGiven {
  readonly ref?: string | undefined;
  readonly key?: string | undefined;
  /** Six digits; any but 000000 is right. */
  readonly code: string;
}

/** A payout that a code let go. */
export interface Released {
  readonly key: string;
  readonly amount: number;
}

/** Gives the code that held payouts wait for. @throws Problem when none waits or the code is wrong */
export function giveOtp({ payOsBook, now }: World, { ref, key, code }: OtpGiven): Released[] {
  const isMeant = (payout: PayOsPayout) =>
    key !== undefined
      ? payout.key === key
      : ref !== undefined && (payout.referenceId === ref || payout.referenceId.startsWith(`${ref}-`) || payout.description.includes(ref));
  const held = payOsBook.held(now()).filter(isMeant);
  if (held.length === 0) throw new Problem(404, 'NOTHING_WAITS', 'no payout waits for a code');
  if (!/^\d{6}$/.test(code) || code === WRONG_CODE) throw new Problem(422, 'CODE_WRONG', 'the code is wrong');
  for (const payout of held) payOsBook.release(payout.id, now());
  return held.map((payout) => ({ key: payout.key, amount: payout.amount }));
}
