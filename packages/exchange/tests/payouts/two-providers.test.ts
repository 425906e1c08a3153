import type { Orm } from '@quydoi/database/orm';
import { readBalanceChecks } from '@quydoi/database/repositories/balance-checks';
import { readAttemptsOf } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { Rail } from '@quydoi/rails/rail';
import { RailError } from '@quydoi/rails/rail-error';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCircuitBreakers } from '../../src/circuit-breaker.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { isOurs } from '../../src/payouts/attempt-codes.ts';
import { checkBalances } from '../../src/payouts/check-balances.ts';
import { forgetNeverSent } from '../../src/payouts/never-sent.ts';
import { type ProviderKey, providersOf } from '../../src/payouts/providers.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { PROVIDER_POLL_MS, watchProvider } from '../../src/payouts/watch-provider.ts';
import { noteAnswer } from '../../src/payouts/watch-refusals.ts';
import { FAILING_MS } from '../../src/provider-health.ts';
import { expectBooksInOrder, reserveOf, setAvailable } from '../../testing/books.ts';
import { sendPayouts, settleAttempts, watchSettled } from '../../testing/network-jobs.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { walletTransfer } from '../../testing/payment-facts.ts';
import { createScriptedOther, type ScriptedKeyed, type ScriptedOther } from '../../testing/payout-rails.ts';
import { openWorld, type World } from '../../testing/world.ts';

const DONG = 2_535_000n;
const CHECK_MS = 5 * MINUTE_MS;

let world: World;
let appotaPay: ScriptedOther;
let signer: SignerCtx;
/** Of the signers of a test. Each has a pool of its own, and the server of all tests has only so many connections. */
const connections: Orm[] = [];
let n = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
beforeEach(async () => {
  appotaPay = createScriptedOther();
  world.payOs.balance = 3_000_000_000n;
  appotaPay.balance = 2_000_000_000n;
  Object.assign(world.payOs, { course: 'paid', isReadable: true, banks: null });
  signer = await openSigner();
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  expect([...world.payOs.script, ...appotaPay.script]).toEqual([]);
  await expectBooksInOrder(world);
  await Promise.all(connections.splice(0).map((orm) => orm.close(true)));
});
afterAll(() => world.database.close());

/** A signer process that pays by both, and knows nothing of its providers yet. */
async function openSigner(payOsRail: Rail = world.payOs.rail, otherPayouts: Rail['otherPayouts'] = [appotaPay.payouts]): Promise<SignerCtx> {
  const opened = await world.openSigner();
  connections.push(opened.orm);
  const bank = { ...opened.rails.get('bank'), ...payOsRail, otherPayouts };
  return { ...opened, rails: new Map([...opened.rails, ['bank', bank] as const]), breakers: createCircuitBreakers<ProviderKey>(world.clock) };
}

/** Paid sales whose payouts wait for the signer. */
async function queued(count = 1): Promise<string[]> {
  await setAvailable(world, 'vnd', 5_000_000_000n);
  const refs: string[] = [];
  for (let made = 0; made < count; made += 1) {
    n += 1;
    const order = await world.create(SELL_100_PM, { device: `device-${n}`, origin: `10.9.${n >> 8}.${n & 255}` } as never);
    const paid = { amount: order.amountSent, paidAt: world.clock.now(), account: order.instructions?.account ?? '' };
    await world.record(world.signer, walletTransfer({ ...paid, memo: order.ref, reference: String(n), sourceId: `s${n}` }));
    refs.push(order.ref);
  }
  await matchPayments(world.worker);
  await startPayouts(world.worker);
  return refs;
}

async function signFor(totalMs: number, stepMs = 5_000): Promise<void> {
  for (let spentMs = 0; spentMs < totalMs; spentMs += stepMs) {
    world.clock.advance(stepMs);
    await sendPayouts(signer);
    await settleAttempts(signer);
    await watchSettled(signer);
  }
}

/** Attempts of an order, first to last: `provider state`. */
async function attemptsOf(ref: string): Promise<string[]> {
  const rows = await world.database.query(
    `select a.provider || ' ' || a.state as text from attempt a join payout p on p.id = a.payout_id join orders o on o.id = p.order_id where o.ref = $1 order by p.seq, a.n`,
    [ref],
  );
  return rows.map(({ text }) => String(text));
}

/** Transfers of an order that arrived and stayed, at either provider. */
function paidFor(ref: string): bigint[] {
  return [world.payOs, appotaPay].flatMap(({ paid }) => paid.filter(({ memo }) => memo === ref).map(({ amount }) => amount));
}

