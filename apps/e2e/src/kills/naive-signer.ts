/**
 * Control experiment: a signer that calls the provider first, records afterwards, and retries after anything but success. Reconciliation must find its
 * double payments; otherwise it could not find those of the real signer either.
 */
import { applyChanges } from '@quydoi/database/apply-changes';
import { readLastAttempt, readPayoutsDue } from '@quydoi/database/repositories/payouts';
import type { Change } from '@quydoi/domain/change';
import { decideAccepted, decidePrepare, decideSending } from '@quydoi/domain/transfer/decide-attempt';
import { decideSettled } from '@quydoi/domain/transfer/decide-outcome';
import type { Payout } from '@quydoi/domain/transfer/payout';
import { type Ctx, decisionContext, newId } from '@quydoi/exchange/context';
import { answerLookups } from '@quydoi/exchange/lookups/answer-lookups';
import type { SignerCtx } from '@quydoi/exchange/payouts/signer';
import { readObligation, readTransfer, type SignerObligation, type SignerTransfer } from '@quydoi/exchange/payouts/signer-obligation';
import type { PayoutCapability } from '@quydoi/rails/rail';
import { createRails } from '@quydoi/rails/registry';
import type { SignedTransfer } from '@quydoi/rails/signed-payout';
import { readConfig } from '@quydoi/server/config';
import { pollSources } from '@quydoi/server/poll-sources';
import { openRole } from '@quydoi/server/role';
import { signerContext } from '@quydoi/server/signer-context';
import { readEnvironment } from '../system/env.ts';

const POOL_SIZE = 4;
const POLL_MS = 250;
const BATCH_SIZE = 8;

const config = readConfig('signer', readEnvironment());
const role = await openRole('signer', config, (settings) => createRails('signer', config, settings), POOL_SIZE);

const ctx = signerContext(role, config);

/** A payout that the provider accepted. */
interface Sent {
  readonly reference: string;
  readonly signed: SignedTransfer | null;
}

async function payNaively(): Promise<boolean> {
  for (const payout of await readPayoutsDue(ctx.orm, ctx.clock.now(), BATCH_SIZE, [...ctx.obligations.keys()])) {
    const obligation = await readObligation(ctx, payout);
    const payouts = ctx.rails.get(payout.network)?.payouts;
    if (!obligation || !payouts) continue;
    try {
      const sent = await send(ctx, payouts, obligation, payout);
      await ctx.checkpoint('payout.answered');
      if (sent) await record(ctx, obligation, payout, sent, payouts.maxFee(payout.amount));
    } catch {
      // Without an answer the payout is retried.
    }
  }
  return false;
}

/** Every try uses a new key or signature, so that the provider takes it for a new payout. */
async function send(
  ctx: Ctx,
  payouts: PayoutCapability,
  { memo }: SignerObligation,
  { seq, currency, amount, destination, destinationBank }: Payout,
): Promise<Sent | null> {
  const key = payouts.kind === 'keyed' ? newId(ctx) : `${memo}-${seq}-1`;
  const request = { key, currency, amount, destination, destinationBank, memo };
  if (payouts.kind === 'signed') {
    const signed = await payouts.sign(request, ctx.clock.now(), []);
    await payouts.broadcast(signed);
    return { reference: signed.txid, signed };
  }
  const answer = await payouts.send(request, ctx.clock.now());
  return answer.state === 'accepted' ? { reference: answer.reference, signed: null } : null;
}

async function record(ctx: SignerCtx, obligation: SignerObligation, payout: Payout, { reference, signed }: Sent, fee: bigint): Promise<void> {
  const by = () => decisionContext(ctx, 'system', `payout:${payout.id}`);
  const apply = (change: Change) => applyChanges(ctx.orm, [change], ctx.clock.now());
  const state = async (): Promise<SignerTransfer> => {
    const attempt = await readLastAttempt(ctx.orm, payout.id);
    const read = attempt && (await readTransfer(ctx, attempt.id));
    if (!read) throw new Error(`payout ${payout.id} has no attempt`);
    return read;
  };
  await apply(decidePrepare({ obligation, payout }, by(), signed));
  await apply(decideSending((await state()).attempt, ctx.clock.now()));
  await apply(decideAccepted(await state(), reference, null, by()));
  await apply(decideSettled(await state(), { reference, fee }, by()));
}

await pollSources(role);
role.poll('pay naively', payNaively, POLL_MS, ['payout']);
for (const { code, lookup } of ctx.rails.values()) {
  if (lookup) role.poll(`lookups ${code}`, (_, stopped) => answerLookups(ctx, code, stopped), POLL_MS, ['lookup']);
}
role.start();
