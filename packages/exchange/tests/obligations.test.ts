import { applyChanges } from '@quydoi/database/apply-changes';
import { readAttemptTransfers, readLastAttempt, readPayoutsOfObligation } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { NO_CHANGE } from '@quydoi/domain/change';
import type { DecisionContext } from '@quydoi/domain/decision-context';
import { post } from '@quydoi/domain/ledger/post';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import { type Payout, queuedPayout } from '@quydoi/domain/transfer/payout';
import type { SignedPayOut } from '@quydoi/rails/signed-payout';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CheckpointName } from '../src/checkpoints.ts';
import { newId } from '../src/context.ts';
import type { ObligationReader } from '../src/payouts/obligation.ts';
import { OBLIGATIONS } from '../src/payouts/obligations/registry.ts';
import type { SignerCtx } from '../src/payouts/signer.ts';
import { sendPayouts, settleAttempts, watchSettled } from '../testing/network-jobs.ts';
import { openWorld, type World } from '../testing/world.ts';

/*
 * A kind of obligation that no code but this test knows: gifts. It goes through signing, kills, settlement and reversal by the same loops as
 * orders and refunds.
 */

const AMOUNT = 120_000n;
const DESTINATION = '0011001234567';
const MINUTE_MS = 60_000;

let world: World;
let signer: SignerCtx;

/** Gifts that were promised, by id, in dong. */
const gifts = new Map<string, bigint>();

const spent = (payout: Payout, sign: 1n | -1n, { newId: id }: DecisionContext) =>
  post(id(), 'payout', null, [
    { account: 'rail:vnd', amount: -sign * payout.amount },
    { account: 'loss:vnd', amount: sign * payout.amount },
  ]);

const readGift: ObligationReader = async (ctx, { obligationId }) => {
  const promised = gifts.get(obligationId);
  if (promised === undefined) return null;
  return {
    memo: 'GIFT',
    isAwaitingCode: false,
    keyOf: ({ seq }, n) => `gift-${obligationId.slice(-8)}-${seq}-${n}`,
    onProgress: () => NO_CHANGE,
    onSettled: (payout, _settlement, decisionCtx) => ({ ...NO_CHANGE, postings: [spent(payout, 1n, decisionCtx)] }),
    onFailed: () => NO_CHANGE,
    onRejected: () => NO_CHANGE,
    onReversed: (payout, _fee, decisionCtx) => ({ ...NO_CHANGE, postings: [spent(payout, -1n, decisionCtx)] }),
    payouts: await readPayoutsOfObligation(ctx.orm, 'gift', obligationId),
    validate: async ({ amount }) => (amount === promised ? null : 'payout differs from the gift'),
    readHeld: async () => 0n,
    relate: ({ part }, payout) => (part === payout.part ? 'same' : 'unrelated'),
  };
};

const withGifts = (ctx: SignerCtx): SignerCtx => ({ ...ctx, obligations: new Map([...OBLIGATIONS, ['gift', readGift]]) });

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  signer = withGifts(world.signer);
});
afterEach(() => {
  expect(world.errors.splice(0)).toEqual([]);
});
afterAll(() => world.database.close());

/** A gift whose payout waits for the signer. */
async function promise(amount = AMOUNT, set: Partial<Payout> = {}): Promise<string> {
  const id = newId(world.worker);
  gifts.set(id, AMOUNT);
  const payout = queuedPayout(
    {
      id: newId(world.worker),
      obligationKind: 'gift',
      obligationId: id,
      orderId: null,
      seq: 1,
      part: 1,
      parts: 1,
      rail: 'bank',
      reserve: 'vnd',
      currency: 'vnd',
      amount,
      held: 0n,
      fee: 0n,
      destination: DESTINATION,
      destinationBank: 'vcb',
    },
    world.clock.now(),
  );
  await applyChanges(world.worker.orm, [{ ...NO_CHANGE, payouts: [{ before: null, after: { ...payout, ...set } }] }], world.clock.now());
  return id;
}

async function signFor(totalMs: number, ctx = signer, stepMs = 5_000): Promise<void> {
  for (let spentMs = 0; spentMs < totalMs; spentMs += stepMs) {
    world.clock.turn(stepMs);
    await sendPayouts(ctx);
    await settleAttempts(ctx);
    await watchSettled(ctx);
  }
}

async function stateOf(id: string): Promise<unknown> {
  const payouts = await readPayoutsOfObligation(signer.orm, 'gift', id);
  return payouts.map(({ state, reference }) => [state, reference]);
}

const keyOf = (id: string, n = 1) => `gift-${id.slice(-8)}-1-${n}`;
const arrivedFor = (id: string) => world.payOs.paid.filter(({ key }) => key.startsWith(`gift-${id.slice(-8)}`)).map(({ amount }) => amount);

async function balanceOf(account: string): Promise<bigint> {
  const [row] = await world.database.query('select balance from account where name = $1', [account]);
  return BigInt(String(row?.balance ?? 0));
}