function away(provider: ScriptedKeyed, outcome: 'unknown' | 'not-done' = 'not-done') {
  const payouts = (provider as Partial<ScriptedOther>).payouts ?? (provider.rail.payouts as ScriptedOther['payouts']);
  const { send, find, balances } = payouts;
  let calls = 0;
  const fail = async () => {
    calls += 1;
    throw new RailError('bank', 'unreachable', outcome, 'no answer');
  };
  Object.assign(payouts, { send: fail, find: fail, balances: fail });
  return {
    back: () => Object.assign(payouts, { send, find, balances }),
    get calls() {
      return calls;
    },
  };
}

/** Lets only one of them pay to any bank, for now. */
function only(provider: 'payos' | 'appotapay') {
  world.payOs.banks = provider === 'payos' ? null : [];
  appotaPay.banks = provider === 'payos' ? [] : null;
}

function either() {
  world.payOs.banks = appotaPay.banks = null;
}

test('payouts go to both by their shares of the money, each order is paid once, and the one reserve pays for all', async () => {
  const before = await reserveOf(world, 'vnd');
  const refs = await queued(12);
  await sendPayouts(signer);
  for (const ref of refs) expect([ref, (await world.order(ref)).status, paidFor(ref)]).toEqual([ref, 'delivered', [DONG]]);
  const made = (await Promise.all(refs.map(attemptsOf))).flat();
  expect(new Set(made)).toEqual(new Set(['payos done', 'appotapay done']));
  expect(before.available - (await reserveOf(world, 'vnd')).available).toBe((await setAvailableBack(before)) + 12n * DONG);
});

/** `queued` fills the reserve up again: what that added. */
async function setAvailableBack(before: { readonly available: bigint }): Promise<bigint> {
  return before.available - 5_000_000_000n;
}

test('a payout goes to the one that has enough money, and to the one that knows the bank', async () => {
  world.payOs.balance = DONG - 1n;
  const [short = ''] = await queued();
  await sendPayouts(signer);
  expect(await attemptsOf(short)).toEqual(['appotapay done']);
  appotaPay.banks = ['tcb'];
  signer = await openSigner();
  const [unknownBank = ''] = await queued();
  await sendPayouts(signer);
  expect(await attemptsOf(unknownBank)).toEqual(['payos done']);
});

test('an attempt is the signer’s own at the provider that it was made for alone', async () => {
  const [ref = ''] = await queued();
  await sendPayouts(signer);
  const [attempt] = await readAttemptsOf(world.signer.orm, (await world.order(ref)).id);
  if (!attempt) throw new Error('no attempt');
  expect(await isOurs(signer, attempt)).toBe(true);
  const other = attempt.provider === 'payos' ? 'appotapay' : 'payos';
  for (const provider of [other, null]) expect(await isOurs(signer, { ...attempt, provider }), String(provider)).toBe(false);
});

test('one that is away costs its own payouts a wait and the others nothing; its attempts stay with it', async () => {
  only('appotapay');
  const [lost = '', unsent = ''] = await queued(2);
  appotaPay.script.push({ takes: true, hears: 'unknown' }, { takes: false, hears: 'unknown' });
  const outage = away(appotaPay, 'unknown');
  // Sent, and nothing answers.
  await sendPayouts(signer);
  expect([await attemptsOf(lost), await attemptsOf(unsent)]).toEqual([['appotapay unknown'], ['appotapay unknown']]);
  outage.back();
  appotaPay.script.length = 0;
  const again = away(appotaPay, 'unknown');
  either();
  await signFor(2 * MINUTE_MS);
  const refs = await queued(4);
  await signFor(10_000);
  for (const ref of refs) expect([await attemptsOf(ref), paidFor(ref)]).toEqual([['payos done'], [DONG]]);
  await signFor(HOUR_MS, MINUTE_MS);
  expect([await attemptsOf(lost), await attemptsOf(unsent)]).toEqual([['appotapay unknown'], ['appotapay unknown']]);
  expect([paidFor(lost), paidFor(unsent)]).toEqual([[], []]);
  again.back();
  await signFor(3 * MINUTE_MS);
  // Sent again under the same key, at the same provider, once each.
  for (const ref of [lost, unsent]) {
    expect([(await world.order(ref)).status, paidFor(ref)]).toEqual(['delivered', [DONG]]);
    expect(await attemptsOf(ref)).toEqual(['appotapay done']);
  }
});

