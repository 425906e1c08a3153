import type { CreatedOrderView } from '@quydoi/contract/orders/order-view';
import { readSubmissionProgress } from '@quydoi/database/repositories/voucher-submissions';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { VOUCHER_DOUBT_MS, VOUCHER_OUTAGE_MS } from '@quydoi/domain/voucher';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actOnOrder } from '../../src/actions/act-on-order.ts';
import { handleOrderRequests } from '../../src/actions/handle-requests.ts';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { getOrder } from '../../src/orders/get-order.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import { activateVouchers } from '../../src/vouchers/activate-vouchers.ts';
import { submitVoucher } from '../../src/vouchers/submit-voucher.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { settle } from '../../testing/mismatch.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { walletTransfer } from '../../testing/payment-facts.ts';
import { workingMeanwhile } from '../../testing/working-meanwhile.ts';
import { openWorld, type World } from '../../testing/world.ts';

const SELL_VOUCHER = { ...SELL_100_PM, from: 'e-voucher', sender: undefined } as const;
const OPERATOR = operatorCaller('lan');
const WRONG = { number: '9999999999', code: '9999999999999999' };

let world: World;
let n = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  world.clock.sleepAdvances = true;
});
beforeEach(() => {
  // The issuer is asked about ten wrong vouchers a minute.
  world.clock.advance(MINUTE_MS);
});
afterEach(async () => {
  world.perfectMoney.activations.length = 0;
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** A voucher that a customer owns. */
function customersVoucher(cents = 100_00n) {
  n += 1;
  const voucher = { number: String(n).padStart(10, '0'), code: String(n).padStart(16, '5') };
  world.perfectMoney.goodVouchers.set(`${voucher.number};${voucher.code}`, cents);
  return voucher;
}

const activate = () => activateVouchers(world.signer, 'perfect-money');

/** Submits a voucher while the signer asks the issuer. */
function submit(order: Pick<CreatedOrderView, 'ref'>, voucher: { readonly number: string; readonly code: string }) {
  return workingMeanwhile(submitVoucher(world.web, world.deps, testCaller(), { ref: order.ref, ...voucher }), async () => {
    await activate();
  });
}

const stateOf = async ({ id }: { readonly id: string }) => (await readSubmissionProgress(world.web.orm, id)).map(({ state }) => state);
const viewOf = (order: CreatedOrderView) => getOrder(world.web, world.deps, testCaller({ orderKey: order.key }), { ref: order.ref });

/** Lets the doubt about a voucher last as long as it may, the history being read. */
async function untilOver(order: CreatedOrderView): Promise<void> {
  for (let minutes = 0; minutes < 18 && (await viewOf(order)).vouchers?.isChecking !== false; minutes += 1) {
    await world.run();
    world.clock.advance(MINUTE_MS);
    await activate();
  }
  await world.run();
}

/** What an operator has not decided keeps later doubts open. */
async function forgetDoubts(): Promise<void> {
  await world.database.query(
    "alter table voucher_submission disable trigger guard_submission; update voucher_submission set answered_at = '2026-01-01' where state = 'unsettled'; alter table voucher_submission enable trigger guard_submission",
  );
}

describe('a voucher that the issuer knows', () => {
  test('pays its order once, and dong goes out once', async () => {
    const order = await world.create(SELL_VOUCHER);
    expect(await viewOf(order)).toMatchObject({ actions: ['submitVoucher', 'cancel'], instructions: null, vouchers: { isChecking: false, left: 5 } });
    expect(await submit(order, customersVoucher())).toEqual({ state: 'accepted', left: 5 });
    await expect(submit(order, customersVoucher())).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    await world.run();
    await world.run();
    expect(await world.order(order.ref)).toMatchObject({ status: 'delivered', amountPaid: 100_00n });
    expect(world.payOs.paid).toHaveLength(1);
    expect((await viewOf(order)).events.map(({ code }) => code)).toContain('voucher_accepted');
  });

  test('is taken with the reference alone, and with spaces in it', async () => {
    const order = await world.create(SELL_VOUCHER);
    const { number, code } = customersVoucher();
    const spaced = (text: string) => text.replace(/(....)/g, '$1 ');
    expect((await getOrder(world.web, world.deps, testCaller(), { ref: order.ref })).actions).toEqual(['submitVoucher']);
    expect(await submit({ ref: order.ref.toLowerCase() }, { number: spaced(number), code: spaced(code) })).toMatchObject({ state: 'accepted' });
  });

  test('of less money makes the order underpaid, and another voucher tops it up', async () => {
    const order = await world.create(SELL_VOUCHER);
    await submit(order, customersVoucher(60_00n));
    await world.run();
    expect(await viewOf(order)).toMatchObject({ status: 'verifying_transaction', reason: 'underpaid', amountPaid: 60_00n });
    expect((await viewOf(order)).actions).toEqual(['submitVoucher', 'acceptRecalculation', 'requestRefund']);
    await submit(order, customersVoucher(40_00n));
    await world.run();
    await world.run();
    expect(await world.order(order.ref)).toMatchObject({ status: 'delivered', amountPaid: 100_00n });
  });
});

describe('a refused voucher', () => {
  test('is told with the tries that are left; after the fifth the order takes none, and ends with its timer', async () => {
    const order = await world.create(SELL_VOUCHER);
    for (const left of [4, 3, 2, 1, 0]) {
      await expect(submit(order, WRONG)).rejects.toMatchObject({ code: 'VOUCHER_REFUSED', params: { left: String(left) } });
    }
    expect(await world.order(order.ref)).toMatchObject({ status: 'ERROR_EVOUCHER', reason: 'voucher_refused' });
    await expect(submit(order, customersVoucher())).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    world.clock.advance(35 * MINUTE_MS);
    await world.run();
    await endTimedOutOrders(world.worker);
    expect(await world.order(order.ref)).toMatchObject({ status: 'cancelled', reason: 'expired', holding: 0n });
  });

  test('that was used before brings nothing', async () => {
    const [one, other] = [await world.create(SELL_VOUCHER), await world.create(SELL_VOUCHER)];
    const voucher = customersVoucher();
    await submit(one, voucher);
    await expect(submit(other, voucher)).rejects.toMatchObject({ code: 'VOUCHER_REFUSED' });
    await world.run();
    expect((await world.order(one.ref)).amountPaid).toBe(100_00n);
    expect((await world.order(other.ref)).amountPaid).toBe(0n);
  });
});

describe('the issuer’s budget of wrong vouchers', () => {
  const SELL_SMALL_VOUCHER = { ...SELL_VOUCHER, quantity: '10' } as const;
  const guess = (ref: string) => submitVoucher(world.web, world.deps, testCaller(), { ref, ...WRONG });

  async function refusedOf(refs: readonly string[]): Promise<number> {
    const states = await Promise.all(refs.map(async (ref) => stateOf(await world.order(ref))));
    return states.flat().filter((state) => state === 'refused').length;
  }

  test('is not used up by a network that guesses: others’ vouchers are taken at once, a typing error among them', async () => {
    const guesses: string[] = [];
    for (let device = 0; device < 12; device += 1) {
      const { ref } = await world.create(SELL_SMALL_VOUCHER, { addressBlock: '10.77.1.1', deviceId: `guessing device ${device}` });
      await guess(ref);
      guesses.push(ref);
    }
    for (let times = 0; times < 3; times += 1) await activate();
    expect(await refusedOf(guesses)).toBe(5);
    const [order, other] = [await world.create(SELL_SMALL_VOUCHER), await world.create(SELL_SMALL_VOUCHER)];
    expect(await submit(order, customersVoucher(10_00n))).toMatchObject({ state: 'accepted' });
    await expect(submit(other, WRONG)).rejects.toMatchObject({ code: 'VOUCHER_REFUSED', params: { left: '4' } });
    expect(await submit(other, customersVoucher(10_00n))).toMatchObject({ state: 'accepted' });
    expect(await refusedOf(guesses)).toBe(5);
    world.clock.advance(MINUTE_MS);
    await activate();
    expect(await refusedOf(guesses)).toBe(10);
    world.clock.advance(MINUTE_MS);
    await activate();
    expect(await refusedOf(guesses)).toBe(12);
  });

  test('goes to others of a guessing network before the subject that guesses, once the network’s turn has come', async () => {
    const of = (deviceId: string) => ({ addressBlock: '10.78.1.1', deviceId });
    const guesses: string[] = [];
    for (let n = 0; n < 5; n += 1) guesses.push((await world.create(SELL_SMALL_VOUCHER, of('guesses again and again'))).ref);
    const order = await world.create(SELL_SMALL_VOUCHER, of('does not guess'));
    for (const ref of guesses) await guess(ref);
    await activate();
    for (const ref of guesses) await guess(ref);
    const submitted = submitVoucher(world.web, world.deps, testCaller(), { ref: order.ref, ...customersVoucher(10_00n) });
    expect(await submitted).toMatchObject({ state: 'checking' });
    // The first that is asked about is put off, and the others wait meanwhile.
    world.perfectMoney.activations.push('temporary');
    await activate();
    const putOff = await world.database.query(
      'select o.ref from voucher_submission s join orders o on o.id = s.order_id where s.state = $1 and s.next_at > $2',
      ['new', world.clock.now()],
    );
    expect(putOff).toEqual([{ ref: order.ref }]);
    world.clock.advance(MINUTE_MS);
    await activate();
    expect(await stateOf(await world.order(order.ref))).toEqual(['accepted']);
    expect(await refusedOf(guesses)).toBe(10);
  });
});

describe('malformed or unwanted', () => {
  test.each([
    ['VOUCHER_INVALID', { number: '123', code: '0011223344556677' }],
    ['VOUCHER_CODE_INVALID', { number: '0123456789', code: '00112233445566778' }],
  ])('%s', async (code, voucher) => {
    const order = await world.create(SELL_VOUCHER);
    await expect(submit(order, voucher)).rejects.toMatchObject({ code });
    expect(await stateOf(await world.order(order.ref))).toEqual([]);
  });

  test('an order that is paid otherwise takes no voucher', async () => {
    const order = await world.create(SELL_100_PM);
    await expect(submit(order, customersVoucher())).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    await expect(submit({ ref: 'NOSUCHREF2' }, customersVoucher())).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  });

  test('a transfer with the reference of a voucher order is a case, because its payer was not declared', async () => {
    const order = await world.create(SELL_VOUCHER);
    await world.record(world.signer, walletTransfer({ memo: order.ref, amount: 100_00n, reference: '700000777', paidAt: world.clock.now() }));
    await matchPayments(world.worker);
    expect(await world.order(order.ref)).toMatchObject({ status: 'pending', amountPaid: 0n });
  });
});

test('a voucher that was taken in another currency is left to an operator at once, and is not called wrong', async () => {
  const order = await world.create(SELL_VOUCHER);
  world.perfectMoney.activations.push('taken');
  await submit(order, customersVoucher()).catch(() => {});
  expect(await stateOf(await world.order(order.ref))).toEqual(['unsettled']);
  expect(await world.order(order.ref)).toMatchObject({ status: 'ERROR_EVOUCHER', reason: 'voucher_unknown', amountPaid: 0n });
  expect((await viewOf(order)).events.map(({ code }) => code)).not.toContain('voucher_refused');
  expect(world.errors.splice(0)).toHaveLength(1);
  await forgetDoubts();
});

describe('a lost answer', () => {
  test('before the money was taken: the voucher is activated by the next call', async () => {
    const order = await world.create(SELL_VOUCHER);
    world.perfectMoney.activations.push('lost');
    expect(await submit(order, customersVoucher())).toMatchObject({ state: 'accepted' });
  });

  test('after the money was taken: the history tells, and it pays once', async () => {
    const order = await world.create(SELL_VOUCHER);
    world.perfectMoney.activations.push('lost-after');
    const submitted = submit(order, customersVoucher());
    expect(await submitted).toMatchObject({ state: 'checking' });
    expect(await viewOf(order)).toMatchObject({ vouchers: { isChecking: true } });
    await world.run();
    world.clock.advance(MINUTE_MS);
    await activate();
    expect(await stateOf(await world.order(order.ref))).toEqual(['accepted']);
    await world.run();
    await world.run();
    expect(await world.order(order.ref)).toMatchObject({ status: 'delivered', amountPaid: 100_00n });
  });

  test('of a voucher that was never good: refused once the history was read for long without its money', async () => {
    const order = await world.create(SELL_VOUCHER);
    world.perfectMoney.activations.push('lost');
    expect(await submit(order, WRONG)).toMatchObject({ state: 'checking' });
    // The history was not read meanwhile.
    world.clock.advance(11 * MINUTE_MS);
    await activate();
    expect(await stateOf(await world.order(order.ref))).toEqual(['unknown']);
    await world.run();
    world.clock.advance(MINUTE_MS);
    await activate();
    expect(await stateOf(await world.order(order.ref))).toEqual(['refused']);
    expect((await viewOf(order)).vouchers).toEqual({ isChecking: false, left: 4 });
  });

  test.each([
    ['of nobody', { payer: null }],
    ['of nobody, of another amount beside its own', { payer: null, amount: 33_00n }],
  ])('with another arrival %s: nobody guesses, an operator decides', async (_, set) => {
    const order = await world.create(SELL_VOUCHER);
    world.perfectMoney.activations.push('lost-after');
    expect(await submit(order, customersVoucher())).toMatchObject({ state: 'checking' });
    n += 1;
    const reference = `70000${n}`;
    const stranger = { memo: '', amount: 100_00n, reference, sourceId: reference, paidAt: world.clock.now(), ...set };
    world.perfectMoney.statement.push(walletTransfer(stranger));
    await untilOver(order);
    expect(await world.order(order.ref)).toMatchObject({ status: 'ERROR_EVOUCHER', reason: 'voucher_unknown' });
    expect(await stateOf(await world.order(order.ref))).toEqual(['unsettled']);
    expect(world.errors.splice(0)).toHaveLength(1);
    await forgetDoubts();
  });

  test.each([
    [9, 'may be the money of the one before', 'ERROR_EVOUCHER'],
    [11, 'is its own', 'delivered'],
  ])('%i minutes after one that nobody knows about: the sole arrival %s', async (minutes, _, status) => {
    const before = await world.create(SELL_VOUCHER);
    world.perfectMoney.activations.push('lost-after');
    expect(await submit(before, customersVoucher(33_00n))).toMatchObject({ state: 'checking' });
    await untilOver(before);
    expect(await stateOf(await world.order(before.ref))).toEqual(['unsettled']);
    world.clock.advance(minutes * MINUTE_MS);
    const order = await world.create(SELL_VOUCHER);
    world.perfectMoney.activations.push('lost-after');
    await submit(order, customersVoucher());
    await untilOver(order);
    await world.run();
    expect(await world.order(order.ref)).toMatchObject({ status });
    world.errors.splice(0);
    await forgetDoubts();
  });

  test('is settled once an issuer can be asked again that was away for longer than a doubt lasts', async () => {
    const order = await world.create(SELL_VOUCHER);
    world.perfectMoney.activations.push('lost-after');
    expect(await submit(order, customersVoucher())).toMatchObject({ state: 'checking' });
    const { setRail } = bindOperations(world.operator);
    await setRail(OPERATOR, { network: 'perfect-money', on: false });
    world.clock.advance(VOUCHER_DOUBT_MS + MINUTE_MS);
    await world.run();
    await activate();
    expect(await stateOf(await world.order(order.ref))).toEqual(['unknown']);
    expect(world.errors.splice(0)).toHaveLength(1);
    await setRail(OPERATOR, { network: 'perfect-money', on: true });
    await untilOver(order);
    expect(await stateOf(await world.order(order.ref))).toEqual(['accepted']);
    expect(await world.order(order.ref)).toMatchObject({ amountPaid: 100_00n });
  });

  test('raises an alarm every ten minutes while the issuer goes on answering nothing', async () => {
    const order = await world.create(SELL_VOUCHER);
    world.perfectMoney.activations.push('lost-after');
    expect(await submit(order, customersVoucher())).toMatchObject({ state: 'checking' });
    const alarmsIn = async (minutes: number) => {
      for (let n = 0; n < minutes; n += 1) {
        world.clock.advance(MINUTE_MS);
        world.perfectMoney.activations.push('lost');
        await activate();
      }
      return world.errors.splice(0).length;
    };
    expect(await alarmsIn(VOUCHER_DOUBT_MS / MINUTE_MS - 1)).toBe(0);
    expect(await alarmsIn(1)).toBe(1);
    expect(await alarmsIn(9)).toBe(0);
    expect(await alarmsIn(1)).toBe(1);
    expect(await stateOf(await world.order(order.ref))).toEqual(['unknown']);
    await untilOver(order);
    expect(await stateOf(await world.order(order.ref))).toEqual(['accepted']);
  });

  test('is left to an operator once its money may count as a payment of nobody', async () => {
    const order = await world.create(SELL_VOUCHER);
    world.perfectMoney.activations.push('lost');
    expect(await submit(order, WRONG)).toMatchObject({ state: 'checking' });
    world.clock.advance(VOUCHER_OUTAGE_MS);
    await world.run();
    await activate();
    expect(await stateOf(await world.order(order.ref))).toEqual(['unsettled']);
    world.errors.splice(0);
    await forgetDoubts();
  });

  test('of a worthless voucher is not settled by the transfer of a wallet, which an operator allocates', async () => {
    const [thief, victim] = [await world.create(SELL_VOUCHER), await world.create({ ...SELL_100_PM, sender: 'U7654399' })];
    world.perfectMoney.activations.push('lost');
    expect(await submit(thief, WRONG)).toMatchObject({ state: 'checking' });
    world.perfectMoney.statement.push(
      walletTransfer({ memo: '', payer: 'U7654399', amount: 100_00n, reference: '700000779', sourceId: '700000779', paidAt: world.clock.now() }),
    );
    await untilOver(thief);
    await world.run();
    expect(await world.order(thief.ref)).toMatchObject({ amountPaid: 0n });
    // The voucher order declared no sender, so that nobody can tell which of both it was meant for.
    expect(await world.order(victim.ref)).toMatchObject({ status: 'pending', amountPaid: 0n });
    expect(await world.database.query('select state, case_code from payment where reference = $1', ['700000779'])).toEqual([
      { state: 'case', case_code: 'ambiguous' },
    ]);
  });

  test('that a login alone has made up is settled by nothing', async () => {
    const order = await world.create(SELL_VOUCHER);
    const { id } = await world.order(order.ref);
    const submitted = submitVoucher(world.web, world.deps, testCaller(), { ref: order.ref, ...WRONG });
    await submitted;
    for (const state of ['sending', 'unknown']) {
      const set = `update voucher_submission set version = version + 1, state = '${state}', sent_at = '${world.clock.now().toISOString()}' where order_id = '${id}'`;
      await world.database.query(set);
    }
    world.perfectMoney.statement.push(
      walletTransfer({ memo: '', payer: null, amount: 100_00n, reference: '700000780', sourceId: '700000780', paidAt: world.clock.now() }),
    );
    await untilOver(order);
    expect(await world.order(order.ref)).toMatchObject({ status: 'ERROR_EVOUCHER', amountPaid: 0n });
    expect(world.errors.splice(0)).toHaveLength(1);
    await forgetDoubts();
  });

  test('keeps the order from being cancelled or expired', async () => {
    const order = await world.create(SELL_VOUCHER);
    world.perfectMoney.activations.push('lost-after');
    expect(await submit(order, customersVoucher())).toMatchObject({ state: 'checking' });
    const act = actOnOrder(world.web, world.deps, testCaller({ orderKey: order.key }), { ref: order.ref, action: 'cancel' });
    await expect(workingMeanwhile(act, () => handleOrderRequests(world.worker))).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    await world.run();
    world.clock.advance(MINUTE_MS);
    await activate();
    await world.run();
    await world.run();
    expect(await world.order(order.ref)).toMatchObject({ status: 'delivered' });
  });

  test.each([
    ['that was never good', 'lost', WRONG],
    ['of another amount', 'lost-after', null],
  ] as const)('about a voucher %s keeps no other customer waiting for longer than 90 s', async (_, step, voucher) => {
    const [first, next] = [await world.create(SELL_VOUCHER), await world.create(SELL_VOUCHER)];
    world.perfectMoney.activations.push(step);
    expect(await submit(first, voucher ?? customersVoucher(33_00n))).toMatchObject({ state: 'checking' });
    await world.run();
    expect(await submit(next, customersVoucher())).toMatchObject({ state: 'checking' });
    world.clock.advance(90_000);
    await activate();
    expect(await stateOf(await world.order(next.ref))).toEqual(['accepted']);
    await world.run();
    await world.run();
    expect(await stateOf(await world.order(first.ref))).toEqual(['unknown']);
    expect(await world.order(next.ref)).toMatchObject({ status: 'delivered', amountPaid: 100_00n });
    await untilOver(first);
    expect(await stateOf(await world.order(first.ref))).toEqual([voucher ? 'refused' : 'unsettled']);
    expect(world.errors.splice(0)).toHaveLength(voucher ? 0 : 1);
    await forgetDoubts();
  });

  test('does not have the signer look again and again at those that wait', async () => {
    const create = (n: number) => world.create(SELL_VOUCHER, { deviceId: `device-${n}-aaaaaaaaaaaaaaaa`, addressBlock: `10.${n}.0.1` });
    const first = await create(100);
    world.perfectMoney.activations.push('lost');
    expect(await submit(first, WRONG)).toMatchObject({ state: 'checking' });
    world.clock.advance(1_000);
    const waiting = [];
    for (let n = 0; n < 21; n += 1) {
      const { ref } = await create(n);
      waiting.push(await submitVoucher(world.web, world.deps, testCaller(), { ref, ...customersVoucher() }));
    }
    expect(new Set(waiting.map(({ state }) => state))).toEqual(new Set(['checking']));
    // Submitting takes time; the doubt is to be young, and not due itself.
    const doubt = `update voucher_submission set sent_at = $1::timestamptz, next_at = $1::timestamptz + interval '10 seconds' where state = 'unknown'`;
    const guard = (how: 'disable' | 'enable') => world.database.query(`alter table voucher_submission ${how} trigger guard_submission`);
    await guard('disable');
    await world.database.query(doubt, [world.clock.now()]);
    await guard('enable');
    expect(await activate()).toBe(false);
    world.clock.advance(90_000);
    expect(await activate()).toBe(true);
    await untilOver(first);
    for (let minutes = 0; minutes < 4; minutes += 1) await activate();
    await world.run();
    await forgetDoubts();
    world.errors.length = 0;
  });

  test('about two vouchers at once is settled for neither, whoever the sole arrival is of', async () => {
    const [first, next] = [await world.create(SELL_VOUCHER), await world.create(SELL_VOUCHER)];
    world.perfectMoney.activations.push('lost');
    expect(await submit(first, WRONG)).toMatchObject({ state: 'checking' });
    world.clock.advance(2 * MINUTE_MS);
    await activate();
    world.perfectMoney.activations.push('lost-after');
    expect(await submit(next, customersVoucher())).toMatchObject({ state: 'checking' });
    await untilOver(first);
    await untilOver(next);
    for (const { ref } of [first, next]) {
      expect(await stateOf(await world.order(ref))).toEqual(['unsettled']);
      expect(await world.order(ref)).toMatchObject({ status: 'ERROR_EVOUCHER', reason: 'voucher_unknown', amountPaid: 0n });
    }
    expect(world.errors.splice(0)).toHaveLength(2);
    await forgetDoubts();
  });

  test('about an issuer that cannot be asked does not cost the next customer the order, whose timer ends meanwhile', async () => {
    const [first, next] = [await world.create(SELL_VOUCHER), await world.create(SELL_VOUCHER)];
    world.clock.advance(next.expiresAt.getTime() - world.clock.now().getTime() - MINUTE_MS);
    world.perfectMoney.activations.push('lost-after');
    expect(await submit(first, customersVoucher())).toMatchObject({ state: 'checking' });
    const submitted = submitVoucher(world.web, world.deps, testCaller(), { ref: next.ref, ...customersVoucher() });
    expect(await submitted).toMatchObject({ state: 'checking' });
    world.clock.advance(2 * MINUTE_MS);
    await endTimedOutOrders(world.worker);
    await untilOver(next);
    await world.run();
    for (const { ref } of [first, next]) expect(await world.order(ref)).toMatchObject({ status: 'delivered', amountPaid: 100_00n });
  });

  test('that was not sent, or put off, costs the customer no try', async () => {
    const order = await world.create(SELL_VOUCHER);
    world.perfectMoney.activations.push('not-sent', 'temporary');
    expect(await submit(order, WRONG)).toMatchObject({ state: 'checking', left: 5 });
    world.clock.advance(MINUTE_MS);
    await activate();
    expect(await stateOf(await world.order(order.ref))).toEqual(['refused']);
  });

  test.each(['voucher.sending', 'voucher.answered', 'voucher.after-write'] as const)('by a death at %s', async (point) => {
    const order = await world.create(SELL_VOUCHER);
    world.checkpoints.stopAt(point);
    const submitted = submit(order, customersVoucher()).catch((error: unknown) => error);
    await submitted;
    for (let times = 0; times < 4; times += 1) {
      world.clock.advance(30_000);
      await world.run();
      await activate().catch(() => {});
    }
    await world.run();
    await world.run();
    // The job reports its own death, as any failure of one item.
    expect(world.errors.splice(0)).toHaveLength(1);
    expect(await world.order(order.ref)).toMatchObject({ status: 'delivered', amountPaid: 100_00n });
    expect(world.payOs.paid.filter(({ memo }) => memo.includes(order.ref))).toHaveLength(1);
  });
});

describe('the money of another customer’s voucher', () => {
  test('is given away only by two operators', async () => {
    const worth = JSON.stringify({ worth: '50000000', rateChange: '5' });
    await world.database.query(`insert into setting (kind, key, value, author, at) values ('secondOperator', 'secondOperator', $1, 'tests', now())`, [
      worth,
    ]);
    const order = await world.create(SELL_VOUCHER);
    const other = await world.create(
      { ...SELL_VOUCHER, destination: '0071001234999' },
      { deviceId: 'another-device-aaaaaaaaa', addressBlock: '9.9.9.9' },
    );
    await submit(order, customersVoucher());
    await readSources(world.signer, 'perfect-money', 'list');
    const [row] = await world.database.query("select id from payment where network = 'perfect-money' and state = 'unmatched'");
    const call = { id: String(row?.id), ref: other.ref, note: 'a receipt was seen' };
    expect(await bindOperations(world.operator).attachPayment(OPERATOR, call)).toHaveProperty('proposal');
    await settle(world);
    expect([(await world.order(order.ref)).status, (await world.order(other.ref)).status]).toEqual(['delivered', 'pending']);
  });
});

test('a row that a login has added by hand, never to be sent, holds an order no longer than a doubt may last', async () => {
  const order = await world.create(SELL_VOUCHER);
  const { id } = await world.order(order.ref);
  const add = `insert into voucher_submission (id, version, order_id, n, sealed, state, next_at, created_at) values (gen_random_uuid(), 1, ?, 1, 'x', 'new', '9000-01-01', ?)`;
  await world.web.orm.em.fork().getConnection().execute(add, [id, world.clock.now()]);
  world.clock.advance(VOUCHER_DOUBT_MS - MINUTE_MS);
  await world.run();
  expect((await world.order(order.ref)).status).toBe('pending');
  world.clock.advance(HOUR_MS);
  await world.run();
  await endTimedOutOrders(world.worker);
  expect(await world.order(order.ref)).toMatchObject({ status: 'cancelled', holding: 0n });
});
