import type { CreatedOrderView } from '@quydoi/contract/orders/order-view';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { getOrder } from '../../src/orders/get-order.ts';
import { expectBooksInOrder, reserveOf } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { accept, act, customerOf, decisionOf, logOf, refundsOf, settle } from '../../testing/mismatch.ts';
import { SELL_100_PM, SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { chainPayment, walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const USDT = 1_000_000n;
const TIMER_MS = 1_800_000;
const GRACE_MS = 120_000;
const LAN = operatorCaller('lan');
const WALLET = { destination: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' };

let world: World;
let n = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
beforeEach(() => world.clock.advance(1_000));
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** Pays pm into our wallet as the order asks, but for what is said otherwise. */
async function payPm({ ref, amountSent }: CreatedOrderView, set: Partial<PaymentFact> = {}): Promise<void> {
  n += 1;
  const [reference, sourceId] = [String(700_000_000 + n), String(n)];
  world.perfectMoney.statement.push(walletTransfer({ memo: ref, amount: amountSent, reference, sourceId, paidAt: world.clock.now(), ...set }));
  await world.run();
}

function depositFor({ instructions, amountSent }: CreatedOrderView, set: Partial<PaymentFact> = {}): PaymentFact {
  n += 1;
  const reference = `${n.toString(16).padStart(64, '0')}:0`;
  return chainPayment({ account: instructions?.account ?? '', amount: amountSent, reference, paidAt: world.clock.now(), ...set });
}

async function payUsdt(created: CreatedOrderView, set: Partial<PaymentFact> = {}): Promise<void> {
  world.chain.solid.push(depositFor(created, set));
  await world.run();
}

/** Ends expired orders, once every network has been read past their deadline. */
async function timerOver(): Promise<void> {
  world.clock.advance(TIMER_MS + GRACE_MS + world.chain.lagMs);
  await world.run();
  await endTimedOutOrders(world.worker);
}

async function gone(reserve: 'vnd' | 'pm' | 'usdt-tron', work: () => Promise<void>): Promise<bigint> {
  const before = await reserveOf(world, reserve);
  await work();
  const after = await reserveOf(world, reserve);
  expect(after.held).toBe(before.held);
  return before.available - after.available;
}

/** The unallocated payment of an order in the operators' inbox. */
async function caseAt({ ref }: CreatedOrderView) {
  return (await bindOperations(world.operator).listUnmatched(LAN, { limit: 1_000 })).items.find(({ orderRef }) => orderRef === ref);
}

const sentTo = (ref: string) => [world.perfectMoney.paid, world.payOs.paid, world.tronOut.paid].flat().filter(({ key }) => key.includes(ref));

describe('pm sold for dong', () => {
  test('underpaid: is topped up', async () => {
    const created = await world.create(SELL_100_PM);
    await payPm(created, { amount: 60_00n });
    expect(await decisionOf(world, created)).toMatchObject({ missing: 40_00n });
    await act(world, created, { action: 'topUp' });
    await payPm(created, { amount: 40_00n });
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountReceived: 2_535_000n });
  });

  test('underpaid: is recalculated to sell less', async () => {
    let ref = '';
    const left = await gone('vnd', async () => {
      const created = await world.create(SELL_100_PM);
      ref = created.ref;
      await payPm(created, { amount: 60_00n });
      expect(await accept(world, created)).toMatchObject({ quantity: 60_00n, amountSent: 60_00n, amountReceived: 1_521_000n });
      await settle(world);
    });
    expect(left).toBe(1_521_000n);
    expect(await world.order(ref)).toMatchObject({ status: 'delivered', amountReceived: 1_521_000n, cashAmount: 1_521_000n });
    expect(sentTo(ref).map(({ amount }) => amount)).toEqual([1_521_000n]);
  });

  test('overpaid: is recalculated to sell more', async () => {
    const created = await world.create(SELL_100_PM);
    await payPm(created, { amount: 120_00n });
    expect(await accept(world, created)).toMatchObject({ quantity: 120_00n, amountReceived: 3_042_000n });
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountReceived: 3_042_000n, amountPaid: 120_00n });
  });

  test('of too much sells at the order’s rate what was ordered, and at the newest what is beyond', async () => {
    const created = await world.create(SELL_100_PM);
    await bindOperations(world.operator).setRate(LAN, { kind: 'sell', code: 'pm', value: '25000' });
    try {
      await payPm(created, { amount: 120_00n });
      // 100 × 25 350 + 20 × 25 000
      const offer = { quantity: 120_00n, amountReceived: 3_035_000n, rate: '25350', newRatePart: { quantity: 20_00n, rate: '25000' } };
      expect(await accept(world, created)).toMatchObject(offer);
      await settle(world);
    } finally {
      await bindOperations(world.operator).setRate(LAN, { kind: 'sell', code: 'pm', value: '25350' });
    }
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountReceived: 3_035_000n, cashAmount: 3_035_000n });
  });

  test('overpaid: has the excess refunded, less its fee', async () => {
    const created = await world.create(SELL_100_PM);
    await payPm(created, { amount: 120_00n });
    expect(await decisionOf(world, created)).toMatchObject({ excess: 20_00n, excessRefund: { amount: 19_90n, fee: 10n } });
    const left = await gone('pm', async () => {
      await act(world, created, { action: 'refundExcess', destination: 'U7654321' });
      await settle(world);
    });
    expect(left).toBe(19_90n + 10n);
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountReceived: 2_535_000n, amountRefunded: 20_00n });
    expect(await refundsOf(world, created.ref)).toMatchObject([
      { network: 'perfect-money', amount: 19_90n, fee: 10n, held: 20_00n, state: 'settled' },
    ]);
    expect(sentTo(created.ref).map(({ amount, destination }) => [amount, destination])).toEqual([
      [19_90n, 'U7654321'],
      [2_535_000n, '0011001234567'],
    ]);
  });

  test.each([
    ['too little', 60_00n],
    ['too much', 120_00n],
  ] as const)('(%s) is refunded in full, less its fee', async (_, amount) => {
    const created = await world.create(SELL_100_PM);
    await payPm(created, { amount });
    const { refund } = await decisionOf(world, created);
    await act(world, created, { action: 'requestRefund', destination: 'U7654321' });
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded', amountRefunded: amount });
    expect(refund).toEqual({ amount: amount - amount / 200n, fee: amount / 200n });
    expect(sentTo(created.ref).map((sent) => sent.amount)).toEqual([refund?.amount]);
  });

  test('worth less than a bank’s minimum payout can only be refunded', async () => {
    const created = await world.create(SELL_100_PM);
    await payPm(created, { amount: 1_97n });
    expect(await decisionOf(world, created)).toMatchObject({ recalculation: null, recalculationRefusal: 'QUANTITY_TOO_SMALL' });
    await act(world, created, { action: 'requestRefund', destination: 'U7654321' });
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
  });

  test('too small to refund is reported as such and left to an operator', async () => {
    const created = await world.create(SELL_100_PM);
    await payPm(created, { amount: 1n });
    expect(await decisionOf(world, created)).toMatchObject({ recalculation: null, refund: null });
    await expect(act(world, created, { action: 'requestRefund', destination: 'U7654321' })).rejects.toMatchObject({ code: 'QUANTITY_TOO_SMALL' });
    await bindOperations(world.operator).refundOrder(LAN, { ref: created.ref, destination: '', reference: 'none', note: 'a cent, written off' });
    expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded', amountRefunded: 1n });
  });

  test.each([
    ['is told', 'NGUYEN VAN A', null],
    ['that is nobody’s', null, 'ACCOUNT_NAME_INVALID'],
  ] as const)('is refunded to a wallet whose holder %s', async (_, name, refusal) => {
    const created = await world.create(SELL_100_PM);
    await payPm(created, { amount: 60_00n });
    world.perfectMoney.name = name === null ? { state: 'invalid' } : { state: 'found', name };
    const asked = act(world, created, { action: 'requestRefund', destination: name === null ? 'U5550001' : 'U5550002' });
    if (refusal) await expect(asked).rejects.toMatchObject({ code: refusal });
    else expect((await asked).reason).toBe('refunding');
    world.perfectMoney.name = { state: 'found', name: 'NGUYEN VAN A' };
    await expect(act(world, created, { action: 'requestRefund', destination: 'U1000001' })).rejects.toMatchObject({
      code: refusal ? 'WALLET_ADDRESS_INVALID' : 'ORDER_ACTION_NOT_ALLOWED',
    });
    await settle(world);
  });

  describe('from another wallet than declared', () => {
    async function risky(set: Partial<PaymentFact> = {}) {
      const created = await world.create(SELL_100_PM);
      await payPm(created, { payer: 'U6660001', ...set });
      expect(await world.order(created.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'risk' });
      await expect(decisionOf(world, created)).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
      const { items } = await bindOperations(world.operator).listAttention(LAN, { limit: 1_000 });
      expect(items.find(({ ref }) => ref === created.ref)).toMatchObject({ need: 'check' });
      return created;
    }

    test('proceeds once an operator accepts it, before and after the deadline', async () => {
      const [first, second] = [await risky(), await risky()];
      await bindOperations(world.operator).clearRisk(LAN, { ref: first.ref, note: 'the customer’s second wallet' });
      await timerOver();
      expect(await world.order(second.ref)).toMatchObject({ reason: 'risk', holding: 0n });
      await bindOperations(world.operator).clearRisk(LAN, { ref: second.ref, note: 'the customer’s second wallet' });
      await settle(world);
      for (const { ref } of [first, second]) expect(await world.order(ref)).toMatchObject({ status: 'delivered', amountReceived: 2_535_000n });
    });

    test('awaits the customer’s decision when its hold was released and its rate replaced: an old price cannot be chosen later', async () => {
      const setSellRate = (value: string) => bindOperations(world.operator).setRate(LAN, { kind: 'sell', code: 'pm', value });
      const [first, second] = [await risky(), await risky({ amount: 120_00n })];
      await timerOver();
      await setSellRate('15000');
      try {
        for (const { ref } of [first, second]) {
          await bindOperations(world.operator).clearRisk(LAN, { ref, note: 'the customer’s second wallet' });
        }
        for (const created of [first, second]) {
          expect(await world.order(created.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'late', holding: 0n });
          const { actions } = await getOrder(world.web, world.deps, customerOf(created), created);
          expect(actions).toEqual(['acceptRecalculation', 'requestRefund']);
        }
        expect(await accept(world, first)).toMatchObject({ rate: '15000', amountReceived: 1_500_000n });
        await act(world, second, { action: 'requestRefund', destination: 'U7654321' });
        await settle(world);
        expect(await world.order(first.ref)).toMatchObject({ status: 'delivered', amountReceived: 1_500_000n });
        expect(await world.order(second.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
      } finally {
        await setSellRate('25350');
      }
      // One whose timer runs still has its own price.
      const running = await risky();
      await setSellRate('15000');
      await bindOperations(world.operator).clearRisk(LAN, { ref: running.ref, note: 'fine' });
      await setSellRate('25350');
      await settle(world);
      expect(await world.order(running.ref)).toMatchObject({ status: 'delivered', amountReceived: 2_535_000n });
    });

    test('with another amount then awaits the customer’s decision', async () => {
      const created = await risky({ amount: 60_00n });
      await bindOperations(world.operator).clearRisk(LAN, { ref: created.ref, note: 'fine' });
      expect((await getOrder(world.web, world.deps, customerOf(created), created)).actions).toEqual([
        'topUp',
        'acceptRecalculation',
        'requestRefund',
      ]);
      await accept(world, created);
      await settle(world);
      expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountReceived: 1_521_000n });
    });

    test('of a small amount is recorded as unallocated, and the seller still pays the order', async () => {
      const created = await world.create(SELL_100_PM);
      await payPm(created, { payer: 'U6660001', amount: 1n });
      expect(await world.order(created.ref)).toMatchObject({ status: 'pending', amountPaid: 0n });
      expect(await caseAt(created)).toMatchObject({ caseCode: 'third_party', amount: '0.01', payer: 'U6660001' });
      expect((await getOrder(world.web, world.deps, customerOf(created), created)).actions).toEqual(['cancel']);
      await payPm(created);
      await settle(world);
      expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountPaid: 100_00n, amountReceived: 2_535_000n });
      expect(await logOf(world, created.ref)).toEqual(expect.arrayContaining(['extra_payment', 'paid', 'delivered']));
      expect(await caseAt(created)).toMatchObject({ caseCode: 'third_party' });
    });

    test('paid in a small part is returned, while the order is pending or after its end', async () => {
      const [waiting, ended] = [await world.create(SELL_100_PM), await world.create(SELL_100_PM)];
      for (const created of [waiting, ended]) await payPm(created, { payer: 'U6660001', amount: 10_00n });
      const back = { destination: 'U6660001', note: 'not theirs' };
      await bindOperations(world.operator).refundPayment(LAN, { id: (await caseAt(waiting))?.id ?? '', ...back });
      await settle(world);
      expect(await world.order(waiting.ref)).toMatchObject({ status: 'pending', amountPaid: 0n, amountRefunded: 0n, holding: 2_535_000n });
      await payPm(waiting);
      await settle(world);
      expect(await world.order(waiting.ref)).toMatchObject({ status: 'delivered' });
      await timerOver();
      expect(await world.order(ended.ref)).toMatchObject({ status: 'cancelled', reason: 'expired' });
      await bindOperations(world.operator).refundPayment(LAN, { id: (await caseAt(ended))?.id ?? '', ...back });
      await settle(world);
      expect(await world.order(ended.ref)).toMatchObject({ status: 'cancelled', reason: 'expired' });
      for (const { ref } of [waiting, ended]) {
        expect(await refundsOf(world, ref)).toMatchObject([{ state: 'settled', amount: 9_95n, fee: 5n }]);
        expect(sentTo(ref).filter(({ destination }) => destination === 'U6660001')).toHaveLength(1);
      }
    });

    test('paid in parts stays under review once an operator attaches the parts', async () => {
      const created = await world.create(SELL_100_PM);
      await payPm(created, { payer: 'U6660001', amount: 40_00n });
      const id = (await caseAt(created))?.id ?? '';
      await payPm(created, { amount: 60_00n });
      expect(await world.order(created.ref)).toMatchObject({ reason: 'underpaid', amountPaid: 60_00n });
      await bindOperations(world.operator).attachPayment(LAN, { id, ref: created.ref, note: 'the customer’s second wallet' });
      expect(await world.order(created.ref)).toMatchObject({ reason: 'risk', amountPaid: 100_00n });
      await expect(bindOperations(world.operator).attachPayment(LAN, { id, ref: created.ref, note: 'again' })).rejects.toMatchObject({
        code: 'ORDER_ACTION_NOT_ALLOWED',
      });
      await bindOperations(world.operator).clearRisk(LAN, { ref: created.ref, note: 'fine' });
      await settle(world);
      expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountReceived: 2_535_000n });
    });

    test('is refunded on the operator’s decision', async () => {
      const created = await risky();
      await bindOperations(world.operator).refundOrder(LAN, { ref: created.ref, destination: 'U6660001', note: 'not theirs' });
      await settle(world);
      expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
      expect(sentTo(created.ref).map(({ destination, amount }) => [destination, amount])).toEqual([['U6660001', 99_50n]]);
    });

    test('ends as forged when the money is proven false', async () => {
      const created = await risky();
      const { available } = await reserveOf(world, 'pm');
      await bindOperations(world.operator).markForged(LAN, { ref: created.ref, note: 'reversed by Perfect Money' });
      expect(await world.order(created.ref)).toMatchObject({ status: 'forged', holding: 0n });
      expect((await reserveOf(world, 'pm')).available).toBe(available - 100_00n);
      expect(await logOf(world, created.ref)).toEqual(expect.arrayContaining(['payment_forged']));
      for (const verb of ['markForged', 'clearRisk'] as const) {
        await expect(bindOperations(world.operator)[verb](LAN, { ref: created.ref, note: 'again' })).rejects.toMatchObject({
          code: 'ORDER_ACTION_NOT_ALLOWED',
        });
      }
    });
  });

  test('without a memo is matched by amount and sender', async () => {
    const created = await world.create({ ...SELL_100_PM, quantity: '77.13', sender: 'U7770001' });
    await payPm(created, { memo: '', payer: 'U7770001' });
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered' });
  });

  test('late: is recalculated at the newest rate, or refunded', async () => {
    const [first, second] = [await world.create(SELL_100_PM), await world.create(SELL_100_PM)];
    await timerOver();
    const operations = bindOperations(world.operator);
    await operations.setRate(LAN, { kind: 'sell', code: 'pm', value: '25000' });
    for (const created of [first, second]) await payPm(created);
    expect(await accept(world, first)).toMatchObject({ rate: '25000', amountReceived: 2_500_000n });
    await operations.setRate(LAN, { kind: 'sell', code: 'pm', value: '25350' });
    await act(world, second, { action: 'requestRefund', destination: 'U7654321' });
    await settle(world);
    expect(await world.order(first.ref)).toMatchObject({ status: 'delivered', amountReceived: 2_500_000n });
    expect(await world.order(second.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
  });
});

