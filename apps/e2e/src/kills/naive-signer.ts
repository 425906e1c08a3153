/**
 * Control experiment: a signer that calls the provider first, records afterwards, and retries after anything but success. Reconciliation must find its
 * double payments; otherwise it could not find those of the real signer either.
 */
import { applyChanges } from '@quydoi/database/apply-changes';
import { readOrderById } from '@quydoi/database/repositories/orders';
import { readLastAttempt, readPayoutsDue } from '@quydoi/database/repositories/payouts';
import type { Change } from '@quydoi/domain/change';
import { decideAccepted, decidePrepare, decideSending } from '@quydoi/domain/order/decide-payout';
import { decideSettled } from '@quydoi/domain/order/decide-settle';
import type { Order } from '@quydoi/domain/order/order';
import type { PayoutState } from '@quydoi/domain/order/payout-steps';
import type { Payout } from '@quydoi/domain/payout';
import { type Ctx, decisionContext, newId } from '@quydoi/exchange/context';
import { answerWalletLookups } from '@quydoi/exchange/lookups/answer-lookups';
import { reconcile } from '@quydoi/exchange/payments/reconcile';
import { readPayoutState } from '@quydoi/exchange/payouts/payout-state';
import type { PayOut, SignedTransfer } from '@quydoi/rails/rail';
import { createRails } from '@quydoi/rails/registry';
import { readConfig } from '@quydoi/server/config';
import { payOsOptions, perfectMoneyOptions, tronSigningOptions } from '@quydoi/server/rails';
import { openRole } from '@quydoi/server/role';
import { readEnvironment } from '../system/env.ts';

const POOL_SIZE = 4;
const POLL_MS = 250;
const AT_ONCE = 8;

const config = readConfig('signer', readEnvironment());
const role = await openRole(
  'signer',
  config,
  (settings) => createRails({ 'perfect-money': perfectMoneyOptions(config, settings), bank: payOsOptions(config), tron: tronSigningOptions(config) }),
  POOL_SIZE,
);

/** A payout that the provider accepted. */
interface Sent {
  readonly reference: string;
  readonly signed: SignedTransfer | null;
}

async function payNaively(ctx: Ctx): Promise<boolean> {
  for (const payout of await readPayoutsDue(ctx.orm, ctx.clock.now(), AT_ONCE)) {
    const order = await readOrderById(ctx.orm, payout.orderId);
    const payOut = ctx.rails.get(payout.rail)?.payOut;
    if (!order || !payOut) continue;
    try {
      const sent = await send(ctx, payOut, order, payout);
      await ctx.checkpoint('payout.answered');
      if (sent) await record(ctx, order, payout, sent, payOut.maxFee(payout.amount));
    } catch {
      // Without an answer the payout is retried.
    }
  }
  return false;
}

/** Every try uses a new key or signature, so that the provider takes it for a new payout. */
async function send(ctx: Ctx, payOut: PayOut, order: Order, { seq, amount, destination, destinationBank }: Payout): Promise<Sent | null> {
  const key = payOut.kind === 'keyed' ? newId(ctx) : `${order.ref}-${seq}-1`;
  const request = { key, currency: order.to, amount, destination, destinationBank, memo: order.ref };
  if (payOut.kind === 'signed') {
    const signed = await payOut.sign(request, ctx.clock.now(), []);
    await payOut.broadcast(signed);
    return { reference: signed.txid, signed };
  }
  const answer = await payOut.send(request);
  return answer.state === 'accepted' ? { reference: answer.reference, signed: null } : null;
}

async function record(ctx: Ctx, order: Order, payout: Payout, { reference, signed }: Sent, fee: bigint): Promise<void> {
  const by = () => decisionContext(ctx, 'system', `payout:${payout.id}`);
  const apply = (change: Change) => applyChanges(ctx.orm, [change], ctx.clock.now());
  const state = async (): Promise<PayoutState> => {
    const attempt = await readLastAttempt(ctx.orm, payout.id);
    const read = attempt && (await readPayoutState(ctx.orm, attempt.id));
    if (!read) throw new Error(`payout ${payout.id} has no attempt`);
    return read;
  };
  await apply(decidePrepare(order, payout, by(), signed));
  await apply(decideSending((await state()).attempt, by()));
  await apply(decideAccepted(await state(), reference, null, by()));
  await apply(decideSettled(await state(), reference, fee, by()));
}

role.poll('pay naively', payNaively, POLL_MS, ['payout']);
role.poll('lookups', answerWalletLookups, POLL_MS, ['lookup']);
role.poll('payments into the wallet', (ctx) => reconcile(ctx, 'perfect-money'), config.PM_LIST_MS);
role.start();