test('what was certainly not sent to one that is away, the other pays at once', async () => {
  only('appotapay');
  const [ref = ''] = await queued();
  const outage = away(appotaPay, 'not-done');
  await sendPayouts(signer);
  expect(await attemptsOf(ref)).toEqual(['appotapay refused']);
  either();
  await signFor(2 * MINUTE_MS);
  expect([await attemptsOf(ref), paidFor(ref)]).toEqual([['appotapay refused', 'payos done'], [DONG]]);
  outage.back();
  await signFor(MINUTE_MS);
  expect(paidFor(ref)).toEqual([DONG]);
});

test('a process that starts anew asks the one that is away first', async () => {
  only('appotapay');
  const [ref = ''] = await queued();
  const outage = away(appotaPay, 'not-done');
  await sendPayouts(signer);
  forgetNeverSent(signer);
  either();
  await signFor(2 * MINUTE_MS);
  expect([await attemptsOf(ref), paidFor(ref)]).toEqual([['appotapay refused', 'payos prepared'], []]);
  outage.back();
  await signFor(2 * MINUTE_MS);
  expect([await attemptsOf(ref), paidFor(ref)]).toEqual([['appotapay refused', 'payos done'], [DONG]]);
});

test('one that took a payout and lost its answer is asked when it is back; nothing is sent to the other', async () => {
  only('appotapay');
  const [ref = ''] = await queued();
  appotaPay.script.push({ takes: true, hears: 'unknown' });
  appotaPay.isReadable = false;
  await sendPayouts(signer);
  either();
  await signFor(10 * MINUTE_MS, 30_000);
  expect([await attemptsOf(ref), paidFor(ref), world.payOs.sent.filter((key) => key.startsWith(ref))]).toEqual([['appotapay unknown'], [DONG], []]);
  appotaPay.isReadable = true;
  await signFor(3 * MINUTE_MS);
  expect([await attemptsOf(ref), paidFor(ref)]).toEqual([['appotapay done'], [DONG]]);
});

test.each(['payos', 'appotapay'] as const)('what %s certainly did not do, the other one does', async (first) => {
  only(first);
  const [refused = '', failed = ''] = await queued(2);
  const provider = first === 'payos' ? world.payOs : appotaPay;
  provider.script.push({ takes: false, hears: 'funds' });
  provider.course = 'refused';
  await sendPayouts(signer);
  either();
  provider.course = 'paid';
  await signFor(2 * MINUTE_MS);
  const other = first === 'payos' ? 'appotapay' : 'payos';
  for (const ref of [refused, failed]) {
    expect([await attemptsOf(ref), paidFor(ref)]).toEqual([[`${first} refused`, `${other} done`], [DONG]]);
    expect((await world.order(ref)).status).toBe('delivered');
  }
});

test('one that is short of money tells its balance again before the next choice', async () => {
  await queued();
  appotaPay.balance = 0n;
  world.payOs.script.push({ takes: false, hears: 'funds' });
  const payouts = world.payOs.rail.payouts as ScriptedOther['payouts'];
  const { balances } = payouts;
  let reads = 0;
  payouts.balances = (now) => {
    reads += 1;
    return balances(now);
  };
  await sendPayouts(signer);
  expect(reads).toBe(1);
  await queued();
  await sendPayouts(signer);
  expect(reads).toBe(2);
  payouts.balances = balances;
  await signFor(2 * MINUTE_MS);
});

test('one that called a transfer failed and paid it nevertheless settles the payout before the other sends anything', async () => {
  only('appotapay');
  const [ref = ''] = await queued();
  appotaPay.course = 'refused';
  await sendPayouts(signer);
  expect(await attemptsOf(ref)).toEqual(['appotapay refused']);
  const [, entry] = [...appotaPay.book].at(-1) ?? [];
  if (entry) entry.course = 'paid';
  only('payos');
  await signFor(MINUTE_MS);
  expect([(await world.order(ref)).status, paidFor(ref)]).toEqual(['delivered', [DONG]]);
  expect(await attemptsOf(ref)).toEqual(['appotapay refused', 'payos done']);
  expect(world.payOs.sent.filter((key) => key.startsWith(ref))).toEqual([]);
});

