import { writeChanges } from '@quydoi/database/apply-changes';
import { withMoneyTx } from '@quydoi/database/money-tx';
import { readLastAttempt } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { FAST_TRANSFER_MAX_VND } from '@quydoi/domain/constants';
import { HOUR_MS } from '@quydoi/domain/durations';
import { decideSettled } from '@quydoi/domain/transfer/decide-outcome';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { decisionContext } from '../../src/context.ts';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import { rejectPayout } from '../../src/payouts/reject-payout.ts';
import { readObligation, readTransfer } from '../../src/payouts/signer-obligation.ts';
import { expectBooksInOrder, reserveOf, setAvailable } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { act, logOf, refundsOf, settle } from '../../testing/mismatch.ts';
import { readFirstHand } from '../../testing/network-jobs.ts';
import { bankTransfer } from '../../testing/payment-facts.ts';
import type { KeyedScript } from '../../testing/payout-rails.ts';
import { openWorld, type World } from '../../testing/world.ts';

/** What 100 pm cost. */
const PRICE = 2_607_975n;
/** Longer than a read takes. */
const READ_MS = 300;
const LAN = operatorCaller('lan');
const ACCOUNT = { destination: '0011001234567', destinationBank: 'vcb' };
const note = 'as the customer wrote';

let world: World;
let n = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  world.payOs.course = 'paid';
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

const operations = () => bindOperations(world.operator);

/** A transfer that names no order, or the given one. */
async function transfer(amount: bigint, set: Partial<PaymentFact> = {}): Promise<string> {
  n += 1;
  const reference = `FT-${n}`;
  await world.record(world.worker, bankTransfer({ amount, reference, paidAt: world.clock.now(), ...set }));
  await matchPayments(world.worker);
  const rows = await world.database.query(`select id from payment where reference = '${reference}'`);
  return String(rows[0]?.id);
}

async function caseOf(id: string): Promise<unknown> {
  return (await operations().listUnmatched(LAN, { limit: 100 })).items.find((item) => item.id === id);
}

async function needOf(ref: string): Promise<string | undefined> {
  return (await operations().listAttention(LAN, { limit: 1_000 })).items.find((item) => item.ref === ref)?.need;
}

async function stateOf(id: string): Promise<unknown> {
  return (await world.database.query(`select state from payment where id = '${id}'`))[0]?.state;
}

/** A delivered order, and a second payment of it. */
async function paidTwice(amount = 700_000n) {
  const { ref } = await world.create();
  await world.pay(ref, PRICE);
  await settle(world);
  return { ref, id: await transfer(amount, { memo: ref }) };
}

/** An order whose payout failed for good. */
async function inError() {
  const created = await world.create();
  await world.pay(created.ref, PRICE);
  world.perfectMoney.script.push({ pays: false, hears: 'destination' });
  await world.run();
  expect(await world.order(created.ref)).toMatchObject({ status: 'error' });
  return created;
}

/** Dong that went back for an order, transfer by transfer. */
function sentBack(ref: string): bigint[] {
  return world.payOs.paid.filter(({ key }) => key.startsWith(`${ref}-R`)).map(({ amount }) => amount);
}

/** Lets a payout's tries run out. */
async function settleLong(): Promise<void> {
  await settle(world);
  for (let step = 0; step < 12; step += 1) {
    world.clock.advance(2 * HOUR_MS);
    await settle(world, 1);
  }
}

