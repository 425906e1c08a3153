import { randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '@quydoi/contract/errors';
import type { CheckCouponInput } from '@quydoi/contract/orders/coupon';
import { saveCursor } from '@quydoi/database/repositories/cursors';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { Order } from '@quydoi/domain/order/order';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { handleOrderRequests } from '../../src/actions/handle-requests.ts';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { checkCoupon } from '../../src/orders/check-coupon.ts';
import { createOrder } from '../../src/orders/create-order.ts';
import { rejectCoupon } from '../../src/payouts/obligations/reject-coupon.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { openMember } from '../../testing/members.ts';
import { accept, act, decisionOf, refundsOf, settle } from '../../testing/mismatch.ts';
import { answerLookups } from '../../testing/network-jobs.ts';
import { BUY_100_PM, SELL_100_PM, SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { chainPayment } from '../../testing/payment-facts.ts';
import { COUPON, setCouponByTwo } from '../../testing/set-coupon-by-two.ts';
import { workingMeanwhile } from '../../testing/working-meanwhile.ts';
import { openWorld, type World } from '../../testing/world.ts';

const LIST_PRICE = 2_607_975n;
const PRICE = 2_602_975n;
const TIMER_MS = 30 * MINUTE_MS;
const OPERATOR = operatorCaller('lan');

let world: World;
let accounts: TestAccounts;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
  // The holder's name is known from here on.
  await world.pay((await world.create()).ref, LIST_PRICE);
  await settle(world, 2);
});
afterEach(() => expectBooksInOrder(world));
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

const newCode = () => `T-${randomBytes(6).toString('hex').toUpperCase()}`;

async function coupon(set: Partial<typeof COUPON> = {}, code = newCode()): Promise<string> {
  await setCouponByTwo(world, code, set);
  return code;
}

async function usesOf(code: string): Promise<number> {
  const { items } = await bindOperations(world.operator).listCoupons(OPERATOR, {});
  return items.find((item) => item.code === code)?.used ?? -1;
}

/** Code and params of what a call is refused with. */
async function refusalOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw error ?? new Error('not refused');
  return [error.code, ...Object.values(error.params)].join(' ');
}

/** Expires what is unpaid. */
async function expire(): Promise<void> {
  world.clock.advance(TIMER_MS + 3 * MINUTE_MS);
  await saveCursor(world.worker.orm, { network: 'bank', source: 'statement', kind: 'list', cursor: null, watermark: world.clock.now() });
  await endTimedOutOrders(world.worker);
}

describe('an order with a coupon', () => {
  test('is paid for less, and delivered as ordered', async () => {
    const code = await coupon();
    const created = await world.create({ coupon: ` ${code.toLowerCase()} ` });
    expect(created).toMatchObject({ amountSent: PRICE, amountReceived: 100_00n, feeExchange: 50n, discount: 5_000n, coupon: code });
    expect(created.instructions?.amount).toBe(PRICE);
    await world.pay(created.ref, PRICE);
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountPaid: PRICE, couponHeld: true });
    const { items } = await bindOperations(world.operator).listCoupons(OPERATOR, {});
    expect(items.find((item) => item.code === code)).toEqual({ ...COUPON, code, on: true, used: 1, given: [{ currency: 'vnd', amount: '5000' }] });
  });

  test('swaps for more', async () => {
    const code = await coupon({ percent: '50', amount: null, kinds: ['ex'] });
    const plain = await world.create(SWAP_60_TRC20);
    const created = await world.create({ ...SWAP_60_TRC20, coupon: code });
    expect(created.amountReceived - plain.amountReceived).toBe(15n);
    expect(created).toMatchObject({ discount: 15n, feeExchange: plain.feeExchange });
    await world.record(
      world.worker,
      chainPayment({ account: created.instructions?.account ?? '', amount: created.amountSent, paidAt: world.clock.now() }),
    );
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered' });
  });

  test('keeps the coupon that it was made with when operators change or end it', async () => {
    const code = await coupon();
    const one = await world.create({ coupon: code });
    await coupon({ amount: '9000' }, code);
    const two = await world.create({ coupon: code });
    await bindOperations(world.operator).endCoupon(OPERATOR, { code, note: 'over' });
    expect(await refusalOf(world.create({ coupon: code }))).toBe('COUPON_EXPIRED');
    for (const [{ ref }, amount] of [
      [one, PRICE],
      [two, LIST_PRICE - 9_000n],
    ] as const)
      await world.pay(ref, amount);
    await settle(world);
    for (const { ref } of [one, two]) expect(await world.order(ref)).toMatchObject({ status: 'delivered' });
  });

  test('is replayed by its idempotency key, and not with another coupon', async () => {
    const code = await coupon();
    const caller = { deviceId: 'again', idempotencyKey: newCode() };
    const first = await world.create({ coupon: code }, caller);
    expect((await world.create({ coupon: code }, caller)).ref).toBe(first.ref);
    expect(await usesOf(code)).toBe(1);
    await expect(world.create({}, caller)).rejects.toThrow('IDEMPOTENCY_CONFLICT');
  });
});