test('a transfer that one gives back later is found there, though the other is away', async () => {
  only('appotapay');
  const [ref = ''] = await queued();
  await sendPayouts(signer);
  expect(await attemptsOf(ref)).toEqual(['appotapay done']);
  const outage = away(world.payOs);
  const [, entry] = [...appotaPay.book].at(-1) ?? [];
  if (entry) entry.course = 'reversed';
  await signFor(10 * MINUTE_MS, 30_000);
  expect(await attemptsOf(ref)).toEqual(['appotapay refused']);
  expect(await world.order(ref)).toMatchObject({ status: 'error' });
  outage.back();
});

test('credentials that one refuses silence it alone: payouts go on by the other, and by both once it takes them', async () => {
  const { balances } = appotaPay.payouts;
  Object.assign(appotaPay.payouts, {
    balances: async () => {
      throw new RailError('bank', 'credentials', 'unknown', 'API key blocked');
    },
  });
  await watchProvider(signer, 'bank');
  world.clock.advance(61_000);
  await watchProvider(signer, 'bank');
  expect(world.errors.splice(0)).toMatchObject([{ cause: 'silent', direction: 'out', subject: 'appotapay' }]);
  const { suspensions } = await signer.settings();
  expect(suspensions).toMatchObject([{ cause: 'silent', direction: 'out', subject: 'appotapay' }]);
  const refs = await queued(6);
  await sendPayouts(signer);
  for (const ref of refs) expect([await attemptsOf(ref), paidFor(ref)]).toEqual([['payos done'], [DONG]]);
  Object.assign(appotaPay.payouts, { balances });
  await watchProvider(signer, 'bank');
  expect((await signer.settings()).suspensions).toEqual([]);
});

test('a network whose providers have all failed for minutes is suspended until one of them answers', async () => {
  const outages = [away(world.payOs), away(appotaPay)];
  const lookFor = async (ms: number) => {
    for (let spentMs = 0; spentMs < ms; spentMs += 15_000) {
      world.clock.advance(15_000);
      await watchProvider(signer, 'bank');
    }
  };
  await lookFor(10 * MINUTE_MS);
  const causes = async () => (await signer.settings()).suspensions.map(({ cause, subject }) => `${cause} ${subject}`).sort();
  expect(await causes()).toEqual(['silent appotapay', 'silent payos', 'unreachable payouts']);
  expect(world.errors.splice(0)).toHaveLength(3);
  outages[1]?.back();
  await lookFor(2 * MINUTE_MS);
  expect(await causes()).toEqual(['silent payos']);
  outages[0]?.back();
  await lookFor(2 * MINUTE_MS);
  expect(await causes()).toEqual([]);
});

test('a network whose providers all answer what makes no sense is suspended by the look that finds the last of them failing', async () => {
  const nonsense = { balances: () => Promise.reject(new RailError('bank', 'malformed', 'not-done', 'not JSON')) };
  const payouts = [world.payOs.rail.payouts, appotaPay.payouts].map((one) => ({ one, balances: one?.balances }));
  for (const { one } of payouts) Object.assign(one ?? {}, nonsense);
  const causes = async () => (await signer.settings()).suspensions.map(({ cause, subject }) => `${cause} ${subject}`).sort();
  const looks: string[][] = [];
  for (let spentMs = 0; spentMs <= FAILING_MS; spentMs += PROVIDER_POLL_MS) {
    world.clock.advance(PROVIDER_POLL_MS);
    await watchProvider(signer, 'bank');
    looks.push(await causes());
  }
  expect(looks.slice(-2)).toEqual([[], ['silent appotapay', 'silent payos', 'unreachable payouts']]);
  expect(world.errors.splice(0)).toHaveLength(3);
  for (const { one, balances } of payouts) Object.assign(one ?? {}, { balances });
  await watchProvider(signer, 'bank');
  expect(await causes()).toEqual([]);
});

test('a payout that no provider takes waits for seconds, and is then made by the first that does', async () => {
  const [ref = ''] = await queued();
  world.payOs.banks = appotaPay.banks = [];
  await sendPayouts(signer);
  either();
  await sendPayouts(signer);
  expect(await attemptsOf(ref)).toEqual([]);
  world.clock.advance(5_000);
  await sendPayouts(signer);
  expect([(await attemptsOf(ref)).length, paidFor(ref)]).toEqual([1, [DONG]]);
});

const refused = (hears: 'funds' | 'destination') => Array.from({ length: 60 }, () => ({ takes: false, hears }) as const);