describe('USDT swapped for pm', () => {
  test('underpaid: is topped up, or recalculated to swap less', async () => {
    const [first, second] = [await world.create(SWAP_60_TRC20), await world.create(SWAP_60_TRC20)];
    for (const created of [first, second]) await payUsdt(created, { amount: 30n * USDT });
    expect(await decisionOf(world, first)).toMatchObject({ missing: 30n * USDT });
    await payUsdt(first, { amount: 30n * USDT });
    // Gross 30.02526, fee 0.1501263: 29.88 at the pair's 1.000842.
    expect(await accept(world, second)).toMatchObject({ quantity: 30n * USDT, amountSent: 30n * USDT, amountReceived: 29_88n });
    await settle(world);
    expect(await world.order(first.ref)).toMatchObject({ status: 'delivered', amountReceived: 59_75n });
    expect(await world.order(second.ref)).toMatchObject({ status: 'delivered', amountReceived: 29_88n });
  });

  test('overpaid: is recalculated to swap more, or has the excess refunded less the network fee', async () => {
    const [first, second] = [await world.create(SWAP_60_TRC20), await world.create(SWAP_60_TRC20)];
    for (const created of [first, second]) await payUsdt(created, { amount: 90n * USDT });
    await accept(world, first);
    expect(await decisionOf(world, second)).toMatchObject({ excess: 30n * USDT, excessRefund: { amount: 29_200_000n, fee: 800_000n } });
    await act(world, second, { action: 'refundExcess', ...WALLET });
    await settle(world);
    expect(await world.order(first.ref)).toMatchObject({ status: 'delivered', quantity: 90n * USDT });
    expect(await world.order(second.ref)).toMatchObject({ status: 'delivered', amountReceived: 59_75n, amountRefunded: 30n * USDT });
    expect(await refundsOf(world, second.ref)).toMatchObject([{ network: 'tron', reserve: 'usdt-tron', state: 'settled' }]);
  });

  test('is refunded in full, but never to an address of ours', async () => {
    const created = await world.create(SWAP_60_TRC20);
    await payUsdt(created, { amount: 30n * USDT });
    const ours = { destination: created.instructions?.account };
    await expect(act(world, created, { action: 'requestRefund', ...ours })).rejects.toMatchObject({ code: 'WALLET_ADDRESS_INVALID' });
    const left = await gone('usdt-tron', async () => {
      await act(world, created, { action: 'requestRefund', ...WALLET });
      await settle(world);
    });
    expect(left).toBe(29_200_000n);
    expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded', amountRefunded: 30n * USDT });
    expect(world.tronOut.paid.at(-1)).toMatchObject({ amount: 29_200_000n, ...WALLET });
  });

  test('late: is recalculated, or refunded', async () => {
    const [first, second] = [await world.create(SWAP_60_TRC20), await world.create(SWAP_60_TRC20)];
    await timerOver();
    const setSellRate = (value: string) => bindOperations(world.operator).setRate(LAN, { kind: 'sell', code: 'trc20', value });
    await setSellRate('26000');
    try {
      for (const created of [first, second]) await payUsdt(created);
      expect(await world.order(first.ref)).toMatchObject({ reason: 'late' });
      await accept(world, first);
      await act(world, second, { action: 'requestRefund', ...WALLET });
      await settle(world);
    } finally {
      await setSellRate('26050');
    }
    expect(await world.order(first.ref)).toMatchObject({ status: 'delivered', amountReceived: 59_64n });
    expect(await world.order(second.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
  });

  test('late: goes on by itself at its own price, and repriced within the tolerance, when the newest rate gives no less', async () => {
    const [exact, short] = [await world.create(SWAP_60_TRC20), await world.create(SWAP_60_TRC20)];
    await timerOver();
    const setSellRate = (value: string) => bindOperations(world.operator).setRate(LAN, { kind: 'sell', code: 'trc20', value });
    await setSellRate('26100');
    try {
      await payUsdt(exact);
      await payUsdt(short, { amount: 59_800_000n });
      await settle(world);
    } finally {
      await setSellRate('26050');
    }
    expect(await world.order(exact.ref)).toMatchObject({ status: 'delivered', amountReceived: 59_75n });
    // Gross 59.8503516, fee 0.299251758: 59.55 at the pair's 1.000842.
    expect(await world.order(short.ref)).toMatchObject({ status: 'delivered', quantity: 59_800_000n, amountReceived: 59_55n });
  });

  test('whose unconfirmed payment was dropped can be paid again, or expires', async () => {
    const [first, second] = [await world.create(SWAP_60_TRC20), await world.create(SWAP_60_TRC20)];
    for (const created of [first, second]) world.chain.head.push({ ...depositFor(created), confirmed: false, source: 'tron-head' });
    await world.run();
    for (const created of [first, second]) {
      expect(await world.order(created.ref)).toMatchObject({ status: 'verifying_transaction', reason: null });
      await expect(decisionOf(world, created)).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    }
    world.clock.advance(5 * 60_000);
    await world.run();
    expect(await world.order(first.ref)).toMatchObject({ status: 'pending' });
    expect(await logOf(world, first.ref)).toEqual(['created', 'payment_unconfirmed', 'payment_dropped']);
    await payUsdt(first);
    await settle(world);
    expect(await world.order(first.ref)).toMatchObject({ status: 'delivered' });
    await timerOver();
    expect(await world.order(second.ref)).toMatchObject({ status: 'cancelled', reason: 'expired', holding: 0n });
  });

  test('a second payment is a case and is returned from the inbox', async () => {
    const created = await world.create(SWAP_60_TRC20);
    await payUsdt(created);
    await settle(world);
    await payUsdt(created, { amount: 10n * USDT });
    const operations = bindOperations(world.operator);
    const found = (await operations.listUnmatched(LAN, { limit: 100 })).items.find(({ orderRef }) => orderRef === created.ref);
    expect(found).toMatchObject({ caseCode: 'extra', amount: '10' });
    await operations.refundPayment(LAN, { id: found?.id ?? '', ...WALLET, note: 'paid twice' });
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountRefunded: 0n });
    expect(await refundsOf(world, created.ref)).toMatchObject([{ amount: 9_200_000n, fee: 800_000n, state: 'settled' }]);
    expect(world.tronOut.paid.at(-1)).toMatchObject({ amount: 9_200_000n, ...WALLET });
  });
});
