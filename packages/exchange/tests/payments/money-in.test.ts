import type { CreatedOrderView } from '@quydoi/contract/orders/order-view';
import { readLeaseAt } from '@quydoi/database/repositories/leases';
import { readOrdersTimedOut } from '@quydoi/database/repositories/orders';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { formatDecimal } from '@quydoi/domain/money';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { getOrder } from '../../src/orders/get-order.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import { dropMissingPayments, placeUnconfirmedPayments } from '../../src/payments/unconfirmed-payments.ts';
import { resumeNetwork, suspendNetwork } from '../../src/suspend-network.ts';
import { expectBooksInOrder, reserveOf, setAvailable } from '../../testing/books.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { settle } from '../../testing/mismatch.ts';
import { SELL_100_PM, SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { chainPayment, OWN_WALLET, walletTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const TIMER_MS = 30 * MINUTE_MS;
const USDT = 1_000_000n;
const SELL_TRC20 = { ...SELL_100_PM, from: 'trc20', sender: undefined } as const;

let world: World;
let n = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
beforeEach(() => {
  world.clock.advance(1_000);
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** A deposit for this order, now, of what it asks for unless said otherwise. */
function depositFor(order: CreatedOrderView, set: Partial<PaymentFact> = {}): PaymentFact {
  n += 1;
  const reference = `${n.toString(16).padStart(64, '0')}:0`;
  return chainPayment({ account: order.instructions?.account ?? '', amount: order.amountSent, reference, paidAt: world.clock.now(), ...set });
}

function seenOf(fact: PaymentFact): PaymentFact {
  return { ...fact, confirmed: false, source: 'tron-head' };
}

async function readChain(): Promise<void> {
  await readSources(world.worker, 'tron', 'head');
  await placeUnconfirmedPayments(world.worker);
  await readSources(world.worker, 'tron', 'blocks');
  await dropMissingPayments(world.worker);
  await matchPayments(world.worker);
}

async function payOnChain(order: CreatedOrderView, set: Partial<PaymentFact> = {}): Promise<void> {
  world.chain.solid.push(depositFor(order, set));
  await readChain();
}

async function payIntoWallet(order: CreatedOrderView, set: Partial<PaymentFact> = {}): Promise<void> {
  n += 1;
  world.perfectMoney.statement.push(
    walletTransfer({
      memo: order.ref,
      amount: order.amountSent,
      reference: String(700_000_000 + n),
      sourceId: String(n),
      paidAt: world.clock.now(),
      ...set,
    }),
  );
  await readSources(world.signer, 'perfect-money', 'list');
  await matchPayments(world.worker);
}

const view = (order: CreatedOrderView, orderKey: string | null = order.key) =>
  getOrder(world.web, world.deps, testCaller({ orderKey }), { ref: order.ref });
const paymentIdOf = async ({ reference }: PaymentFact) =>
  String((await world.database.query('select id from payment where reference = $1', [reference]))[0]?.id);
const caseOf = (payer: string) => world.database.query('select state, case_code from payment where payer = $1', [payer]);
const paymentsOf = (order: CreatedOrderView) =>
  world.database.query(
    `select p.state, p.confirmed, p.amount::text from payment p join orders o on o.id = p.order_id where o.ref = '${order.ref}' order by p.recorded_at`,
  );

describe('a sale of pm', () => {
  test('shows wallet, memo and the seller’s proceeds, and holds the dong', async () => {
    const before = await reserveOf(world, 'vnd');
    const order = await world.create(SELL_100_PM);
    expect(order).toMatchObject({
      kind: 'sell',
      amountSent: 100_00n,
      amountReceived: 2_535_000n,
      cashAmount: 2_535_000n,
      destinationBank: 'vcb',
      destinationName: 'TRAN THI B',
      sender: 'U7654321',
      instructions: { network: 'perfect-money', account: OWN_WALLET, amount: 100_00n, memo: order.ref, qr: null, bankCode: null },
    });
    expect((await reserveOf(world, 'vnd')).held - before.held).toBe(2_535_000n);
  });

  test('requires the wallet that is paid from and a complete destination', async () => {
    const { sender: _sender, ...withoutSender } = SELL_100_PM;
    await expect(world.create(withoutSender)).rejects.toMatchObject({ code: 'WALLET_ADDRESS_INVALID' });
    await expect(world.create({ ...SELL_100_PM, sender: OWN_WALLET })).rejects.toMatchObject({ code: 'WALLET_ADDRESS_INVALID' });
    await expect(world.create({ ...SELL_100_PM, destination: '12' })).rejects.toMatchObject({ code: 'BANK_ACCOUNT_INVALID' });
    await expect(world.create({ ...SELL_100_PM, destination: '0011004567890' })).rejects.toMatchObject({ code: 'BANK_ACCOUNT_INVALID' });
    await expect(world.create({ ...SELL_100_PM, quantity: '1.97' })).rejects.toMatchObject({ code: 'QUANTITY_TOO_SMALL', params: { n: '1.98' } });
  });

  test('beyond the dong reserve reports the maximum in the sold currency', async () => {
    const { available } = await reserveOf(world, 'vnd');
    await setAvailable(world, 'vnd', 1_000_000n);
    await expect(world.create(SELL_100_PM)).rejects.toMatchObject({ code: 'QUANTITY_TOO_LARGE', params: { n: '39.44', code: 'pm' } });
    await setAvailable(world, 'vnd', available);
  });

  test('shows the declared wallet to anyone who may pay, and no other personal data', async () => {
    const order = await world.create(SELL_100_PM);
    const bare = await view(order, null);
    expect(bare).toMatchObject({ masked: true, sender: 'U7654321', destination: '•••4567', destinationName: null });
    await payIntoWallet(order);
    expect((await view(order, null)).sender).toBeNull();
  });

  test('is matched by its memo, which the signer reads in the wallet’s history', async () => {
    const order = await world.create(SELL_100_PM);
    await payIntoWallet(order, { memo: ` ck ${order.ref.toLowerCase()} cam on` });
    expect(await world.order(order.ref)).toMatchObject({ status: 'paid', amountPaid: 100_00n });
  });

  test('without its memo is matched by amount and sender if only one order fits', async () => {
    const order = await world.create({ ...SELL_100_PM, quantity: '101', sender: 'U1111111' });
    await payIntoWallet(order, { memo: '', payer: 'U1111112' });
    expect((await world.order(order.ref)).status).toBe('pending');
    await payIntoWallet(order, { memo: '', payer: 'U1111111' });
    expect((await world.order(order.ref)).status).toBe('paid');
  });

  test('without its memo is matched within the minute that it was made in: the wallet’s history tells no seconds', async () => {
    const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
    world.clock.advance(MINUTE_MS * 1.5 - (world.clock.now().getTime() % MINUTE_MS));
    const unmeant = { memo: '', payer: 'U1111113', paidAt: minuteOf(new Date(world.clock.now().getTime() - MINUTE_MS)) };
    const order = await world.create({ ...SELL_100_PM, quantity: '103', sender: 'U1111113' });
    await payIntoWallet(order, unmeant);
    expect((await world.order(order.ref)).status).toBe('pending');
    await payIntoWallet(order, { ...unmeant, paidAt: minuteOf(world.clock.now()) });
    expect((await world.order(order.ref)).status).toBe('paid');
    await settle(world, 3);
    expect((await world.order(order.ref)).status).toBe('delivered');
  });

  test('without its memo is a case where an order of the same minute has declared its wallet and another of the amount was open: no guess', async () => {
    const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
    world.clock.advance(MINUTE_MS * 1.5 - (world.clock.now().getTime() % MINUTE_MS));
    const victim = await world.create({ ...SELL_100_PM, quantity: '104', sender: 'U1111114' });
    world.clock.advance(5 * MINUTE_MS);
    const paidAt = minuteOf(world.clock.now());
    // Made by somebody who saw the payment: which came first, the history does not tell.
    const thief = await world.create({ ...SELL_100_PM, quantity: '104', sender: 'U1111115' });
    await payIntoWallet(victim, { memo: '', payer: 'U1111115', paidAt });
    expect(await world.database.query(`select state, case_code from payment where payer = 'U1111115'`)).toEqual([
      { state: 'case', case_code: 'ambiguous' },
    ]);
    for (const { ref } of [victim, thief]) expect((await world.order(ref)).status).toBe('pending');
    // One that was made before the minute is known to have been first.
    const order = await world.create({ ...SELL_100_PM, quantity: '104', sender: 'U1111116' });
    world.clock.advance(MINUTE_MS);
    await payIntoWallet(order, { memo: '', payer: 'U1111116', paidAt: minuteOf(world.clock.now()) });
    expect((await world.order(order.ref)).status).toBe('paid');
  });

  test('without its memo is a case where a swap of the amount, which declares no wallet, could be meant: whoever knows a wallet could declare it', async () => {
    const swap = { kind: 'ex', from: 'pm', to: 'trc20', quantity: '106', destination: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' } as const;
    const victim = await world.create(swap);
    const thief = await world.create({ ...SELL_100_PM, quantity: '106', sender: 'U1111117' });
    world.clock.advance(MINUTE_MS);
    await payIntoWallet(victim, { memo: 'for my order', payer: 'U1111117' });
    expect(await caseOf('U1111117')).toEqual([{ state: 'case', case_code: 'ambiguous' }]);
    for (const { ref } of [victim, thief]) expect((await world.order(ref)).status).toBe('pending');
  });

  test.each([
    ['its last two characters wrong', (ref: string) => `${ref.slice(0, -2)}${ref.endsWith('ZZ') ? '22' : 'ZZ'}`, 'U1111118', '107'],
    ['two neighbours in each other’s place', (ref: string) => `${ref.slice(0, 3)}${ref[4]}${ref[3]}${ref.slice(5)}`, 'U1111119', '108'],
  ])(
    'is a case where the memo is the reference of another’s order with %s, whatever that declared and asked for',
    async (_, mistype, payer, quantity) => {
      const victim = await world.create({ ...SELL_100_PM, quantity: '109', sender: 'U1111120' });
      const thief = await world.create({ ...SELL_100_PM, quantity, sender: payer });
      world.clock.advance(MINUTE_MS);
      // Two equal neighbours in each other's place would be the reference itself: then its first character is wrong too.
      const mistyped = mistype(victim.ref);
      const memo = mistyped === victim.ref ? `${victim.ref.startsWith('2') ? '3' : '2'}${victim.ref.slice(1)}` : mistyped;
      await payIntoWallet(thief, { memo, payer });
      expect(await caseOf(payer)).toEqual([{ state: 'case', case_code: 'ambiguous' }]);
      for (const { ref } of [victim, thief]) expect((await world.order(ref)).status).toBe('pending');
    },
  );

  test('with its own reference mistyped is matched by amount and sender', async () => {
    const order = await world.create({ ...SELL_100_PM, quantity: '110', sender: 'U1111121' });
    world.clock.advance(MINUTE_MS);
    await payIntoWallet(order, { memo: order.ref.slice(0, -1), payer: 'U1111121' });
    expect((await world.order(order.ref)).status).toBe('paid');
  });

  test.each([
    ['exactly', 0n],
    ['in part', -1n],
  ])('paid from another wallet than declared, %s, stays under review whatever is paid later', async (_, off) => {
    const order = await world.create({ ...SELL_100_PM, quantity: '102' });
    await payIntoWallet(order, { payer: 'U9999999', amount: order.amountSent + off });
    expect(await world.order(order.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'risk', amountPaid: order.amountSent + off });
    if (off < 0n) await payIntoWallet(order, { amount: -off });
    expect(await world.order(order.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'risk' });
  });

  test('underpaid or overpaid awaits the customer’s decision: wallets have no tolerance', async () => {
    for (const [off, reason] of [
      [-1n, 'underpaid'],
      [1n, 'overpaid'],
    ] as const) {
      const order = await world.create({ ...SELL_100_PM, quantity: '1000' });
      await payIntoWallet(order, { amount: order.amountSent + off });
      expect(await world.order(order.ref)).toMatchObject({ status: 'verifying_transaction', reason });
    }
  });

  test('expires only when the wallet’s history has been read past its deadline', async () => {
    const order = await world.create(SELL_100_PM);
    world.clock.advance(TIMER_MS + MINUTE_MS);
    await readSources(world.worker, 'bank', 'list');
    await readSources(world.signer, 'perfect-money', 'list');
    await endTimedOutOrders(world.worker);
    expect((await world.order(order.ref)).status).toBe('pending');
    world.clock.advance(MINUTE_MS);
    await endTimedOutOrders(world.worker);
    expect((await world.order(order.ref)).status).toBe('pending');
    await readSources(world.signer, 'perfect-money', 'list');
    await endTimedOutOrders(world.worker);
    expect(await world.order(order.ref)).toMatchObject({ status: 'cancelled', reason: 'expired', holding: 0n });
  });

  test('whose batch is told again with another amount was paid once, with the first', async () => {
    const order = await world.create(SELL_100_PM);
    const batch = { reference: '799000001', sourceId: '799000001' };
    await payIntoWallet(order, batch);
    await payIntoWallet(order, { ...batch, amount: order.amountSent - 2n });
    expect(await world.database.query(`select amount::text, state from payment where reference = '799000001'`)).toEqual([
      { amount: String(order.amountSent), state: 'matched' },
    ]);
    await payIntoWallet(order, { ...batch, amount: order.amountSent - 2n });
    const { items } = await bindOperations(world.operator).listExceptions(operatorCaller('lan'), { limit: 100 });
    const [journalled] = await world.database.query(`select id from payment where reference = '799000001'`);
    const detail = `payment ${journalled?.id} of ${order.amountSent}`;
    expect(items).toMatchObject([{ sourceId: '799000001 of 9998', kind: 'other_amount', amount: String(order.amountSent - 2n), detail }]);
    expect(world.errors.splice(0)).toHaveLength(1);
  });
});

describe('an order paid in USDT', () => {
  test('has a deposit address of its own, also in its QR code, and no memo', async () => {
    const [sell, swap] = [await world.create(SELL_TRC20), await world.create(SWAP_60_TRC20)];
    expect(swap).toMatchObject({ amountSent: 60n * USDT, amountReceived: 59_75n, sender: null, instructions: { network: 'tron', memo: '' } });
    for (const { instructions } of [sell, swap]) {
      expect(instructions?.account).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
      expect(instructions?.qr).toBe(instructions?.account);
    }
    expect(sell.instructions?.account).not.toBe(swap.instructions?.account);
    const { id, createdAt, expiresAt } = await world.order(sell.ref);
    expect(await readLeaseAt(world.worker.orm, sell.instructions?.account ?? '', createdAt)).toMatchObject({
      orderId: id,
      fromAt: createdAt,
      untilAt: expiresAt,
    });
  });

  test('cannot be paid out to an address that we lease', async () => {
    const { instructions } = await world.create(SELL_TRC20);
    const refused = world.create({ kind: 'buy', from: 'vnd', to: 'trc20', quantity: '10', destination: instructions?.account ?? '' });
    await expect(refused).rejects.toMatchObject({ code: 'WALLET_ADDRESS_INVALID' });
  });

  test('is paid once its payment is irreversible', async () => {
    const order = await world.create(SWAP_60_TRC20);
    await payOnChain(order);
    expect(await world.order(order.ref)).toMatchObject({ status: 'paid', amountPaid: 60n * USDT, amountReceived: 59_75n });
    expect(await paymentsOf(order)).toEqual([{ state: 'matched', confirmed: true, amount: '60000000' }]);
  });

  test('is paid by a deposit that the chain dates minutes before the order, because clocks differ', async () => {
    const order = await world.create(SWAP_60_TRC20);
    world.clock.advance(5_000);
    await payOnChain(order, { paidAt: new Date(world.clock.now().getTime() - 2 * MINUTE_MS) });
    expect(await world.order(order.ref)).toMatchObject({ status: 'paid', amountPaid: 60n * USDT });
  });

  test('is not paid by a deposit from before the first lease of its address, as a database begun anew under the same seed reads of the one before', async () => {
    const order = await world.create(SWAP_60_TRC20);
    world.clock.advance(5_000);
    const fact = depositFor(order, { paidAt: new Date(world.clock.now().getTime() - 10 * MINUTE_MS) });
    world.chain.head.push(seenOf(fact));
    await readChain();
    expect(await view(order)).toMatchObject({ status: 'pending', seen: null });
    world.chain.solid.push(fact);
    await readChain();
    await readChain();
    expect(await world.order(order.ref)).toMatchObject({ status: 'pending', amountPaid: 0n });
    const { items } = await bindOperations(world.operator).listUnmatched(operatorCaller('lan'), { limit: 100 });
    expect(items.find(({ reference }) => reference === fact.reference)).toMatchObject({ caseCode: 'no_order', orderRef: null });
  });

  test('shows its unconfirmed payment, keeps its hold past the deadline, and is paid once', async () => {
    const order = await world.create(SWAP_60_TRC20);
    world.clock.advance(TIMER_MS - 1_000);
    const fact = depositFor(order);
    world.chain.head.push(seenOf(fact));
    await readChain();
    const seen = await view(order);
    expect(seen).toMatchObject({ status: 'verifying_transaction', reason: null, actions: [], instructions: null, amountPaid: 0n });
    expect(seen.seen).toMatchObject({ amount: 60n * USDT, needed: 19, blockMs: 3_000, at: fact.paidAt });
    expect(seen.seen?.explorerUrl).toBe(`https://tronscan.org/#/transaction/${fact.reference.split(':')[0]}`);
    expect((await view(order, null)).seen).toMatchObject({ explorerUrl: null, reference: `•••${fact.reference.split(':')[0]?.slice(-4)}` });
    world.clock.advance(2_000);
    await endTimedOutOrders(world.worker);
    expect(await world.order(order.ref)).toMatchObject({ status: 'verifying_transaction', holding: (await world.order(order.ref)).held });
    world.chain.solid.push(fact);
    await readChain();
    await readChain();
    expect(await world.order(order.ref)).toMatchObject({ status: 'paid', amountPaid: 60n * USDT });
    expect((await view(order)).events.map(({ code }) => code)).toEqual(['created', 'payment_unconfirmed', 'payment_confirmed', 'paid']);
    expect((await view(order)).seen).toBeNull();
  });

  test('whose payment is seen and does not become final is listed for operators after an hour, with the reason', async () => {
    const order = await world.create(SWAP_60_TRC20);
    const fact = depositFor(order);
    world.chain.head.push(seenOf(fact));
    await readChain();
    const itemOf = async () =>
      (await bindOperations(world.operator).listAttention(operatorCaller('lan'), { limit: 1_000 })).items.find(({ ref }) => ref === order.ref);
    // Finality stands still: the chain is read to the time of the last final block.
    const { lagMs } = world.chain;
    world.clock.advance(59 * MINUTE_MS);
    world.chain.lagMs = lagMs + 59 * MINUTE_MS;
    await readChain();
    expect(await itemOf()).toBeUndefined();
    world.clock.advance(2 * MINUTE_MS);
    world.chain.lagMs = lagMs + 61 * MINUTE_MS;
    await readChain();
    expect(await itemOf()).toMatchObject({ need: 'unconfirmed', status: 'verifying_transaction', cause: null });
    const stalled = 'finality stands still: the newest irreversible block is 62 minutes old';
    const key = { network: 'tron', cause: 'unreachable', direction: 'in', subject: 'blocks' } as const;
    await suspendNetwork(world.worker, key, stalled);
    expect(await itemOf()).toMatchObject({ need: 'unconfirmed', cause: stalled });
    await resumeNetwork(world.worker, key);
    world.errors.splice(0);
    world.chain.lagMs = lagMs;
    world.chain.solid.push(fact);
    await readChain();
    await readChain();
    expect((await world.order(order.ref)).status).toBe('paid');
    expect(await itemOf()).toBeUndefined();
  });

  test('whose unconfirmed payment is dropped is pending again, and is paid if the payment returns', async () => {
    const order = await world.create(SWAP_60_TRC20);
    const fact = depositFor(order);
    world.chain.head.push(seenOf(fact));
    await readChain();
    world.clock.advance(2 * MINUTE_MS + 50_000);
    await readChain();
    expect((await world.order(order.ref)).status).toBe('verifying_transaction');
    world.clock.advance(10_000);
    await readChain();
    expect(await view(order)).toMatchObject({ status: 'pending', seen: null, actions: ['cancel'], instructions: { amount: 60n * USDT } });
    expect((await view(order)).events.map(({ code }) => code)).toEqual(['created', 'payment_unconfirmed', 'payment_dropped']);
    expect(await paymentsOf(order)).toEqual([{ state: 'dropped', confirmed: false, amount: '60000000' }]);
    world.chain.solid.push(fact);
    await readChain();
    expect((await world.order(order.ref)).status).toBe('paid');
  });

  test('whose unconfirmed payment is dropped after the deadline expires at once if the chain has been read past it', async () => {
    const order = await world.create(SWAP_60_TRC20);
    world.clock.advance(TIMER_MS - 1_000);
    world.chain.head.push(seenOf(depositFor(order)));
    await readChain();
    world.clock.advance(4 * MINUTE_MS);
    await readChain();
    expect(await world.order(order.ref)).toMatchObject({ status: 'cancelled', reason: 'expired', holding: 0n });
    expect((await view(order)).events.map(({ code }) => code)).toEqual(['created', 'payment_unconfirmed', 'payment_dropped', 'expired']);
  });

  test('with two unconfirmed payments waits for the other when one is dropped', async () => {
    const order = await world.create(SWAP_60_TRC20);
    world.chain.head.push(seenOf(depositFor(order, { amount: 20n * USDT })));
    await readChain();
    world.clock.advance(3 * MINUTE_MS);
    const second = depositFor(order);
    world.chain.head.push(seenOf(second));
    await readChain();
    expect((await paymentsOf(order)).map(({ state }) => state)).toEqual(['dropped', 'unconfirmed']);
    expect((await world.order(order.ref)).status).toBe('verifying_transaction');
    world.chain.solid.push(second);
    await readChain();
    expect((await world.order(order.ref)).status).toBe('paid');
  });

  test.each([
    ['less', -300_000n],
    ['more', 300_000n],
  ])('paid a little %s is recalculated automatically, and holds exactly the new payout', async (_, off) => {
    const before = await reserveOf(world, 'vnd');
    const order = await world.create(SELL_TRC20);
    await payOnChain(order, { amount: order.amountSent + off });
    const paid = await world.order(order.ref);
    const received = ((100n * USDT + off) * 26_050n) / USDT;
    expect(paid).toMatchObject({
      status: 'paid',
      quantity: 100n * USDT + off,
      amountSent: 100n * USDT + off,
      amountReceived: received,
      held: received,
    });
    expect(paid.cashAmount).toBe(received);
    expect((await reserveOf(world, 'vnd')).held - before.held).toBe(received);
    expect((await view(order)).events.map(({ code }) => code)).toEqual(['created', 'payment_confirmed', 'recalculated', 'paid']);
  });

  test('paid a little more than the reserve covers awaits the customer’s decision', async () => {
    const order = await world.create(SELL_TRC20);
    const { available } = await reserveOf(world, 'vnd');
    await setAvailable(world, 'vnd', 0n);
    await payOnChain(order, { amount: order.amountSent + 300_000n });
    expect(await world.order(order.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'overpaid', quantity: 100n * USDT });
    await setAvailable(world, 'vnd', available);
  });

  test.each([
    ['underpaid', -500_001n],
    ['overpaid', 500_001n],
  ] as const)('with a difference above half a percent is %s', async (reason, off) => {
    const order = await world.create(SELL_TRC20);
    await payOnChain(order, { amount: order.amountSent + off });
    expect(await world.order(order.ref)).toMatchObject({ status: 'verifying_transaction', reason, quantity: 100n * USDT });
  });

  test('is recalculated automatically by at most one USDT, however large it is', async () => {
    const order = await world.create({ ...SELL_TRC20, quantity: '1000' });
    await payOnChain(order, { amount: order.amountSent - USDT - 1n });
    expect(await world.order(order.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'underpaid' });
    await payOnChain(order, { amount: USDT / 2n });
    expect(await world.order(order.ref)).toMatchObject({ status: 'paid', amountSent: 1000n * USDT - USDT / 2n - 1n });
  });

  test('paid in time but reported late is paid at its old price if its payout can be held again', async () => {
    const order = await world.create(SWAP_60_TRC20);
    const fact = depositFor(order);
    world.clock.advance(TIMER_MS + 4 * MINUTE_MS);
    await readSources(world.worker, 'tron', 'blocks');
    await endTimedOutOrders(world.worker);
    expect((await world.order(order.ref)).reason).toBe('expired');
    world.chain.solid.push(fact);
    await readChain();
    expect(await world.order(order.ref)).toMatchObject({ status: 'paid', amountReceived: 59_75n });
  });

  test('does not expire while the chain cannot be read', async () => {
    const order = await world.create(SWAP_60_TRC20);
    world.chain.isUp = false;
    world.clock.advance(TIMER_MS + 10 * MINUTE_MS);
    await readChain();
    await endTimedOutOrders(world.worker);
    expect((await world.order(order.ref)).status).toBe('pending');
    world.chain.isUp = true;
    await readChain();
    await endTimedOutOrders(world.worker);
    expect((await world.order(order.ref)).reason).toBe('expired');
  });

  test('with an unconfirmed payment keeps it: once confirmed, an operator cannot attach it elsewhere', async () => {
    const [order, other] = [await world.create(SWAP_60_TRC20), await world.create(SWAP_60_TRC20)];
    const fact = depositFor(order);
    await world.record(world.worker, seenOf(fact));
    await placeUnconfirmedPayments(world.worker);
    await world.record(world.worker, fact);
    const id = await paymentIdOf(fact);
    const operations = bindOperations(world.operator);
    const lan = operatorCaller('lan');
    const refused = { code: 'ORDER_ACTION_NOT_ALLOWED' };
    await expect(operations.attachPayment(lan, { id, ref: other.ref, note: '' })).rejects.toMatchObject(refused);
    await expect(operations.refundPayment(lan, { id, reference: 'sent by hand', note: '' })).rejects.toMatchObject(refused);
    const destination = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
    await expect(operations.refundPayment(lan, { id, destination, note: '' })).rejects.toMatchObject(refused);
    await matchPayments(world.worker);
    expect(await world.order(order.ref)).toMatchObject({ status: 'paid', amountPaid: 60n * USDT });
  });

  test('that waits for an unconfirmed payment gives its hold back after its deadline, and expires once none is left', async () => {
    const [order, other] = [await world.create(SWAP_60_TRC20), await world.create(SWAP_60_TRC20)];
    const taken = depositFor(order);
    for (const fact of [taken, depositFor(other)]) await world.record(world.worker, seenOf(fact));
    await placeUnconfirmedPayments(world.worker);
    // As if it had been dropped without its order hearing of it.
    await world.database.query(`update payment set state = 'dropped' where id = $1`, [await paymentIdOf(taken)]);
    world.clock.advance(TIMER_MS + MINUTE_MS);
    await readSources(world.worker, 'tron', 'blocks');
    await endTimedOutOrders(world.worker);
    expect(await world.order(order.ref)).toMatchObject({ status: 'verifying_transaction', reason: null });
    world.clock.advance(3 * MINUTE_MS);
    await readSources(world.worker, 'tron', 'blocks');
    await endTimedOutOrders(world.worker);
    expect(await world.order(order.ref)).toMatchObject({ status: 'cancelled', reason: 'expired', holding: 0n });
    expect(await world.order(other.ref)).toMatchObject({ status: 'verifying_transaction', reason: null, holding: 0n });
    await dropMissingPayments(world.worker);
    expect(await world.order(other.ref)).toMatchObject({ status: 'cancelled', reason: 'expired' });
  });

  test('that cannot expire because its chain cannot be read does not keep others from expiring', async () => {
    await world.create(SWAP_60_TRC20);
    world.clock.advance(1_000);
    const bank = await world.order((await world.create()).ref);
    world.clock.advance(TIMER_MS + MINUTE_MS);
    const ended = await readOrdersTimedOut(world.worker.orm, world.clock.now(), new Map([['bank', world.clock.now()]]), 1);
    expect(ended.map(({ ref }) => ref)).toEqual([bank.ref]);
  });

  test('paid twice: the second payment is listed in the operators’ inbox', async () => {
    const order = await world.create(SWAP_60_TRC20);
    await payOnChain(order);
    await payOnChain(order);
    expect((await paymentsOf(order)).map(({ state }) => state).toSorted()).toEqual(['case', 'matched']);
  });

  test('ignores payments to addresses that are not ours', async () => {
    const before = await world.database.query('select count(*) from payment');
    world.chain.solid.push(chainPayment({ account: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', amount: 1n, reference: `${'9'.repeat(64)}:0` }));
    await readChain();
    expect(await world.database.query('select count(*) from payment')).toEqual(before);
  });
});

describe('a deposit address', () => {
  test('is idle for seven days after its order; payments belong to the last lease by block time', async () => {
    await world.database.query(`update deposit_address set free_at = '2030-01-01'`);
    const first = await world.create(SWAP_60_TRC20);
    const address = first.instructions?.account ?? '';
    world.clock.advance(TIMER_MS + 7 * DAY_MS - 1);
    expect((await world.create(SWAP_60_TRC20)).instructions?.account).not.toBe(address);
    await world.database.query(`update deposit_address set free_at = '2030-01-01' where address <> '${address}'`);
    world.clock.advance(2);
    const between = depositFor(first, { paidAt: new Date(world.clock.now().getTime() - DAY_MS) });
    const second = await world.create(SWAP_60_TRC20);
    expect(second.instructions?.account).toBe(address);
    await readSources(world.worker, 'tron', 'blocks');
    await endTimedOutOrders(world.worker);
    await world.record(world.worker, between);
    await matchPayments(world.worker);
    expect(await paymentsOf(first)).toMatchObject([{ state: 'case' }]);
    await payOnChain(second);
    expect((await world.order(second.ref)).status).toBe('paid');
  });

  test('is leased to nobody else once it was paid to: its customer may pay there again', async () => {
    await world.database.query(`update deposit_address set free_at = '2030-01-01'`);
    const first = await world.create(SWAP_60_TRC20);
    const address = first.instructions?.account ?? '';
    await payOnChain(first);
    world.clock.advance(TIMER_MS + 8 * DAY_MS);
    await world.database.query(`update deposit_address set free_at = '2030-01-01' where address <> '${address}'`);
    const second = await world.create(SWAP_60_TRC20);
    expect(second.instructions?.account).not.toBe(address);
    // Nor can the web's login lease it.
    const lease = `insert into lease (order_id, network, address, from_at, until_at)
      select id, pay_in_network, '${address}', created_at, expires_at from orders where ref = '${second.ref}'`;
    await world.database.query(`update deposit_address a set free_at = free_after_lease('tron', o.expires_at) from orders o
      where o.ref = '${second.ref}' and a.address = '${address}'`);
    await expect(world.database.query(lease, [], 'quydoi_web')).rejects.toMatchObject({ code: 'QD010' });
  });

  test('is released when its order is not admitted', async () => {
    await world.database.query(`update deposit_address set free_at = '2030-01-01'`);
    const caller = { deviceId: 'many' };
    for (let orders = 0; orders < 5; orders += 1) await world.create({ ...SWAP_60_TRC20, quantity: '10' }, caller);
    await expect(world.create({ ...SELL_TRC20, quantity: '10' }, caller)).rejects.toMatchObject({ code: 'TOO_MANY_OPEN_ORDERS' });
    const free = await world.database.query(`select 1 from deposit_address where free_at <= '${world.clock.now().toISOString()}'`);
    expect(free).toHaveLength(1);
  });

  test('is never leased to two of many concurrent orders', async () => {
    await world.database.query(
      `update deposit_address set free_at = '2026-01-01' where index < 5 and not exists (select 1 from lease l where l.address = deposit_address.address and l.from_at > '2026-01-08')`,
    );
    const orders = await Promise.all(Array.from({ length: 20 }, () => world.create({ ...SWAP_60_TRC20, quantity: '10' })));
    expect(new Set(orders.map(({ instructions }) => instructions?.account)).size).toBe(20);
  });

  test('pays for nothing with money of another network, which is a case, and still takes the right money', async () => {
    const order = await world.create(SWAP_60_TRC20);
    const other = {
      ...depositFor(order),
      network: 'ethereum',
      unit: 'usdt-eth',
      source: 'ethereum-block',
      reference: 'e1:0',
      sourceId: 'e1:0',
    } as const;
    await world.record(world.worker, other);
    await matchPayments(world.worker);
    expect((await world.order(order.ref)).status).toBe('pending');
    const told = await world.database.query(
      `select p.state, p.case_code, o.ref from payment p join orders o on o.id = p.order_id where p.reference = 'e1:0'`,
    );
    expect(told).toEqual([{ state: 'case', case_code: 'wrong_network', ref: order.ref }]);
    const { id } = await world.order(order.ref);
    const logged = await world.database.query(`select params from order_event where order_id = $1 and code = 'wrong_payment'`, [id]);
    expect(logged).toEqual([{ params: { amount: formatDecimal(other.amount, 6), currency: 'erc20', network: 'ethereum' } }]);
    world.chain.solid.push(depositFor(order));
    await world.run();
    expect((await world.order(order.ref)).status).toBe('delivered');
  });

  test('that the signer cannot derive pays for nothing, whichever role stored it', async () => {
    const order = await world.create(SWAP_60_TRC20);
    const { payInAccount } = await world.order(order.ref);
    const moved = await world.database.query(
      'update deposit_address d set index = 900000 from deposit_address was where was.address = d.address and d.address = $1 returning was.index',
      [payInAccount],
    );
    world.chain.solid.push(depositFor(order));
    await world.run();
    expect(await world.order(order.ref)).toMatchObject({ status: 'error', reason: 'payout_refused' });
    expect(world.errors.splice(0)).toMatchObject([{ reason: 'paid to an address that is not ours' }]);
    // Nor is it given back.
    const { id } = await world.order(order.ref);
    await bindOperations(world.operator).refundOrder(operatorCaller('lan'), {
      ref: order.ref,
      destination: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC',
      note: 'asked',
    });
    await world.run();
    expect(world.errors.splice(0)).toMatchObject([{ reason: 'paid to an address that is not ours' }]);
    expect((await readPayoutsOf(world.owner, id)).map(({ obligationKind, state }) => [obligationKind, state]).toSorted()).toEqual([
      ['order', 'failed'],
      ['refund', 'failed'],
    ]);
    await world.database.query('update deposit_address set index = $2 where address = $1', [payInAccount, moved[0]?.index]);
  });

  test('cannot be leased to another order during a lease, nor with another start', async () => {
    const order = await world.create(SWAP_60_TRC20);
    const { payInAccount, createdAt, expiresAt } = await world.order(order.ref);
    const other = await world.order((await world.create()).ref);
    const lease = (orderId: string, fromAt: Date, untilAt: Date) =>
      world.database
        .query(
          'insert into lease (order_id, network, address, from_at, until_at) values ($1, $2, $3, $4, $5)',
          [orderId, 'tron', payInAccount, fromAt, untilAt],
          'quydoi_web',
        )
        .catch((error: { code?: string }) => error.code);
    expect(await lease(other.id, other.createdAt, other.expiresAt)).toBe('QD010');
    expect(await lease(other.id, new Date(createdAt.getTime() + 1_000), expiresAt)).toBe('QD010');
  });

  test('is not leased before its chain is read', async () => {
    await world.database.query(`delete from source_cursor where network = 'tron'`);
    await expect(world.create(SELL_TRC20)).rejects.toMatchObject({ code: 'MAINTENANCE' });
    await readSources(world.worker, 'tron', 'blocks');
  });
});