describe('a code', () => {
  const check = (input: Partial<CheckCouponInput>, caller = testCaller()) =>
    checkCoupon(world.web, caller, { kind: 'buy', from: 'vnd', to: 'pm', coupon: '', ...input });

  test('is said to be worth what it takes off, before anything is ordered', async () => {
    const code = await coupon({ minOrder: '100000' });
    expect(await check({ coupon: code.toLowerCase() })).toEqual({ code, percent: '100', max: 5_000n, minOrder: 100_000n, until: null });
    expect(await usesOf(code)).toBe(0);
  });

  test('that is empty is none', async () => {
    for (const coupon of ['', '  ']) expect(await world.create({ coupon })).toMatchObject({ amountSent: LIST_PRICE, discount: 0n, coupon: null });
    expect(await refusalOf(check({ coupon: ' ' }))).toBe('COUPON_UNKNOWN');
  });

  test.each<[string, Partial<typeof COUPON>, Partial<CheckCouponInput>, string]>([
    ['of another form', {}, { coupon: 'TẾT 2027' }, 'COUPON_UNKNOWN'],
    ['that nobody gave', {}, { coupon: 'NOBODYS' }, 'COUPON_UNKNOWN'],
    ['before its time', { from: '2036-01-01T00:00:00Z' }, {}, 'COUPON_UNKNOWN'],
    ['after its time', { until: '2016-01-01T00:00:00Z' }, {}, 'COUPON_EXPIRED'],
    ['of another kind of orders', { kinds: ['ex'], percent: '50', amount: null }, {}, 'COUPON_NOT_FOR_ORDER'],
    ['of another currency', { currencies: ['trc20'] }, {}, 'COUPON_NOT_FOR_ORDER'],
    ['of larger orders', { minOrder: '2607976' }, {}, 'COUPON_ORDER_TOO_SMALL 2607976'],
    ['of orders with a fee', {}, { kind: 'sell', from: 'pm', to: 'vnd' }, 'COUPON_NOT_FOR_ORDER'],
    ['of members', { usesPerCustomer: 1 }, {}, 'COUPON_FOR_MEMBERS'],
  ])('%s is refused before and when ordering', async (_, set, input, refusal) => {
    const code = await coupon(set);
    expect(await refusalOf(check({ coupon: code, quantity: '100', ...input }))).toBe(refusal);
    const order = input.kind === 'sell' ? SELL_100_PM : BUY_100_PM;
    expect(await refusalOf(world.create({ ...order, coupon: input.coupon ?? code }))).toBe(refusal);
  });

  test('for an order in a currency that is not traded says so', async () => {
    expect(await refusalOf(check({ coupon: 'ANYTHING', to: 'doge' }))).toContain('CURRENCY_NOT_SUPPORTED');
  });
});