test('payouts that all providers refuse are an alarm that closes nothing, until one is accepted', async () => {
  const refs = await queued(3);
  world.payOs.script.push(...refused('funds'));
  appotaPay.script.push(...refused('funds'));
  await signFor(MINUTE_MS);
  expect((await signer.settings()).suspensions).toEqual([]);
  await signFor(30 * MINUTE_MS, 30_000);
  const alarm = { network: 'bank', cause: 'refusing', direction: 'out', detail: 'every payout has been refused for minutes: funds; funds' };
  expect(world.errors.splice(0)).toMatchObject([alarm]);
  expect((await signer.settings()).suspensions).toMatchObject([alarm]);
  world.payOs.script.length = appotaPay.script.length = 0;
  await signFor(40 * MINUTE_MS, 30_000);
  expect((await signer.settings()).suspensions).toEqual([]);
  for (const ref of refs) expect([(await world.order(ref)).status, paidFor(ref)]).toEqual(['delivered', [DONG]]);
});

test.each<[string, number, 'funds' | 'destination']>([
  ['one payout alone', 1, 'funds'],
  ['accounts', 3, 'destination'],
])('refusals of %s are no alarm', async (_, count, hears) => {
  await queued(count);
  world.payOs.script.push(...refused(hears));
  appotaPay.script.push(...refused(hears));
  await signFor(30 * MINUTE_MS, 30_000);
  expect((await signer.settings()).suspensions).toEqual([]);
  world.payOs.script.length = appotaPay.script.length = 0;
  await signFor(40 * MINUTE_MS, 30_000);
});

test('payouts that all providers refuse for a reason that nobody has documented are told so', async () => {
  const answer = { state: 'trouble', error: new RailError('bank', 'refused', 'not-done', 'code 999 for 0011001234567') } as const;
  const answerAll = async () => {
    for (const provider of providersOf(signer, 'bank')) for (const id of ['1', '2', '3']) await noteAnswer(signer, provider, { id }, answer);
  };
  await answerAll();
  world.clock.advance(FAILING_MS);
  await answerAll();
  const reason = 'for a reason that is not documented';
  expect((await signer.settings()).suspensions).toMatchObject([{ cause: 'refusing', detail: expect.stringMatching(`: ${reason}; ${reason}$`) }]);
  expect(world.errors.splice(0)).toHaveLength(1);
  for (const provider of providersOf(signer, 'bank'))
    await noteAnswer(signer, provider, { id: '1' }, { state: 'accepted', reference: 'r', fee: null });
  expect((await signer.settings()).suspensions).toEqual([]);
});

test('the alarm of refusals stays for as long as payouts are refused', async () => {
  await queued(3);
  for (const { script } of [world.payOs, appotaPay]) script.push(...refused('funds'), ...refused('funds'));
  await signFor(9 * MINUTE_MS, 30_000);
  expect(world.errors.splice(0)).toHaveLength(1);
  await signFor(4 * HOUR_MS, 20 * MINUTE_MS);
  await watchProvider(signer, 'bank');
  expect((await signer.settings()).suspensions).toMatchObject([{ cause: 'refusing' }]);
  world.payOs.script.length = appotaPay.script.length = 0;
  await signFor(40 * MINUTE_MS, 30_000);
  expect((await signer.settings()).suspensions).toEqual([]);
});

test('the alarm of refusals ends once nothing was refused for hours, whichever signer looks, and not before', async () => {
  const refs = await queued(3);
  world.payOs.script.push(...refused('funds'));
  appotaPay.script.push(...refused('funds'));
  await signFor(9 * MINUTE_MS, 30_000);
  expect(world.errors.splice(0)).toHaveLength(1);
  const other = await openSigner();
  await watchProvider(other, 'bank');
  expect((await signer.settings()).suspensions).toHaveLength(1);
  world.clock.advance(3 * HOUR_MS);
  await watchProvider(other, 'bank');
  expect((await signer.settings()).suspensions).toEqual([]);
  world.payOs.script.length = appotaPay.script.length = 0;
  await signFor(40 * MINUTE_MS, 30_000);
  for (const ref of refs) expect(paidFor(ref)).toEqual([DONG]);
});