describe('a gift', () => {
  test('is signed, sent, and settled by the provider’s records', async () => {
    const before = await balanceOf('loss:vnd');
    const id = await promise();
    await signFor(10_000);
    expect(await stateOf(id)).toEqual([['settled', `FT-${keyOf(id)}`]]);
    expect(arrivedFor(id)).toEqual([AMOUNT]);
    expect((await balanceOf('loss:vnd')) - before).toBe(AMOUNT);
  });

  test('that its bank returns is unspent again', async () => {
    const before = await balanceOf('loss:vnd');
    const id = await promise();
    await signFor(10_000);
    const taken = world.payOs.book.get(keyOf(id));
    if (!taken) throw new Error('not taken');
    taken.course = 'reversed';
    await signFor(2 * MINUTE_MS);
    expect(await stateOf(id)).toEqual([['failed', `FT-${keyOf(id)}`]]);
    expect((await balanceOf('loss:vnd')) - before).toBe(0n);
  });

  test('is tried again when the provider is busy, and fails when the destination is bad', async () => {
    const id = await promise();
    world.payOs.script.push({ takes: false, hears: 'temporary' });
    await signFor(40_000);
    expect(await stateOf(id)).toEqual([['settled', `FT-${keyOf(id, 2)}`]]);
    const bad = await promise();
    world.payOs.script.push({ takes: false, hears: 'destination' });
    await signFor(5_000);
    expect(await stateOf(bad)).toEqual([['failed', null]]);
    expect(arrivedFor(bad)).toEqual([]);
  });

  test('is rejected when the payout does not follow from it, or its kind is not registered', async () => {
    const id = await promise(AMOUNT + 1n);
    await signFor(5_000);
    expect(await stateOf(id)).toEqual([['failed', null]]);
    expect(world.errors.splice(0)).toMatchObject([{ reason: 'payout differs from the gift' }]);
    const unknown = await promise();
    await sendPayouts(world.signer);
    expect(await stateOf(unknown)).toEqual([['failed', null]]);
    expect(world.errors.splice(0)).toHaveLength(1);
    expect([...arrivedFor(id), ...arrivedFor(unknown)]).toEqual([]);
  });

  const POINTS: readonly CheckpointName[] = [
    'payout.before-prepare',
    'payout.prepared',
    'payout.sending',
    'payout.answered',
    'payout.after-answer',
    'settle.before-find',
    'settle.found',
    'settle.after-write',
    'payout.before-resend',
    'payout.resent',
    'watch.found',
    'watch.after-write',
  ];

  test.each(POINTS)('is paid once by the next signer when the first one dies at %s', async (point) => {
    const next = withGifts(await world.openSigner());
    const id = await promise();
    // An answer that got lost before the payout was taken makes it be sent again.
    if (point.includes('resen')) world.payOs.script.push({ takes: false, hears: 'unknown' });
    world.checkpoints.stopAt(point);
    await sendPayouts(signer);
    await signFor(20_000);
    expect(world.errors.splice(0)).toHaveLength(1);
    await signFor(3 * MINUTE_MS, next);
    expect(await stateOf(id)).toEqual([['settled', `FT-${keyOf(id)}`]]);
    expect(arrivedFor(id)).toEqual([AMOUNT]);
  });
});

/** Pays a gift on a chain whose rail signs in `slot`, and bumps the fee once in `replacementSlot`. */
async function payWithReplacement(
  slot: string,
  replacementSlot: string | null,
): Promise<{ attempt: Attempt | null; replacement: string | undefined }> {
  const rail = world.tronOut.rail.payOut;
  if (rail?.kind !== 'signed') throw new Error('not signed');
  let replacement: string | undefined;
  const replacing: SignedPayOut = {
    ...rail,
    sign: async (...args) => ({ ...(await rail.sign(...args)), slot }),
    replace: async (request, _transfers, now) => {
      if (replacement !== undefined) return null;
      const signed = await rail.sign(request, now, []);
      replacement = signed.txid;
      return { ...signed, slot: replacementSlot };
    },
  };
  const ctx: SignerCtx = { ...signer, rails: new Map([...signer.rails, ['tron', { ...world.tronOut.rail, payOut: replacing }]]) };
  const id = await promise(50_000_000n, {
    rail: 'tron',
    reserve: 'usdt-tron',
    currency: 'trc20',
    destination: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC',
    destinationBank: null,
  });
  gifts.set(id, 50_000_000n);
  world.tronOut.script.push('cuts', 'takes');
  await sendPayouts(ctx);
  world.clock.turn(1_000);
  await settleAttempts(ctx);
  const [payout] = await readPayoutsOfObligation(signer.orm, 'gift', id);
  return { attempt: await readLastAttempt(signer.orm, payout?.id ?? ''), replacement };
}

test('a signed transfer whose fee is too low is replaced in its slot, and each is stored before it is broadcast', async () => {
  const { attempt } = await payWithReplacement('nonce 7', 'nonce 7');
  const stored = await readAttemptTransfers(signer.orm, attempt?.id ?? '');
  expect(stored.map(({ n, slot }) => [n, slot])).toEqual([
    [1, 'nonce 7'],
    [2, 'nonce 7'],
  ]);
  expect(world.tronOut.broadcast.slice(-2)).toEqual(stored.map(({ txid }) => txid));
});

test.each(['nonce 9', null])('a replacement in another slot (%s) is neither stored nor broadcast', async (replacementSlot) => {
  const slot = `nonce 8 ${replacementSlot}`;
  const { attempt, replacement } = await payWithReplacement(slot, replacementSlot);
  expect(world.errors.splice(0)).toHaveLength(1);
  const stored = await readAttemptTransfers(signer.orm, attempt?.id ?? '');
  expect(stored.map((each) => [each.n, each.slot])).toEqual([[1, slot]]);
  expect(replacement).toBeDefined();
  expect(world.tronOut.broadcast).not.toContain(replacement);
});
