import { readLastAttempt, readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { Attempt } from '@quydoi/domain/transfer/attempt';
import type { Lookup } from '@quydoi/rails/lookup';
import type { OneShotPayouts } from '@quydoi/rails/payout';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { accountName } from '../../src/lookups/account-name.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { testCaller } from '../../testing/callers.ts';
import { type Gate, holdCalls } from '../../testing/gate.ts';
import { answerLookups, sendPayouts, settleAttempts } from '../../testing/network-jobs.ts';
import { SCRIPTED_LAG_MS } from '../../testing/payout-rails.ts';
import { openWorld, type World } from '../../testing/world.ts';

const TRON_WALLET = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
/** As many as a job of one network has in progress at most. */
const HANGING = 16;

let world: World;
let gate: Gate | undefined;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(async () => {
  gate?.open();
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** A paid buy whose payout waits for the signer. */
async function queued(to: 'pm' | 'trc20'): Promise<string> {
  const { ref, amountSent } = await world.create(to === 'pm' ? { quantity: '10' } : { to, quantity: '10', destination: TRON_WALLET });
  await world.pay(ref, amountSent);
  await matchPayments(world.worker);
  await startPayouts(world.worker);
  return ref;
}

async function queuedForPerfectMoney(count: number): Promise<string[]> {
  const refs: string[] = [];
  for (let n = 0; n < count; n += 1) refs.push(await queued('pm'));
  return refs;
}

async function attemptOf(ref: string): Promise<Attempt | null> {
  const [payout] = await readPayoutsOf(world.signer.orm, (await world.order(ref)).id);
  return payout ? readLastAttempt(world.signer.orm, payout.id) : null;
}

async function statusesOf(refs: readonly string[]): Promise<string[]> {
  return [...new Set(await Promise.all(refs.map(async (ref) => (await world.order(ref)).status)))];
}

function perfectMoney(): OneShotPayouts {
  return world.perfectMoney.rail.payouts as OneShotPayouts;
}

describe('a provider that hangs delays only its own network:', () => {
  test('payouts of another network are sent', async () => {
    const stuck = await queuedForPerfectMoney(HANGING);
    const ref = await queued('trc20');
    gate = holdCalls(perfectMoney(), 'send');
    const sending = sendPayouts(world.signer);
    await expect.poll(() => gate?.waiting()).toBeGreaterThan(8);
    await expect.poll(async () => (await attemptOf(ref))?.state).toBe('sent');
    expect(await statusesOf(stuck)).toEqual(['delivering']);
    gate.open();
    await sending;
    expect(await statusesOf(stuck)).toEqual(['delivered']);
    world.clock.advance(SCRIPTED_LAG_MS + 5_000);
    await settleAttempts(world.signer);
    expect(await statusesOf([ref])).toEqual(['delivered']);
  });

  test('attempts of another network are settled', async () => {
    const stuck = await queuedForPerfectMoney(HANGING);
    world.perfectMoney.recordsReadable = false;
    await sendPayouts(world.signer);
    world.perfectMoney.recordsReadable = true;
    world.clock.advance(10_000);
    const ref = await queued('trc20');
    await sendPayouts(world.signer);
    gate = holdCalls(perfectMoney(), 'find');
    world.clock.advance(SCRIPTED_LAG_MS + 5_000);
    const settling = settleAttempts(world.signer);
    await expect.poll(() => gate?.waiting()).toBeGreaterThanOrEqual(8);
    await expect.poll(async () => (await world.order(ref)).status).toBe('delivered');
    expect(await statusesOf(stuck)).toEqual(['delivering']);
    gate.open();
    await settling;
    await settleAttempts(world.signer);
    expect(await statusesOf(stuck)).toEqual(['delivered']);
  });

  test('names are looked up on another network', async () => {
    // A role with both lookups, as long as no other provider of wallet names exists.
    const role: Ctx = {
      ...world.worker,
      orm: world.owner,
      rails: new Map([
        ['perfect-money', world.perfectMoney.rail],
        ['bank', world.bank.rail],
      ]),
    };
    const ask = (type: string, accountNumber: string) => accountName(world.web, world.deps, testCaller(), { type, accountNumber });
    for (let n = 0; n < HANGING; n += 1) await ask('pm', `U${8_000_000 + n}`);
    await ask('vcb', '0011001234999');
    gate = holdCalls(world.perfectMoney.rail.lookup as Lookup, 'find');
    const answering = answerLookups(role);
    await expect.poll(() => gate?.waiting()).toBeGreaterThanOrEqual(8);
    await expect.poll(() => ask('vcb', '0011001234999')).toEqual({ accountName: 'TRAN THI B' });
    expect(await ask('pm', 'U8000000')).toEqual({ accountName: 'WAITING' });
    gate.open();
    await answering;
    expect(await ask('pm', 'U8000000')).toEqual({ accountName: 'NGUYEN VAN A' });
  });
});