test('the wallets are compared with the ledger in sum: money may lie in either, and none may be missing from both', async () => {
  await setAvailable(world, 'vnd', 5_000_000_000n);
  const { available, held } = await reserveOf(world, 'vnd');
  const check = async () => {
    world.clock.advance(CHECK_MS);
    await checkBalances(signer, 'bank', CHECK_MS);
    return (await readBalanceChecks(signer.orm)).find(({ code }) => code === 'vnd');
  };
  appotaPay.balance = 1_000_000_000n;
  world.payOs.balance = available + held - appotaPay.balance;
  expect(await check()).toMatchObject({ told: available + held, difference: 0n });
  // Operators move money from one wallet to the other.
  world.payOs.balance -= 500n;
  appotaPay.balance += 500n;
  expect(await check()).toMatchObject({ difference: 0n });
  // One of them is away: there is no sum, and no difference.
  const outage = away(appotaPay);
  const before = await check();
  expect(before).toMatchObject({ difference: 0n, told: available + held });
  outage.back();
  appotaPay.balance -= 900_000_000n;
  await check();
  expect(await check()).toMatchObject({ times: 2 });
  expect((await signer.settings()).suspensions).toMatchObject([{ cause: 'shortfall', subject: 'vnd' }]);
  appotaPay.balance += 900_000_000n;
  await check();
  await check();
  expect((await signer.settings()).suspensions).toEqual([]);
  expect(world.errors.splice(0)).toHaveLength(2);
});

test('an attempt at a provider that the signer has lost waits, with an alarm, and is not sent elsewhere', async () => {
  only('appotapay');
  const [ref = ''] = await queued();
  appotaPay.script.push({ takes: true, hears: 'unknown' });
  appotaPay.isReadable = false;
  await sendPayouts(signer);
  signer = await openSigner(world.payOs.rail, []);
  await signFor(10 * MINUTE_MS, 30_000);
  expect(world.errors.splice(0)).toMatchObject([{ provider: 'appotapay' }]);
  expect([await attemptsOf(ref), world.payOs.sent.filter((key) => key.startsWith(ref))]).toEqual([['appotapay unknown'], []]);
  appotaPay.isReadable = true;
  signer = await openSigner();
  await signFor(3 * MINUTE_MS);
  expect([await attemptsOf(ref), paidFor(ref)]).toEqual([['appotapay done'], [DONG]]);
});

test.each(['away', 'gone'])('what was prepared for one, and certainly not sent, is made by the other while that one is %s', async (how) => {
  only('appotapay');
  const [ref = ''] = await queued();
  world.checkpoints.stopAt('payout.prepared');
  await sendPayouts(signer);
  expect(world.errors.splice(0)).toHaveLength(1);
  expect(await attemptsOf(ref)).toEqual(['appotapay prepared']);
  // The next process.
  signer = await openSigner(world.payOs.rail, how === 'gone' ? [] : [appotaPay.payouts]);
  const outage = away(appotaPay);
  either();
  for (let asked = 0; asked < 5; asked += 1) await watchProvider(signer, 'bank');
  world.clock.advance(61_000);
  for (let asked = 0; asked < 5; asked += 1) await watchProvider(signer, 'bank');
  await signFor(MINUTE_MS);
  expect([await attemptsOf(ref), paidFor(ref)]).toEqual([['appotapay refused', 'payos done'], [DONG]]);
  outage.back();
  await signFor(5 * MINUTE_MS, 30_000);
  expect([await attemptsOf(ref), paidFor(ref)]).toEqual([['appotapay refused', 'payos done'], [DONG]]);
  // Settled payouts of earlier tests may be due, and nobody can watch them.
  if (how === 'gone') for (const error of world.errors.splice(0)) expect(error).toMatchObject({ provider: 'appotapay' });
});

test('no login changes the provider of an attempt, and one whose provider was changed nevertheless is not sent', async () => {
  only('appotapay');
  const [ref = ''] = await queued();
  world.checkpoints.stopAt('payout.prepared');
  await sendPayouts(signer);
  expect(world.errors.splice(0)).toHaveLength(1);
  expect(await attemptsOf(ref)).toEqual(['appotapay prepared']);
  for (const role of ['quydoi_web', 'quydoi_worker', 'quydoi_signer', 'quydoi_operator'] as const) {
    const orm = await world.database.open(role);
    await expect(orm.em.getConnection().execute(`update attempt set provider = 'payos' where state = 'prepared'`)).rejects.toThrow(
      /permission denied/,
    );
  }
  await world.database.query(`update attempt set provider = 'payos' where state = 'prepared'`);
  either();
  await signFor(MINUTE_MS);
  expect([await attemptsOf(ref), paidFor(ref)]).toEqual([['payos refused'], []]);
  expect(world.errors.splice(0)).toMatchObject([{ reason: 'attempt was not made by the signer' }]);
});