describe('uses', () => {
  test('are never more than the coupon has, whoever asks at once, and the rest are told so', async () => {
    const code = await coupon({ uses: 3 });
    const webs = [{ ctx: world.web, deps: world.deps }, await world.openWeb()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 64 }, (_, n) => {
        const web = webs[n % 2] as (typeof webs)[number];
        return createOrder(web.ctx, web.deps, testCaller(), { ...BUY_100_PM, quantity: '10', coupon: code });
      }),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const codes = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as AppError).code] : []));
    expect(new Set(codes)).toEqual(new Set(['COUPON_USED_UP']));
    expect(await usesOf(code)).toBe(3);
  });

  test('of one customer are counted by account and by destination', async () => {
    const code = await coupon({ uses: 9, usesPerCustomer: 1 });
    const [one, two] = [await openMember(world, accounts), await openMember(world, accounts)];
    await one.order({ coupon: code });
    expect(await refusalOf(one.order({ coupon: code, destination: 'U7654322' }))).toBe('COUPON_USED_BEFORE');
    expect(await refusalOf(two.order({ coupon: code }))).toBe('COUPON_USED_BEFORE');
    expect(await two.order({ coupon: code, to: 'trc20', destination: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' })).toMatchObject({ discount: 5_000n });
    expect(await refusalOf(checkCoupon(world.web, one.caller, { kind: 'buy', from: 'vnd', to: 'pm', coupon: code }))).toBe('COUPON_USED_BEFORE');
  });

  test('of one customer are no more than allowed when asked for at once', async () => {
    const code = await coupon({ uses: 9, usesPerCustomer: 1 });
    const { caller } = await openMember(world, accounts);
    const racing = Promise.allSettled(
      Array.from({ length: 5 }, () => createOrder(world.web, world.deps, caller, { ...BUY_100_PM, quantity: '10', coupon: code })),
    );
    const outcomes = await workingMeanwhile(racing, () => answerLookups(world.signer));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as AppError).code] : []))).toEqual(
      Array.from({ length: 4 }, () => 'COUPON_USED_BEFORE'),
    );
    expect(await usesOf(code)).toBe(1);
  });

  test('are given back by an order that expires or is cancelled, and not by one that was paid', async () => {
    const code = await coupon({ uses: 1 });
    const cancelled = await world.create({ coupon: code });
    expect(await refusalOf(world.create({ coupon: code }))).toBe('COUPON_USED_UP');
    await act(world, cancelled, { action: 'cancel' });
    const expired = await world.create({ coupon: code });
    await expire();
    expect(await world.order(expired.ref)).toMatchObject({ status: 'cancelled', reason: 'expired', couponHeld: false });
    const paid = await world.create({ coupon: code });
    await world.pay(paid.ref, PRICE + 1n);
    await settle(world, 1);
    await act(world, paid, { action: 'requestRefund', destination: '0071001234567', destinationBank: 'vcb', destinationName: 'NGUYEN VAN A' });
    await settle(world);
    expect(await world.order(paid.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded', couponHeld: true });
    // What was paid comes back, and no discount with it.
    expect((await refundsOf(world, paid.ref)).map(({ state, amount }) => [state, amount])).toEqual([['settled', PRICE + 1n]]);
    expect(await usesOf(code)).toBe(1);
  });

  test('of superseded orders are given back', async () => {
    const code = await coupon({ uses: 6 });
    const caller = { deviceId: newCode() };
    for (let n = 0; n < 5; n += 1) await world.create({ coupon: code, quantity: '10' }, caller);
    const sixth = createOrder(world.web, world.deps, testCaller(caller), { ...BUY_100_PM, quantity: '10', coupon: code });
    await workingMeanwhile(sixth, () => handleOrderRequests(world.worker));
    expect(await usesOf(code)).toBe(5);
  });
});

