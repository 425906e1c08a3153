import type { MoneyTx } from '@quydoi/database/money-tx';
import { addAttemptCode, readAttemptCode } from '@quydoi/database/repositories/payouts';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import { evidenceCodesOf } from '../evidence-codes.ts';
import type { SignerCtx } from './signer.ts';

/*
 * The signer makes an attempt only after it has judged its payout, and leaves a code with it. Whoever has its database login alone can write attempts
 * too: those are not sent, and do not pass for a judgement.
 */

/** Objection to sending an attempt that this role's process did not make. */
export const NOT_OURS = 'attempt was not made by the signer';

/** Leaves the code of an attempt that is written in the same transaction. */
export async function signAttempt(tx: MoneyTx, ctx: SignerCtx, attempt: Attempt): Promise<void> {
  await addAttemptCode(tx, { attemptId: attempt.id, code: evidenceCodesOf(ctx).codeOf('attempt', fieldsOf(attempt)) });
}

/** Whether this role's process made an attempt. */
export async function isOurs(ctx: SignerCtx, attempt: Attempt): Promise<boolean> {
  const code = await readAttemptCode(ctx.orm, attempt.id);
  return code !== null && evidenceCodesOf(ctx).isCode(code, 'attempt', fieldsOf(attempt));
}

/** Attempts at their network's only provider have codes without one. */
function fieldsOf({ id, payoutId, n, key, provider }: Attempt): readonly string[] {
  return [id, payoutId, String(n), key, ...(provider === null ? [] : [provider])];
}
