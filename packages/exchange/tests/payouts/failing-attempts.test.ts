import { readAttemptsDue, readLastAttempt, readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { Order } from '@quydoi/domain/order/order';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { matchPayments } from '../../src/payments/match-payments.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { sendPayouts, settleAttempts } from '../../testing/network-jobs.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

/** Interval at which the tests look. */
const STEP_MS = 5_000;
/** What 100 pm sell for. */
const PROCEEDS = 2_535_000n;

let world: World;
let n = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  expect(world.payOs.script).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** A paid sell of 100 pm whose payout of dong waits for the signer. */
async function queued(): Promise<string> {
  n += 1;
  const { ref, amountSent } = await world.create(SELL_100_PM);
  await world.record(
    world.signer,
    walletTransfer({ memo: ref, amount: amountSent, reference: String(n), sourceId: `s${n}`, paidAt: world.clock.now() }),
  );
  await matchPayments(world.worker);
  await startPayouts(world.worker);
  return ref;
}

/** A payout that was sent, with an answer that got lost. */
async function unclear(): Promise<string> {
  const ref = await queued();
  world.payOs.script.push({ takes: true, hears: 'unknown' });
  world.payOs.isReadable = false;
  await sendPayouts(world.signer);
  world.payOs.isReadable = true;
  return ref;
}

async function signFor(totalMs: number, signer: SignerCtx = world.signer, stepMs = STEP_MS): Promise<void> {
  for (let spentMs = 0; spentMs < totalMs; spentMs += stepMs) {
    world.clock.advance(stepMs);
    await sendPayouts(signer);
    await settleAttempts(signer);
  }
}

async function stateOf(ref: string): Promise<{ order: Order; attempt: Attempt; paid: readonly bigint[] }> {
  const order = await world.order(ref);
  const last = (await readPayoutsOf(world.signer.orm, order.id)).at(-1);
  const attempt = last && (await readLastAttempt(world.signer.orm, last.id));
  if (!attempt) throw new Error(`no attempt of ${ref}`);
  return { order, attempt, paid: world.payOs.paid.filter(({ memo }) => memo === ref).map(({ amount }) => amount) };
}

/** A signer whose look-up of one order's payouts fails as no provider should. */
function signerFailingFor(ref: string): SignerCtx {
  const { payouts } = world.payOs.rail;
  if (payouts?.kind !== 'keyed') throw new Error('no payout');
  const find: typeof payouts.find = async (request, ...rest) => {
    if (request.memo === ref) throw new TypeError('the list has no rows');
    return payouts.find(request, ...rest);
  };
  const bank = { ...world.payOs.rail, payouts: { ...payouts, find } };
  return { ...world.signer, inFlight: new Set(), rails: new Map([...world.signer.rails, ['bank', bank] as const]) };
}

describe('an attempt whose look-up fails unexpectedly', () => {
  test('is put off, so that it does not keep the slots from others', async () => {
    const ref = await unclear();
    const signer = signerFailingFor(ref);
    world.clock.advance(MINUTE_MS);
    await settleAttempts(signer);
    expect(world.errors.splice(0)).toMatchObject([{ error: expect.stringContaining('no rows') }]);
    const { attempt } = await stateOf(ref);
    expect(attempt.nextCheckAt.getTime()).toBeGreaterThan(world.clock.now().getTime());
    expect(await readAttemptsDue(world.signer.orm, 'bank', world.clock.now(), 10)).toEqual([]);
    await signFor(MINUTE_MS);
    expect(await stateOf(ref)).toMatchObject({ order: { status: 'delivered' }, paid: [PROCEEDS] });
  });

  test('never counts as missing from the records, however long it fails', async () => {
    const ref = await unclear();
    await signFor(2 * HOUR_MS, signerFailingFor(ref), 10 * MINUTE_MS);
    expect(world.errors.splice(0)).not.toEqual([]);
    expect(await stateOf(ref)).toMatchObject({ order: { status: 'delivering' }, attempt: { state: 'unknown', checks: 0 } });
    await signFor(MINUTE_MS);
    expect(await stateOf(ref)).toMatchObject({ order: { status: 'delivered' }, attempt: { state: 'done' }, paid: [PROCEEDS] });
  });
});

test('an attempt that is sent again and accepted is taken for accepted: it has six times the patience', async () => {
  const ref = await queued();
  world.payOs.script.push({ takes: false, hears: 'unknown' }, { takes: false, hears: 'accepted' });
  await sendPayouts(world.signer);
  await signFor(4 * MINUTE_MS);
  // Three patiences are over, and it is not listed yet.
  expect(await stateOf(ref)).toMatchObject({ order: { status: 'delivering' }, attempt: { state: 'sent', reference: `po-${ref}-1-1` } });
  expect(world.payOs.sent.filter((key) => key.startsWith(ref))).toHaveLength(2);
  await signFor(4 * MINUTE_MS);
  expect(await stateOf(ref)).toMatchObject({ order: { status: 'error', reason: 'payout_unknown' }, attempt: { state: 'absent' } });
  expect(world.payOs.sent.filter((key) => key.startsWith(ref))).toHaveLength(2);
});