describe('a payment that differs', () => {
  test('is recalculated at the order’s own rate with its discount', async () => {
    const created = await world.create({ coupon: await coupon() });
    await world.pay(created.ref, 1_300_000n);
    await settle(world, 1);
    const { missing, recalculation } = await decisionOf(world, created);
    expect(missing).toBe(PRICE - 1_300_000n);
    expect(recalculation).toMatchObject({ quantity: 50_03n, amountSent: 1_300_000n, discount: 5_000n });
    await accept(world, created);
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountReceived: 50_03n, discount: 5_000n });
  });

  test('and is less than the coupon is for, is completed or goes back: no discount for a smaller order', async () => {
    const created = await world.create({ coupon: await coupon({ minOrder: '2000000' }) });
    await world.pay(created.ref, 1_994_999n);
    await settle(world, 1);
    expect((await decisionOf(world, created)).recalculation).toBeNull();
    const { id } = await world.order(created.ref);
    const [{ rate_version: version }] = (await world.database.query('select rate_version from orders where id = $1', [id])) as [
      { rate_version: number },
    ];
    expect(await refusalOf(act(world, created, { action: 'acceptRecalculation', offer: `${version}-1994999` }))).toBe(
      'COUPON_ORDER_TOO_SMALL 2000000',
    );
    await world.pay(created.ref, 10_000n);
    await settle(world, 1);
    expect((await decisionOf(world, created)).recalculation).toMatchObject({ amountSent: 2_004_999n, discount: 5_000n });
    await world.pay(created.ref, PRICE - 2_004_999n);
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', discount: 5_000n });
  });

  test('and is more than the price: the excess goes back, and the order goes on', async () => {
    const created = await world.create({ coupon: await coupon() });
    await world.pay(created.ref, LIST_PRICE);
    await settle(world, 1);
    expect(await decisionOf(world, created)).toMatchObject({ excess: 5_000n });
    await act(world, created, { action: 'acceptRecalculation', offer: (await decisionOf(world, created)).recalculation?.offer });
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountSent: LIST_PRICE, discount: 5_000n });
  });

  test('and comes late, when the use was given back, is priced without the discount', async () => {
    const code = await coupon({ uses: 1 });
    const created = await world.create({ coupon: code });
    await expire();
    const other = await world.create({ coupon: code });
    await world.pay(created.ref, PRICE);
    await settle(world, 1);
    expect(await world.order(created.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'late' });
    expect((await decisionOf(world, created)).recalculation).toMatchObject({ quantity: 99_80n, discount: 0n });
    await accept(world, created);
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountReceived: 99_80n, discount: 0n, couponHeld: false });
    await world.pay(other.ref, PRICE);
    await settle(world);
    expect(await world.order(other.ref)).toMatchObject({ status: 'delivered' });
    expect(await usesOf(code)).toBe(1);
  });

  test('and completes an underpaid order late, is priced with the discount that the order still has', async () => {
    const created = await world.create({ coupon: await coupon() });
    await world.pay(created.ref, 1_000_000n);
    await settle(world, 1);
    world.clock.advance(HOUR_MS);
    await world.pay(created.ref, 300_000n);
    await settle(world, 1);
    expect((await decisionOf(world, created)).recalculation).toMatchObject({ quantity: 50_03n, discount: 5_000n });
    await accept(world, created);
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', discount: 5_000n });
  });
});