describe('a payment without a memo, or with an unreadable one', () => {
  test.each([
    ['none', ''],
    ['a mangled one', 'chuyen tien 7K?2M9'],
  ])('(%s) is a case; attached to its order, it pays the order', async (_, memo) => {
    const { ref } = await world.create();
    const id = await transfer(PRICE, { memo });
    expect(await caseOf(id)).toMatchObject({ caseCode: 'no_order', orderRef: null });
    await operations().attachPayment(LAN, { id, ref, note });
    await settle(world);
    expect(await world.order(ref)).toMatchObject({ status: 'delivered', amountPaid: PRICE });
    expect(await caseOf(id)).toBeUndefined();
    await expect(operations().attachPayment(LAN, { id, ref, note })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
  });

  test('with a memo that a bank broke up is matched automatically', async () => {
    const { ref } = await world.create();
    await transfer(PRICE, { memo: `MBVCB.123.${ref.slice(0, 4).toLowerCase()} ${ref.slice(4)}.CT tu 0011` });
    await settle(world);
    expect(await world.order(ref)).toMatchObject({ status: 'delivered' });
  });

  test('of another amount awaits the customer’s decision once attached', async () => {
    const created = await world.create();
    const id = await transfer(1_300_000n);
    await operations().attachPayment(LAN, { id, ref: created.ref, note });
    expect(await world.order(created.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'underpaid' });
    await act(world, created, { action: 'requestRefund', ...ACCOUNT });
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
  });

  test('that matches no order is returned manually, or, if attached to an order, by a payout', async () => {
    const [first, second] = [await transfer(12_345n), await transfer(12_345n)];
    await expect(operations().refundPayment(LAN, { id: first, ...ACCOUNT, note })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    await expect(operations().refundPayment(LAN, { id: first, note })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await operations().refundPayment(LAN, { id: first, reference: 'FT-BACK', note });
    expect(await stateOf(first)).toBe('returned');
    await expect(operations().refundPayment(LAN, { id: first, reference: 'FT-BACK', note })).rejects.toMatchObject({
      code: 'ORDER_ACTION_NOT_ALLOWED',
    });

    const { ref } = await paidTwice();
    await operations().attachPayment(LAN, { id: second, ref, note });
    expect(await caseOf(second)).toMatchObject({ caseCode: 'extra', orderRef: ref });
    await operations().refundPayment(LAN, { id: second, ...ACCOUNT, note });
    await settle(world);
    expect(await refundsOf(world, ref)).toMatchObject([{ amount: 12_345n, obligationKind: 'return', obligationId: second, state: 'settled' }]);
  });

  test('cannot be attached to an order of another network; unknown payments are not found', async () => {
    const sell = await world.create({ kind: 'sell', from: 'pm', to: 'vnd', ...ACCOUNT, sender: 'U7654321' });
    const id = await transfer(PRICE);
    await expect(operations().attachPayment(LAN, { id, ref: sell.ref, note })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    await expect(operations().attachPayment(LAN, { id, ref: 'NOSUCHREF2', note })).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
    const nobody = '019b8d60-2a00-7000-8000-000000000001';
    await expect(operations().attachPayment(LAN, { id: nobody, ref: sell.ref, note })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(operations().refundPayment(LAN, { id: nobody, ...ACCOUNT, note })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const verb of ['refundOrder', 'clearRisk', 'markForged'] as const) {
      await expect(operations()[verb](LAN, { ref: 'NOSUCHREF2', ...ACCOUNT, note })).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
    }
  });

  test('for an expired order revives it if sent in time, or is late if the reserve no longer covers it', async () => {
    const [first, second] = [await world.create(), await world.create()];
    const [one, two] = [await transfer(PRICE), await transfer(PRICE)];
    world.clock.advance(2 * HOUR_MS);
    await readSources(world.worker, 'bank', 'list');
    await endTimedOutOrders(world.worker);
    await operations().attachPayment(LAN, { id: one, ref: first.ref, note });
    expect(await world.order(first.ref)).toMatchObject({ status: 'paid', amountReceived: 100_00n });
    const { available } = await reserveOf(world, 'pm');
    await setAvailable(world, 'pm', 1_00n);
    await operations().attachPayment(LAN, { id: two, ref: second.ref, note });
    expect(await world.order(second.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'late' });
    await setAvailable(world, 'pm', available);
  });
});

describe('a payment attached at a later price', () => {
  test('is late if the hold was released, and pays the order if it is still held', async () => {
    const [ended, waiting] = [await world.create(), await world.create()];
    const [one, two] = [await transfer(PRICE), await transfer(PRICE)];
    const setRate = (value: string) => operations().setRate(LAN, { kind: 'buy', code: 'pm', value });
    await setRate('40000');
    await operations().attachPayment(LAN, { id: two, ref: waiting.ref, note });
    expect(await world.order(waiting.ref)).toMatchObject({ status: 'paid', amountReceived: 100_00n });
    world.clock.advance(2 * HOUR_MS);
    await readSources(world.worker, 'bank', 'list');
    await endTimedOutOrders(world.worker);
    await operations().attachPayment(LAN, { id: one, ref: ended.ref, note });
    expect(await world.order(ended.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'late' });
    await setRate('25950');
    await settle(world);
  });
});

describe('a second payment', () => {
  test('is returned by a payout; the order stays delivered', async () => {
    const { ref, id } = await paidTwice();
    expect(await caseOf(id)).toMatchObject({ caseCode: 'extra', orderRef: ref });
    await operations().refundPayment(LAN, { id, destination: '0011001234567', destinationBank: 'vcb', note });
    expect(await stateOf(id)).toBe('returned');
    expect(await refundsOf(world, ref)).toMatchObject([
      { state: 'queued', amount: 700_000n, held: 700_000n, obligationKind: 'return', obligationId: id },
    ]);
    await expect(operations().refundPayment(LAN, { id, ...ACCOUNT, note })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    await settle(world);
    expect(await refundsOf(world, ref)).toMatchObject([{ state: 'settled' }]);
    expect(await world.order(ref)).toMatchObject({ status: 'delivered', amountRefunded: 0n });
    expect((await logOf(world, ref)).slice(-3)).toEqual(['extra_payment', 'refund_started', 'refunded']);
  });

  test('is returned manually, and only once', async () => {
    const { ref, id } = await paidTwice();
    const outcomes = await Promise.allSettled([
      operations().refundPayment(LAN, { id, reference: 'FT-BACK', note }),
      operations().refundPayment(LAN, { id, ...ACCOUNT, note }),
      operations().refundPayment(LAN, { id, reference: 'FT-BACK-2', note }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await settle(world);
    expect(await refundsOf(world, ref)).toMatchObject([{ amount: 700_000n, state: 'settled' }]);
  });

  test('whose return fails at the bank is listed in the inbox, and returned by retry or manually', async () => {
    const [first, second] = [await paidTwice(), await paidTwice()];
    world.payOs.course = 'refused';
    for (const { id } of [first, second]) await operations().refundPayment(LAN, { id, ...ACCOUNT, note });
    await settleLong();
    for (const { ref } of [first, second]) {
      expect(await refundsOf(world, ref)).toMatchObject([{ state: 'failed' }]);
      expect(await needOf(ref)).toBe('refund');
    }
    world.payOs.course = 'paid';
    await operations().refundPayment(LAN, { id: first.id, destination: '0011007654321', destinationBank: 'vcb', note });
    await operations().refundPayment(LAN, { id: second.id, reference: 'FT-BACK', note });
    await settle(world);
    expect(await refundsOf(world, first.ref)).toMatchObject([{ state: 'failed' }, { state: 'settled', seq: 2, destination: '0011007654321' }]);
    expect(await refundsOf(world, second.ref)).toMatchObject([{ state: 'failed' }, { state: 'settled', seq: 2, amount: 700_000n }]);
    for (const { ref } of [first, second]) expect(await needOf(ref)).toBeUndefined();
  });

  test('is returned whatever became of the order’s own payout, which its provider called failed and has made', async () => {
    const { ref } = await world.create();
    await world.pay(ref, PRICE);
    world.perfectMoney.script.push({ pays: true, hears: 'destination' });
    await settle(world);
    expect(await world.order(ref)).toMatchObject({ status: 'error', reason: 'payout_refused' });
    const id = await transfer(700_000n, { memo: ref });
    await operations().refundPayment(LAN, { id, ...ACCOUNT, note });
    await settle(world);
    expect(await refundsOf(world, ref)).toMatchObject([{ amount: 700_000n, state: 'settled' }]);
  });

  test('waits until the reserve covers its return', async () => {
    const { id } = await paidTwice();
    const { available } = await reserveOf(world, 'vnd');
    await setAvailable(world, 'vnd', 699_999n);
    await expect(operations().refundPayment(LAN, { id, ...ACCOUNT, note })).rejects.toMatchObject({ code: 'RESERVE_BUSY' });
    expect(await stateOf(id)).toBe('case');
    await setAvailable(world, 'vnd', available);
    await operations().refundPayment(LAN, { id, ...ACCOUNT, note });
    await settle(world);
  });
});

test('a refund is decided on a consistent state, whatever settles concurrently', async () => {
  const created = await world.create();
  await world.pay(created.ref, PRICE + 100_000n);
  await world.run();
  world.payOs.isReadable = false;
  await act(world, created, { action: 'refundExcess', ...ACCOUNT });
  await settle(world, 3);
  const id = await transfer(700_000n, { memo: created.ref });
  await operations().refundPayment(LAN, { id, ...ACCOUNT, note });
  const [excess, extra] = await refundsOf(world, created.ref);
  const attempt = await readLastAttempt(world.signer.orm, excess?.id ?? '');
  const state = await readTransfer(world.signer, attempt?.id ?? '');
  if (!extra || state?.attempt.state !== 'sent') throw new Error('both refunds must be under way');
  const decisionCtx = decisionContext(world.signer, 'system', `payout:${state.payout.id}`);
  const obligation = await readObligation(world.signer, extra);
  if (!obligation) throw new Error('no obligation');
  await readFirstHand(world.signer, 'bank');
  let judged: ReturnType<typeof rejectPayout> = Promise.resolve('');
  await withMoneyTx(world.owner, async (tx) => {
    // The order can be read at once, its payouts only after the other refund is settled.
    await tx.run('lock payouts', 'lock table payout in access exclusive mode', []);
    judged = rejectPayout(world.signer, obligation, extra);
    await new Promise((resolve) => setTimeout(resolve, READ_MS));
    await writeChanges(tx, [decideSettled(state, { reference: `FT-${state.attempt.key}`, fee: 0n }, decisionCtx)], decisionCtx.now);
  });
  expect(await judged).toBeNull();
  world.payOs.isReadable = true;
  await settle(world);
  expect(await refundsOf(world, created.ref)).toMatchObject([{ state: 'settled' }, { state: 'settled', obligationKind: 'return', obligationId: id }]);
});

describe('a refund of an order', () => {
  test('is made after its payout failed, and releases the hold', async () => {
    const { ref } = await inError();
    await operations().refundOrder(LAN, { ref, ...ACCOUNT, note });
    expect(await world.order(ref)).toMatchObject({ status: 'error', reason: 'refunding', holding: 0n, amountRefunded: PRICE });
    await expect(operations().refundOrder(LAN, { ref, ...ACCOUNT, note })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    await expect(operations().resolveError(LAN, { ref, decision: 'retry', note })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    await settle(world);
    expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
    expect(world.perfectMoney.paid.filter(({ memo }) => memo === ref)).toEqual([]);
  });

  describe('decided although the payout was made', () => {
    /** An order whose provider paid and said no, and whose refund was refused for that. */
    async function paidInstead(decision: 'refund' | 'by-hand and refund') {
      const created = await world.create();
      await world.pay(created.ref, PRICE);
      world.perfectMoney.script.push({ pays: true, hears: 'destination' });
      await world.run();
      if (decision === 'by-hand and refund') await operations().resolveError(LAN, { ref: created.ref, decision: 'by-hand', note });
      await operations().refundOrder(LAN, { ref: created.ref, ...ACCOUNT, note });
      await expect(operations().resolveError(LAN, { ref: created.ref, decision: 'delivered', reference: 'batch-1', note })).rejects.toMatchObject({
        code: 'ORDER_ACTION_NOT_ALLOWED',
      });
      await settle(world);
      expect(world.errors.splice(0)).toHaveLength(1);
      expect(await world.order(created.ref)).toMatchObject({ reason: 'refunding', amountRefunded: PRICE, holding: 0n });
      expect(await needOf(created.ref)).toBe('refund');
      return created.ref;
    }

    /** What the provider's history shows of it. */
    const proofOf = (ref: string) => ({ ref, reference: `batch-${world.perfectMoney.paid.find(({ memo }) => memo === ref)?.key}`, fee: '0.5', note });

    test('is not made: the order is delivered, and nothing is owed', async () => {
      const before = await reserveOf(world, 'pm');
      const first = await paidInstead('refund');
      await operations().resolveError(LAN, { ...proofOf(first), decision: 'delivered' });
      const second = await paidInstead('by-hand and refund');
      await operations().recordManualPayout(LAN, proofOf(second));
      for (const ref of [first, second]) {
        expect(await world.order(ref)).toMatchObject({ status: 'delivered', reason: null, amountRefunded: 0n, holding: 0n, amountPaid: PRICE });
        expect(await needOf(ref)).toBeUndefined();
        expect(sentBack(ref)).toEqual([]);
        await expect(operations().refundOrder(LAN, { ref, ...ACCOUNT, note })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
      }
      expect(await reserveOf(world, 'pm')).toEqual({ available: before.available - 201_00n, held: before.held });
    });

    test('does not settle the order while the reserve is held for other orders', async () => {
      const ref = await paidInstead('refund');
      const { available } = await reserveOf(world, 'pm');
      await setAvailable(world, 'pm', 100_49n);
      const delivered = { ...proofOf(ref), decision: 'delivered' } as const;
      await expect(operations().resolveError(LAN, delivered)).rejects.toMatchObject({ code: 'RESERVE_BUSY' });
      await setAvailable(world, 'pm', available);
      await operations().resolveError(LAN, delivered);
    });

    test.each(['sent', 'owed'] as const)('leaves an earlier refund of the excess as it is (%s)', async (state) => {
      const created = await world.create();
      await world.pay(created.ref, PRICE + 100_000n);
      await world.run();
      world.perfectMoney.script.push({ pays: true, hears: 'destination' });
      if (state === 'owed') world.payOs.script.push({ takes: false, hears: 'destination' });
      await act(world, created, { action: 'refundExcess', ...ACCOUNT });
      await settle(world);
      await operations().refundOrder(LAN, { ref: created.ref, ...ACCOUNT, note });
      await settle(world);
      expect(world.errors.splice(0)).toHaveLength(1);
      await operations().resolveError(LAN, { ...proofOf(created.ref), decision: 'delivered' });
      expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountRefunded: 100_000n });
      expect(await needOf(created.ref)).toBe(state === 'owed' ? 'refund' : undefined);
      await expectBooksInOrder(world);
      if (state === 'owed') await operations().refundOrder(LAN, { ref: created.ref, ...ACCOUNT, note });
      await settle(world);
      expect(sentBack(created.ref)).toEqual([100_000n]);
      expect(await needOf(created.ref)).toBeUndefined();
    });
  });

  test('is made manually', async () => {
    const { ref } = await inError();
    await operations().refundOrder(LAN, { ref, destination: '', reference: 'FT-BACK', note });
    expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'refunded', amountRefunded: PRICE, holding: 0n });
    await settle(world);
    expect(await refundsOf(world, ref)).toMatchObject([{ state: 'settled', amount: PRICE }]);
  });

  test('that failed is sent again to another account', async () => {
    const created = await world.create();
    await world.pay(created.ref, 1_300_000n);
    await world.run();
    world.payOs.course = 'refused';
    await act(world, created, { action: 'requestRefund', ...ACCOUNT });
    await settleLong();
    expect(await world.order(created.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'refunding', amountRefunded: 1_300_000n });
    expect(await needOf(created.ref)).toBe('refund');
    expect(await logOf(world, created.ref)).toContain('refund_failed');
    await expect(operations().markForged(LAN, { ref: created.ref, note })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    world.payOs.course = 'paid';
    await operations().refundOrder(LAN, { ref: created.ref, destination: '0011007654321', destinationBank: 'vcb', note });
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded', amountRefunded: 1_300_000n });
    expect(await refundsOf(world, created.ref)).toMatchObject([{ state: 'failed' }, { state: 'settled', seq: 2 }]);
    expect(await needOf(created.ref)).toBeUndefined();
  });

  test('that is owed never leads to a payout of the order as well', async () => {
    const { ref } = await inError();
    world.payOs.course = 'refused';
    await operations().refundOrder(LAN, { ref, ...ACCOUNT, note });
    await settleLong();
    expect(await world.order(ref)).toMatchObject({ status: 'error', reason: 'refunding' });
    for (const decision of ['retry', 'by-hand'] as const) {
      await expect(operations().resolveError(LAN, { ref, decision, reference: 'FT', note })).rejects.toMatchObject({
        code: 'ORDER_ACTION_NOT_ALLOWED',
      });
    }
    const { ref: byHand } = await inError();
    await operations().resolveError(LAN, { ref: byHand, decision: 'by-hand', note });
    await operations().refundOrder(LAN, { ref: byHand, ...ACCOUNT, note });
    await expect(operations().recordManualPayout(LAN, { ref: byHand, reference: 'FT', note })).rejects.toMatchObject({
      code: 'ORDER_ACTION_NOT_ALLOWED',
    });
    world.payOs.course = 'paid';
    await settle(world);
    await operations().refundOrder(LAN, { ref, destination: '', reference: 'FT-BACK', note });
    for (const each of [ref, byHand]) {
      expect(await world.order(each)).toMatchObject({ status: 'cancelled', reason: 'refunded', amountRefunded: PRICE });
    }
  });

  test('includes the excess whose own refund failed', async () => {
    const created = await world.create();
    await world.pay(created.ref, PRICE + 100_000n);
    await world.run();
    world.payOs.course = 'refused';
    world.perfectMoney.script.push({ pays: false, hears: 'destination' });
    await act(world, created, { action: 'refundExcess', ...ACCOUNT });
    await settleLong();
    expect(await world.order(created.ref)).toMatchObject({ status: 'error', amountRefunded: 100_000n });
    world.payOs.course = 'paid';
    await operations().refundOrder(LAN, { ref: created.ref, ...ACCOUNT, note });
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded', amountRefunded: PRICE + 100_000n });
    expect((await refundsOf(world, created.ref)).filter(({ state }) => state === 'settled')).toMatchObject([{ amount: PRICE + 100_000n }]);
  });

  describe('after a refund of the excess', () => {
    /** Approves what the signer does not send back by itself: more than a day's refunds, to an account that did not pay. */
    async function approveRefunds(ref: string): Promise<void> {
      await settle(world, 1);
      for (const { id } of await refundsOf(world, ref)) await operations().approvePayout(LAN, { payout: id, note });
    }

    /** Overpaid by `excess`, which was given back; then its payout failed for good. */
    async function excessBack(excess: bigint, script: KeyedScript[] = []) {
      const created = await world.create();
      await world.pay(created.ref, PRICE + excess);
      await world.run();
      world.perfectMoney.script.push({ pays: false, hears: 'destination' });
      world.payOs.script.push(...script);
      await act(world, created, { action: 'refundExcess', ...ACCOUNT });
      await settle(world);
      expect(await world.order(created.ref)).toMatchObject({ status: 'error', amountRefunded: excess });
      return created;
    }

    test.each([
      ['another sum', 400_000n],
      ['just as much', PRICE],
    ])('(%s) sends the rest, each amount once', async (_, excess) => {
      const { ref } = await excessBack(excess);
      expect(sentBack(ref)).toEqual([excess]);
      await operations().refundOrder(LAN, { ref, ...ACCOUNT, note });
      await settle(world);
      expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'refunded', amountRefunded: PRICE + excess });
      expect(sentBack(ref)).toEqual([excess, PRICE]);
      expect(await refundsOf(world, ref)).toMatchObject([
        { amount: excess, state: 'settled' },
        { amount: PRICE, state: 'settled' },
      ]);
    });

    test('that paid although it was reported as failed does not send the full amount: an operator decides', async () => {
      const { ref } = await excessBack(400_000n, [{ takes: true, hears: 'destination' }]);
      await operations().refundOrder(LAN, { ref, ...ACCOUNT, note });
      await settle(world);
      expect(world.errors.splice(0)).toHaveLength(1);
      expect(sentBack(ref)).toEqual([400_000n]);
      expect(await refundsOf(world, ref)).toMatchObject([
        { amount: 400_000n, state: 'failed' },
        { amount: PRICE + 400_000n, state: 'failed' },
      ]);
      expect(await needOf(ref)).toBe('refund');
      await operations().refundOrder(LAN, { ref, destination: '', reference: `${ref}-R1-1 and FT-BACK`, note });
      expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
    });

    test('in parts, one of which paid although it was reported as failed, is not retried as a whole', async () => {
      const gross = 600_000_000n;
      await setAvailable(world, 'vnd', 5_000_000_000n);
      const created = await world.create();
      await world.pay(created.ref, gross);
      await world.run();
      world.payOs.script.push({ takes: true, hears: 'destination' }, { takes: true, hears: 'accepted' });
      // Both are sent before either has an answer: the second would wait for an operator otherwise.
      world.checkpoints.at('payout.sending', () => new Promise((resolve) => world.checkpoints.at('payout.sending', resolve)));
      await act(world, created, { action: 'requestRefund', ...ACCOUNT });
      await approveRefunds(created.ref);
      await settle(world);
      expect((await refundsOf(world, created.ref)).map(({ state }) => state).toSorted()).toEqual(['failed', 'settled']);
      await operations().refundOrder(LAN, { ref: created.ref, ...ACCOUNT, note });
      await settle(world);
      expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded', amountRefunded: gross });
      expect(sentBack(created.ref).reduce((sum, amount) => sum + amount, 0n)).toBe(gross);
    });

    test('in parts, one of which failed, is not retried before the other has ended', async () => {
      const gross = 600_000_000n;
      await setAvailable(world, 'vnd', 5_000_000_000n);
      const created = await world.create();
      await world.pay(created.ref, gross);
      await world.run();
      world.payOs.course = 'pending';
      world.payOs.script.push({ takes: true, hears: 'accepted' }, { takes: false, hears: 'destination' });
      // Both are sent before either has an answer: the second would wait for an operator otherwise.
      world.checkpoints.at('payout.sending', () => new Promise((resolve) => world.checkpoints.at('payout.sending', resolve)));
      await act(world, created, { action: 'requestRefund', ...ACCOUNT });
      await approveRefunds(created.ref);
      await settle(world, 2);
      const before = await refundsOf(world, created.ref);
      expect(before.map(({ state }) => state).toSorted()).toEqual(['attempting', 'failed']);
      for (const reference of [undefined, 'FT-BACK']) {
        const retry = operations().refundOrder(LAN, { ref: created.ref, ...ACCOUNT, note, reference });
        await expect(retry).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
      }
      expect(await refundsOf(world, created.ref)).toHaveLength(before.length);
      world.payOs.course = 'paid';
      for (const record of world.payOs.book.values()) if (record.course === 'pending') record.course = 'paid';
      await settle(world);
      await operations().refundOrder(LAN, { ref: created.ref, ...ACCOUNT, note });
      await settle(world);
      expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded', amountRefunded: gross });
      expect(sentBack(created.ref).reduce((sum, amount) => sum + amount, 0n)).toBe(gross);
    });

    test('in two equal parts, one of which paid although both were reported as failed, retries only the other part', async () => {
      await setAvailable(world, 'vnd', 5_000_000_000n);
      const created = await world.create();
      // Two parts of the same sum: as much as one transfer carries, twice.
      await world.pay(created.ref, 2n * FAST_TRANSFER_MAX_VND);
      await world.run();
      world.payOs.script.push({ takes: true, hears: 'destination' }, { takes: false, hears: 'destination' });
      // Both are sent before either has an answer: the second would be settled by the first's transfer otherwise.
      world.checkpoints.at('payout.sending', () => new Promise((resolve) => world.checkpoints.at('payout.sending', resolve)));
      await act(world, created, { action: 'requestRefund', ...ACCOUNT });
      await approveRefunds(created.ref);
      await settle(world);
      expect(sentBack(created.ref)).toEqual([FAST_TRANSFER_MAX_VND]);
      expect((await refundsOf(world, created.ref)).map(({ state }) => state)).toEqual(['failed', 'failed']);
      await operations().refundOrder(LAN, { ref: created.ref, ...ACCOUNT, note });
      await settle(world);
      expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'refunded' });
      expect(sentBack(created.ref)).toEqual([FAST_TRANSFER_MAX_VND, FAST_TRANSFER_MAX_VND]);
    });
  });

  test('is rejected while the payout is in progress, after it, and for unpaid orders', async () => {
    const unpaid = await world.create();
    const { ref: delivered } = await paidTwice();
    for (const ref of [unpaid.ref, delivered]) {
      for (const reference of [undefined, 'FT-BACK']) {
        await expect(operations().refundOrder(LAN, { ref, ...ACCOUNT, note, reference })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
      }
      for (const verb of ['clearRisk', 'markForged'] as const) {
        await expect(operations()[verb](LAN, { ref, note })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
      }
    }
  });

  test('is not due when the payment is marked as forged, which ends the order', async () => {
    const created = await world.create();
    await world.pay(created.ref, 1_300_000n);
    await world.run();
    await operations().markForged(LAN, { ref: created.ref, note: 'the bank took it back' });
    expect(await world.order(created.ref)).toMatchObject({ status: 'forged', holding: 0n, amountPaid: 1_300_000n });
    expect(await needOf(created.ref)).toBeUndefined();
    // A later payment for it is never paid out.
    const id = await transfer(PRICE, { memo: created.ref });
    expect(await caseOf(id)).toMatchObject({ caseCode: 'extra' });
    await operations().refundPayment(LAN, { id, ...ACCOUNT, note });
    await settle(world);
    expect(await refundsOf(world, created.ref)).toMatchObject([{ amount: PRICE, obligationKind: 'return', obligationId: id, state: 'settled' }]);
    await expect(act(world, created, { action: 'requestRefund', ...ACCOUNT })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
  });
});

test('every action is audited with its operator', async () => {
  const rows = await world.database.query(
    `select distinct verb from audit where operator = 'lan' and verb in ('attachPayment', 'refundPayment', 'refundOrder', 'clearRisk', 'markForged') order by verb`,
  );
  expect(rows.map(({ verb }) => verb)).toEqual(['attachPayment', 'clearRisk', 'markForged', 'refundOrder', 'refundPayment']);
});
