import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { agreedStatus } from '@quydoi/rails/chain/agreed-status';
import type { OneShotPayouts } from '@quydoi/rails/payout';
import { RailError } from '@quydoi/rails/rail-error';
import type { SignedPayouts, TransferStatus } from '@quydoi/rails/signed-payout';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { FAILURES_MAX } from '../../src/circuit-breaker.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { watchProvider } from '../../src/payouts/watch-provider.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { settle } from '../../testing/mismatch.ts';
import { sendPayouts, settleAttempts } from '../../testing/network-jobs.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { bankTransfer, walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const TRON_WALLET = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';

/** Twelve hours of work, on a busy machine. */
const TIMEOUT_MS = 300_000;

let world: World;
let n = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(async () => {
  world.errors.splice(0);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** A paid buy whose payout is due. */
async function bought(to: 'pm' | 'trc20' = 'pm'): Promise<string> {
  const { ref, amountSent } = await world.create(to === 'pm' ? { quantity: '10' } : { to, quantity: '10', destination: TRON_WALLET });
  n += 1;
  await world.record(world.worker, bankTransfer({ memo: ref, amount: amountSent, reference: `long-${n}`, paidAt: world.clock.now() }));
  await matchPayments(world.worker);
  await startPayouts(world.worker);
  return ref;
}

/** A paid sell, whose dong is due. */
async function sold(): Promise<string> {
  const { ref, instructions, amountSent } = await world.create(SELL_100_PM);
  n += 1;
  const paid = { memo: ref, amount: amountSent, account: instructions?.account ?? '', paidAt: world.clock.now() };
  world.perfectMoney.statement.push(walletTransfer({ ...paid, reference: String(700_000_000 + n), sourceId: String(n) }));
  await settle(world, 1);
  return ref;
}

const statusOf = async (ref: string) => (await world.order(ref)).status;
const sentFor = (ref: string) => [...world.perfectMoney.paid, ...world.payOs.paid, ...world.tronOut.paid].filter(({ memo }) => memo === ref).length;

/** Lets a provider answer nothing but this failure. @returns what ends it */
function stop(payouts: OneShotPayouts, failure: () => RailError): () => void {
  const { send, find, balances } = payouts;
  const fail = () => Promise.reject(failure());
  Object.assign(payouts, { send: fail, find: fail, balances: fail });
  return () => Object.assign(payouts, { send, find, balances });
}

async function work(totalMs: number, network: 'perfect-money' | 'bank'): Promise<void> {
  for (let passedMs = 0; passedMs < totalMs; passedMs += 20 * MINUTE_MS) {
    await sendPayouts(world.signer);
    await settleAttempts(world.signer);
    await watchProvider(world.signer, network);
    world.clock.advance(20 * MINUTE_MS);
  }
}

test('Perfect Money that answers 403 to everything for hours costs at most as many payouts as it takes to notice, and none twice', {
  timeout: TIMEOUT_MS,
}, async () => {
  const resume = stop(
    world.perfectMoney.rail.payouts as OneShotPayouts,
    () => new RailError('perfect-money', 'unreachable', 'unknown', 'confirm.asp answered with a failure'),
  );
  const refs: string[] = [];
  for (let order = 0; order < FAILURES_MAX + 2; order += 1) {
    refs.push(await bought());
    await sendPayouts(world.signer);
  }
  const [dollars, dong] = [await bought('trc20'), await sold()];
  await settle(world);
  expect([await statusOf(dollars), await statusOf(dong)]).toEqual(['delivered', 'delivered']);
  await work(6 * HOUR_MS, 'perfect-money');
  await expect(world.create({}, { deviceId: 'later' })).rejects.toThrow('MAINTENANCE');
  expect((await world.web.settings()).suspensions).toMatchObject([{ network: 'perfect-money', direction: 'out', cause: 'unreachable' }]);
  resume();
  await work(6 * HOUR_MS, 'perfect-money');
  const outcomes = await Promise.all(refs.map(statusOf));
  // Whether the first were sent nobody knows, and the records that are read again do not have them: an operator decides about each.
  const inDoubt = outcomes.filter((status) => status === 'error').length;
  expect(inDoubt).toBeGreaterThan(0);
  expect(inDoubt).toBeLessThanOrEqual(FAILURES_MAX);
  expect(outcomes).toEqual(refs.map((_, index) => (index < inDoubt ? 'error' : 'delivered')));
  expect(refs.map(sentFor)).toEqual(refs.map((_, index) => (index < inDoubt ? 0 : 1)));
  expect((await world.web.settings()).suspensions).toEqual([]);
});

test('payOS that hangs for its whole time for hours pays each order once when it is back, and needs nobody', { timeout: TIMEOUT_MS }, async () => {
  const payouts = world.payOs.rail.payouts as unknown as OneShotPayouts;
  const { send } = payouts;
  const resume = stop(payouts, () => new RailError('bank', 'unreachable', 'unknown', 'POST /v1/payouts: timed out'));
  // The first request is carried out, and its answer is lost.
  let isFirst = true;
  payouts.send = async (request, now) => {
    if (isFirst) await send(request, now);
    isFirst = false;
    throw new RailError('bank', 'unreachable', 'unknown', 'POST /v1/payouts: timed out');
  };
  const refs: string[] = [];
  for (let order = 0; order < FAILURES_MAX + 2; order += 1) refs.push(await sold());
  const other = await bought();
  await settle(world);
  expect(await statusOf(other)).toBe('delivered');
  await work(3 * HOUR_MS, 'bank');
  expect(new Set(await Promise.all(refs.map(statusOf)))).not.toContain('error');
  expect((await world.web.settings()).suspensions).toMatchObject([{ network: 'bank', direction: 'out', cause: 'unreachable' }]);
  resume();
  await work(6 * HOUR_MS, 'bank');
  expect(await Promise.all(refs.map(statusOf))).toEqual(refs.map(() => 'delivered'));
  expect(refs.map(sentFor)).toEqual(refs.map(() => 1));
  expect((await world.web.settings()).suspensions).toEqual([]);
});

test('two nodes of a chain that differ about a transfer for hours have it neither paid again nor given up; operators see it, and all else goes on', {
  timeout: TIMEOUT_MS,
}, async () => {
  const payouts = world.tronOut.rail.payouts as SignedPayouts;
  const { status } = payouts;
  world.tronOut.script.push('forgets');
  const stuck = await bought('trc20');
  await sendPayouts(world.signer);
  const txid = world.tronOut.signed.at(-1)?.txid;
  const branch: TransferStatus = { state: 'failed', detail: 'in a block that the other node does not have', fee: 1n };
  const first: SignedPayouts['status'] = async (transfers) => (transfers[0]?.txid === txid ? branch : status(transfers));
  payouts.status = (transfers) => agreedStatus([first, status], (node) => node(transfers));
  const needs = async () => {
    const { items } = await bindOperations(world.operator).listAttention(operatorCaller('lan'), { limit: 100 });
    return items.flatMap(({ ref, need }) => (ref === stuck ? [need] : []));
  };
  await work(3 * HOUR_MS, 'bank');
  expect([await statusOf(stuck), sentFor(stuck), world.tronOut.signed.at(-1)?.txid]).toEqual(['delivering', 0, txid]);
  expect(await needs()).toEqual(['slow']);
  const [dollars, dong, tokens] = [await bought(), await sold(), await bought('trc20')];
  await settle(world);
  expect([await statusOf(dollars), await statusOf(dong), await statusOf(tokens)]).toEqual(['delivered', 'delivered', 'delivered']);
  expect((await world.web.settings()).suspensions).toEqual([]);
  // They agree again, that it never was in a block.
  payouts.status = status;
  await work(HOUR_MS, 'bank');
  expect([await statusOf(stuck), sentFor(stuck), await needs()]).toEqual(['delivered', 1, []]);
});