describe('operators', () => {
  const operations = () => bindOperations(world.operator);
  const set = { ...COUPON, code: 'OWN-GIFT' } as never;

  test('give no coupon to themselves: another one has to agree, to exactly it', async () => {
    const { done, proposal } = await operations().setCoupon(OPERATOR, set);
    expect([done, typeof proposal]).toEqual([false, 'string']);
    expect(await refusalOf(world.create({ coupon: 'OWN-GIFT' }))).toBe('COUPON_UNKNOWN');
    await expect(operations().confirmAct(OPERATOR, { id: proposal as string })).rejects.toThrow('FORBIDDEN');
    await operations().confirmAct(operatorCaller('minh'), { id: proposal as string });
    expect(await world.create({ coupon: 'OWN-GIFT' })).toMatchObject({ discount: 5_000n });
  });

  test.each<[string, Partial<typeof COUPON>]>([
    ['of nothing', { amount: null }],
    ['of an amount in dong off swaps', { kinds: ['buy', 'ex'] }],
    ['that ends before it begins', { from: '2027-01-02T00:00:00Z', until: '2027-01-02T00:00:00Z' }],
  ])('propose no coupon %s', async (_, rules) => {
    await expect(operations().setCoupon(OPERATOR, { ...COUPON, ...rules, code: newCode() } as never)).rejects.toThrow('VALIDATION_FAILED');
  });

  test('change one only by two, and end one alone', async () => {
    const code = await coupon();
    expect(await operations().setCoupon(OPERATOR, { ...COUPON, amount: '500000', code } as never)).toMatchObject({ done: false });
    expect(await world.create({ coupon: code })).toMatchObject({ discount: 5_000n });
    expect(await operations().endCoupon(OPERATOR, { code, note: 'leaked' })).toEqual({ done: true });
    expect(await refusalOf(world.create({ coupon: code }))).toBe('COUPON_EXPIRED');
    await expect(operations().endCoupon(OPERATOR, { code: 'NOBODYS', note: 'x' })).rejects.toThrow('NOT_FOUND');
  });
});

describe('the signer, of an order', () => {
  const ENDS = '2036-01-01T00:00:00Z';
  const [IS_ELSE, IS_NOT_FOR] = ['coupon version is of something else', 'the coupon is not for this order'];
  const IS_USED = 'the coupon is used more often than it may be';

  test.each<[string, Partial<typeof COUPON>, Partial<Order>, string | null]>([
    ['that is as it was made', { usesPerCustomer: 1, until: ENDS, currencies: ['pm'] }, {}, null],
    ['that names another code', {}, { coupon: 'ANOTHER' }, IS_ELSE],
    ['whose version is none of a coupon', {}, { couponVersion: 1_000_000_000 }, IS_ELSE],
    ['of another kind', {}, { kind: 'ex' }, IS_NOT_FOR],
    ['of another currency', { currencies: ['pm'] }, { to: 'wmz' }, IS_NOT_FOR],
    ['that was made after its end', { until: ENDS }, { createdAt: new Date(ENDS) }, IS_NOT_FOR],
    ['that is no member’s, but for members', { usesPerCustomer: 1 }, { customerId: null }, IS_USED],
  ])('%s, judges the coupon', async (_, set, changed, objection) => {
    const member = await openMember(world, accounts);
    const order = await world.order((await member.order({ coupon: await coupon(set) })).ref);
    expect(await rejectCoupon(world.signer, { ...order, ...changed })).toBe(objection);
  });

  test('whose customer has used the coupon more often than its version allows, rejects it', async () => {
    const code = await coupon({ uses: 9, usesPerCustomer: 2 });
    const member = await openMember(world, accounts);
    const first = await member.order({ coupon: code });
    world.clock.advance(1);
    const second = await member.order({ coupon: code, quantity: '10' });
    await coupon({ uses: 9, usesPerCustomer: 1 }, code);
    const couponVersion = (await world.web.settings()).coupons.get(code)?.version ?? null;
    const objectionTo = async ({ ref }: { readonly ref: string }) => rejectCoupon(world.signer, { ...(await world.order(ref)), couponVersion });
    expect([await objectionTo(first), await objectionTo(second)]).toEqual([null, IS_USED]);
  });
});

