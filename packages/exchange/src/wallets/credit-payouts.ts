import { applyChanges } from '@quydoi/database/apply-changes';
import { ConflictError } from '@quydoi/database/money-tx';
import { readCreditsDue } from '@quydoi/database/repositories/payouts';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { decideCredit } from '@quydoi/domain/wallet/decide-credit';
import { decisionContext } from '../context.ts';
import { rejectPayout } from '../payouts/reject-payout.ts';
import type { SignerCtx } from '../payouts/signer.ts';
import { readObligation } from '../payouts/signer-obligation.ts';
import { failUnowed, reject, wait } from '../payouts/unsent-payouts.ts';
import { NEVER_STOPPED, processDue } from '../process-due.ts';
import { rejectCredit } from './reject-credit.ts';

const SLOTS = 8;

/**
 * Makes the due payouts into customers' balances, judged as those that are sent. Limits on what is sent in a day do not concern them: nothing leaves the
 * exchange.
 */
export async function creditPayouts(ctx: SignerCtx, stopped: AbortSignal = NEVER_STOPPED): Promise<boolean> {
  return processDue(ctx, {
    concurrency: SLOTS,
    failure: 'payout not credited',
    stopped,
    readDue: (limit) => readCreditsDue(ctx.orm, ctx.clock.now(), limit),
    idOf: ({ id }) => id,
    versionOf: ({ version }) => version,
    fieldsOf: ({ id }) => ({ payout: id }),
    work: (payout) => credit(ctx, payout),
  });
}

async function credit(ctx: SignerCtx, payout: Payout): Promise<void> {
  try {
    const obligation = await readObligation(ctx, payout);
    if (!obligation) return await failUnowed(ctx, payout);
    const objection = (await rejectPayout(ctx, obligation, payout)) ?? (await rejectCredit(ctx, obligation, payout));
    if (typeof objection === 'string') return await reject(ctx, obligation, payout, objection);
    if (objection !== null) return await wait(ctx, payout, objection);
    const decisionCtx = decisionContext(ctx, 'system', `payout:${payout.id}`);
    await applyChanges(ctx.orm, [decideCredit({ obligation, payout }, decisionCtx)], decisionCtx.now);
  } catch (error) {
    // Another signer was faster, or the order kept changing: the next run reads the payout again.
    if (!(error instanceof ConflictError)) throw error;
  }
}