describe('a stolen login', () => {
  /** Runs statements in one transaction. */
  async function as(role: 'quydoi_web' | 'quydoi_worker', ...statements: readonly [string, unknown[]][]): Promise<void> {
    await world.database.query('begin', [], role);
    for (const [text, values] of statements) await world.database.query(text, values, role);
    await world.database.query('commit', [], role);
  }

  const entries = (names: readonly string[], amounts: readonly bigint[], kind: string, orderId: string): [string, unknown[]][] => {
    const id = randomUUID();
    return [
      ['insert into posting (id, kind, order_id, at) values ($1, $2, $3, now())', [id, kind, orderId]],
      [
        `insert into entry (posting_id, account_id, amount) select $1, a.id, x.amount from unnest($2::text[], $3::bigint[]) as x(name, amount) join account a using (name)`,
        [id, names, amounts],
      ],
    ];
  };

  test('of the web has no discount paid that it wrote into an order: the order is not proven', async () => {
    const code = await coupon();
    const { id } = await world.order((await world.create({ coupon: code })).ref);
    const [copy, ref] = [randomUUID(), 'THEF234567'];
    const insert = `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', $2::text, 'ref', $3::text, 'amount_sent', o.amount_sent - 1,
      'discount', o.discount - 1))).* from orders o where id = $1`;
    await as('quydoi_web', [insert, [id, copy, ref]], ...entries(['rail:pm', 'held:pm'], [-100_50n, 100_50n], 'hold', copy));
    expect(await usesOf(code)).toBe(2);
    await world.pay(ref, PRICE - 1n);
    await settle(world, 3);
    expect(await world.order(ref)).toMatchObject({ status: 'error', reason: 'payout_refused' });
    world.errors.length = 0;
  });

  test('of the worker has no larger discount paid than the coupon gives', async () => {
    const created = await world.create({ coupon: await coupon() });
    await world.pay(created.ref, PRICE - 1_000n);
    await settle(world, 1);
    const { id, amountPaid } = await world.order(created.ref);
    const paid = `update orders set version = version + 1, status = 'paid', reason = null, paid_at = now(), amount_sent = $2, cash_amount = $2,
      discount = discount + 1000 where id = $1`;
    await as('quydoi_worker', [paid, [id, amountPaid]], ...entries(['suspense:bank:vnd', 'fx:vnd'], [amountPaid, -amountPaid], 'match', id));
    await settle(world, 3);
    expect(await world.order(created.ref)).toMatchObject({ status: 'error', reason: 'payout_refused' });
    world.errors.length = 0;
  });

  /** Makes an order with a coupon, changes what its database says behind the guards, pays it, and tells what becomes of it. */
  async function outcomeOf(code: string, change: (id: string) => Promise<unknown>): Promise<string> {
    const created = await world.create({ coupon: code });
    await world.pay(created.ref, PRICE);
    await change((await world.order(created.ref)).id);
    await settle(world, 3);
    const { status, reason } = await world.order(created.ref);
    world.errors.length = 0;
    return `${status} ${reason}`;
  }

  test('that got past the guards is paid nothing: not for a coupon of one operator', async () => {
    const code = await coupon();
    expect(await outcomeOf(code, async () => {})).toBe('delivered null');
    const alone = await outcomeOf(code, () =>
      world.database.query(
        `alter table audit disable trigger append_only;
         update audit set input = input || '{"amount":"6000"}' where verb = 'setCoupon' and input ->> 'code' = '${code}';
         alter table audit enable trigger append_only`,
      ),
    );
    expect(alone).toBe('error payout_refused');
  });

  test('that got past the guards is paid nothing: not for more uses than the coupon has', async () => {
    const code = await coupon({ uses: 1 });
    await world.create({ coupon: code });
    await world.database.query('update coupon_count set uses = 0 where code = $1', [code]);
    expect(await outcomeOf(code, () => world.database.query('update coupon_count set uses = 2 where code = $1', [code]))).toBe(
      'error payout_refused',
    );
  });
});
