import { randomUUID } from 'node:crypto';
import { readFirstHandPayments } from '@quydoi/database/repositories/first-hand';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { Payout } from '@quydoi/domain/transfer/payout';
import type { Rail } from '@quydoi/rails/rail';
import type { ListSource } from '@quydoi/rails/source';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useCodeOf } from '../../src/first-hand-records.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { createFirstHandReaders, type FirstHandReader } from '../../src/payments/read-first-hand.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { storeFirstHand } from '../../src/payments/store-first-hand.ts';
import { readOrderObligation } from '../../src/payouts/obligations/read-order-obligation.ts';
import { sendPayouts as sendPayoutsOf } from '../../src/payouts/send-payouts.ts';
import type { ObligationReader } from '../../src/payouts/signer-obligation.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { settle } from '../../testing/mismatch.ts';
import { readFirstHand, sendPayouts } from '../../testing/network-jobs.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { bankTransfer, chainPayment, OWN_WALLET, walletTransfer } from '../../testing/payment-facts.ts';
import { OWN_READING } from '../../testing/rails.ts';
import { openWorld, type World } from '../../testing/world.ts';

/** Price of 100 pm. */
const PRICE = 2_607_975n;
const LAN = operatorCaller('lan');
const TXID = `${'e'.repeat(64)}:0`;

let world: World;
let n = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
beforeEach(() => {
  n += 1;
});
afterEach(async () => {
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

/** Everything that was paid out so far, by every provider. */
function sent(): number {
  return world.perfectMoney.paid.length + world.payOs.paid.length + world.tronOut.paid.length;
}

async function waitsOf(ref: string): Promise<unknown[]> {
  const { id } = await world.order(ref);
  return (await readPayoutsOf(world.owner, id)).map(({ state, waitsFor }) => [state, waitsFor]);
}

describe('money that only other roles tell of is not paid out:', () => {
  test('a bank transfer that the bank does not list', async () => {
    const { ref } = await world.create({ to: 'trc20', quantity: '1000', destination: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' });
    const { amountSent } = await world.order(ref);
    const before = sent();
    await recordPayment(world.worker, bankTransfer({ memo: ref, amount: amountSent, reference: `forged-${n}`, paidAt: world.clock.now() }));
    await settle(world);
    expect(sent()).toBe(before);
    expect(await waitsOf(ref)).toEqual([['queued', 'confirmation']]);
    expect((await world.order(ref)).status).toBe('delivering');
  });

  test('a deposit that is in no block', async () => {
    const { ref, instructions } = await world.create({ ...SELL_100_PM, from: 'trc20', sender: undefined });
    const { amountSent } = await world.order(ref);
    const before = sent();
    await recordPayment(
      world.worker,
      chainPayment({ account: instructions?.account ?? '', amount: amountSent, reference: TXID, paidAt: world.clock.now() }),
    );
    await settle(world);
    expect(sent()).toBe(before);
    expect(await waitsOf(ref)).toEqual([['queued', 'confirmation']]);
  });

  test.each(['the refund of an order', 'the return of a second payment'])('in %s, though an operator asks for it', async (what) => {
    const { ref } = await world.create();
    const isReturn = what === 'the return of a second payment';
    if (isReturn) await world.pay(ref, PRICE);
    await settle(world, 3);
    const reference = `forged-${n}`;
    await recordPayment(world.worker, bankTransfer({ memo: ref, amount: 700_000n, reference, paidAt: world.clock.now() }));
    await matchPayments(world.worker);
    const before = sent();
    const [payment] = await world.database.query('select id from payment where reference = $1', [reference]);
    const { refundOrder, refundPayment } = bindOperations(world.operator);
    const to = { destination: '0011001234567', destinationBank: 'vcb', note: 'as the customer wrote' };
    await (isReturn ? refundPayment(LAN, { id: String(payment?.id), ...to }) : refundOrder(LAN, { ref, ...to }));
    await settle(world);
    expect(sent()).toBe(before);
    expect((await waitsOf(ref)).at(-1)).toEqual(['queued', 'confirmation']);
  });

  test('and the worker cannot journal a transfer to a wallet, which it cannot read', async () => {
    const { ref } = await world.create(SELL_100_PM);
    await expect(recordPayment(world.worker, walletTransfer({ memo: ref, amount: 100_00n, reference: '700000009' }))).rejects.toThrow(/policy/);
  });
});

test('a payout waits for its money until the provider lists it, and is then made', async () => {
  const { ref } = await world.create();
  const fact = bankTransfer({ memo: ref, amount: PRICE, reference: `late-${n}`, paidAt: world.clock.now() });
  await recordPayment(world.worker, fact);
  world.log.length = 0;
  await settle(world, 3);
  expect(await waitsOf(ref)).toEqual([['queued', 'confirmation']]);
  expect(world.log.filter((line) => line.endsWith(' payout waits'))).toHaveLength(1);
  world.bank.received.push(fact);
  await settle(world, 10);
  expect((await world.order(ref)).status).toBe('delivered');
  expect(await waitsOf(ref)).toEqual([['settled', null]]);
});

describe('a payment that is confirmed', () => {
  const factOf = (ref: string) => bankTransfer({ memo: ref, amount: PRICE, reference: `wakes-${n}`, paidAt: world.clock.now() });

  test('makes the payout that waits for it due at once', async () => {
    const { ref } = await world.create();
    const fact = factOf(ref);
    await recordPayment(world.worker, fact);
    await settle(world, 3);
    // Postponed from now on.
    await sendPayouts(world.signer);
    expect(await waitsOf(ref)).toEqual([['queued', 'confirmation']]);
    await storeFirstHand(world.signer, [fact]);
    const before = sent();
    await sendPayouts(world.signer);
    expect(sent()).toBe(before + 1);
    await settle(world);
  });

  test('leaves a payout alone that somebody has dealt with meanwhile', async () => {
    const { ref } = await world.create();
    const fact = factOf(ref);
    await recordPayment(world.worker, fact);
    await settle(world, 3);
    expect(await waitsOf(ref)).toEqual([['queued', 'confirmation']]);
    const { id } = await world.order(ref);
    const [before] = await readPayoutsOf(world.owner, id);
    const other = world.owner.em.fork();
    await other.begin();
    await other.execute('set local session_replication_role = replica');
    await other.execute(`update payout set waits_for = 'approval', version = version + 1 where order_id = '${id}'`);
    const stored = storeFirstHand(world.signer, [fact]);
    const isBlocked = async () =>
      (await world.database.query('select 1 from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0'))
        .length > 0;
    while (!(await isBlocked())) await new Promise((resolve) => setTimeout(resolve, 5));
    await other.commit();
    await stored;
    expect(await readPayoutsOf(world.owner, id)).toMatchObject([{ waitsFor: 'approval', version: (before?.version ?? 0) + 1 }]);
    await world.database.query('set session_replication_role = replica');
    await world.database.query(`update payout set waits_for = 'confirmation' where order_id = $1`, [id]);
    await world.database.query('set session_replication_role = origin');
    await settle(world);
  });

  test.each([1, 2])('after look %i at its payout has missed it, is paid out in the same run', async (missing) => {
    const { ref } = await world.create();
    const fact = factOf(ref);
    await recordPayment(world.worker, fact);
    await matchPayments(world.worker);
    await startPayouts(world.worker);
    const { id } = await world.order(ref);
    let looks = 0;
    const readOrder: ObligationReader = async (ctx, payout) => {
      const obligation = await readOrderObligation(ctx, payout);
      const validate = async (one: Payout) => {
        const objection = await obligation?.validate(one);
        if (one.orderId === id) looks += 1;
        if (looks === missing) await storeFirstHand(world.signer, [fact]);
        return objection ?? null;
      };
      return obligation && { ...obligation, validate };
    };
    const before = sent();
    await sendPayouts({ ...world.signer, obligations: new Map([['order', readOrder]]) });
    expect(looks).toBe(missing + 1);
    expect(sent()).toBe(before + 1);
    await settle(world);
  });

  test('is in the signer’s reading before it is journalled, where a webhook told of it', async () => {
    const { ref } = await world.create();
    const fact = factOf(ref);
    world.bank.received.push(fact);
    const [reader] = createFirstHandReaders(world.signer, 'bank');
    await reader?.run();
    expect(await readFirstHandPayments(world.owner, [fact])).toEqual([]);
    reader?.hint();
    await reader?.run();
    expect(await readFirstHandPayments(world.owner, [fact])).toMatchObject([{ memo: ref, use: null }]);
  });
});

test('a row that the database rejects costs no other its confirmation', async () => {
  const { ref } = await world.create();
  const fact = bankTransfer({ memo: ref, amount: PRICE, reference: `beside-${n}`, paidAt: world.clock.now() });
  world.bank.received.push({ ...fact, reference: `bad-${n}`, memo: 'a\u0000b' }, fact);
  await recordPayment(world.worker, fact);
  await settle(world);
  expect((await world.order(ref)).status).toBe('delivered');
});

test('a page that cannot be stored for another reason fails whole, and is stored when it is read again', async () => {
  const facts = ['one', 'two'].map((name) =>
    bankTransfer({ memo: 'nobody', amount: PRICE, reference: `FT-${name}-whole`, sourceId: `${name}-whole` }),
  );
  const stored = async () => (await world.database.query("select 1 from first_hand_payment where reference like 'FT-%-whole'")).length;
  await world.database.query(
    "create function fail() returns trigger language plpgsql as $$ begin if new.reference = 'FT-two-whole' then raise exception 'broken'; end if; return new; end $$",
  );
  await world.database.query('create trigger zz_fail before insert on first_hand_payment for each row execute function fail()');
  await expect(storeFirstHand(world.signer, facts)).rejects.toThrow('broken');
  expect(await stored()).toBe(0);
  await world.database.query('drop trigger zz_fail on first_hand_payment; drop function fail');
  await storeFirstHand(world.signer, facts);
  expect(await stored()).toBe(2);
});

describe('money of one order pays for no other:', () => {
  async function paidWith(memo: string, amount = PRICE): Promise<string> {
    const reference = `FT-${randomUUID()}`;
    await world.record(world.worker, bankTransfer({ memo, amount, reference, paidAt: world.clock.now() }));
    const [row] = await world.database.query('select id from payment where reference = $1', [reference]);
    return String(row?.id);
  }

  /** Past the database's guards, which refuse most of this to the worker's login. */
  async function giveTo(paymentId: string, ref: string): Promise<void> {
    await world.database.query('set session_replication_role = replica');
    await world.database.query(
      `update payment set order_id = (select id from orders where ref = '${ref}'), state = 'matched', version = version + 1 where id = '${paymentId}';
       update orders set status = 'paid', amount_paid = amount_sent, paid_at = created_at, version = version + 1 where ref = '${ref}'`,
    );
    await world.database.query('set session_replication_role = origin');
  }

  /** Undoes in the books what the forger left there, so that the others of this file can be checked. */
  async function undo(paymentId: string, ref: string): Promise<void> {
    await world.database.query('set session_replication_role = replica');
    await world.database.query(
      `update orders set status = 'cancelled', amount_paid = 0, holding = 0 where ref = '${ref}';
       update payment set order_id = null, state = 'case' where id = '${paymentId}'`,
    );
    await world.database.query(
      `with p as (insert into posting (id, kind, order_id, at) select gen_random_uuid(), 'release', id, created_at from orders where ref = '${ref}' returning id, order_id)
       insert into entry (posting_id, account_id, amount)
       select p.id, a.id, case a.name when 'rail:pm' then o.held else -o.held end from p join orders o on o.id = p.order_id join account a on a.name in ('rail:pm', 'held:pm')
       where coalesce((select sum(e.amount) from posting h join entry e on e.posting_id = h.id join account b on b.id = e.account_id where h.order_id = o.id and b.name = 'held:pm'), 0) = o.held`,
    );
    await world.database.query(
      `update account a set balance = (select coalesce(sum(amount), 0) from entry e where e.account_id = a.id);
       set session_replication_role = origin`,
    );
  }

  /** Gives an order a payment that is not its own: the signer says so, and pays nothing out. */
  async function expectRefused(paymentId: string, ref: string): Promise<void> {
    const { id } = await world.order(ref);
    const [before, told] = [sent(), world.errors.length];
    await giveTo(paymentId, ref);
    await settle(world);
    expect(sent()).toBe(before);
    const refusal = { obligation: `order:${id}`, reason: `payment ${paymentId} is not of this order` };
    expect(world.errors.slice(told)).toContainEqual(expect.objectContaining(refusal));
    await undo(paymentId, ref);
  }

  test('a payment with another order’s reference', async () => {
    const [mine, theirs] = [await world.create(), await world.create()];
    await expectRefused(await paidWith(theirs.ref), mine.ref);
  });

  test('a payment with the reference of an order of days ago, although the declared sender paid the exact amount', async () => {
    const sender = '0011007654321';
    const theirs = await world.create();
    // Longer than an order is a rival for money that may be meant for it.
    world.clock.advance(49 * HOUR_MS);
    const mine = await world.create({ sender, senderBank: 'vcb', quantity: '88' });
    const { amountSent } = await world.order(mine.ref);
    world.clock.advance(MINUTE_MS);
    await expectRefused(await paidWith(`${theirs.ref} CT tu ${sender} NGUYEN VAN A`, amountSent), mine.ref);
  });

  test.each([
    ['a word of the bank’s text', 'CHUYEN'],
    ['one of several accounts in the bank’s text', '0900000001'],
  ])('a payment of another by a sender declared as %s', async (_, sender) => {
    const mine = await world.create({ sender, senderBank: 'tcb' });
    const paymentId = await paidWith('CHUYEN TIEN CT tu 0011001234567 NGUYEN VAN A toi 0011004567890 CONG TY DT 0900000001');
    await expectRefused(paymentId, mine.ref);
  });

  describe('a payment that names no order, by an account that a thief has declared:', () => {
    const DECLARED = { sender: '0011007654321', senderBank: 'vcb' };
    let quantity = 70;

    /** Two orders of one amount, the second of which the worker's login gives the first one's money. */
    async function expectNotRobbed(ofVictim: object, hide: (victim: string, paymentId: string) => Promise<unknown> = async () => {}) {
      quantity += 1;
      const victim = await world.create({ ...ofVictim, quantity: `${quantity}` });
      const thief = await world.create({ ...DECLARED, quantity: `${quantity}` });
      const { amountSent } = await world.order(thief.ref);
      world.clock.advance(MINUTE_MS);
      const paymentId = await paidWith(`CHUYEN TIEN CT tu ${DECLARED.sender} NGUYEN VAN A`, amountSent);
      await hide(victim.ref, paymentId);
      await expectRefused(paymentId, thief.ref);
      await undo(paymentId, victim.ref);
    }

    test('of which the memo is the reference of another order, with two characters wrong', async () => {
      const victim = await world.create({ sender: '0011009999999', senderBank: 'vcb', quantity: '95' });
      const thief = await world.create({ ...DECLARED, quantity: '96' });
      const { amountSent } = await world.order(thief.ref);
      world.clock.advance(MINUTE_MS);
      const mistyped = `${victim.ref.slice(0, -2)}--`;
      const paymentId = await paidWith(`CHUYEN TIEN ${mistyped} CT tu ${DECLARED.sender} NGUYEN VAN A`, amountSent);
      await expectRefused(paymentId, thief.ref);
    });

    const asWorker = (set: string) => (ref: string) =>
      world.database.query(`update orders set version = version + 1, ${set} where ref = $1`, [ref], 'quydoi_worker');
    const abandon = asWorker("status = 'cancelled', reason = 'abandoned', final_at = now() - interval '3 days'");
    const reprice = asWorker("status = 'paid', amount_paid = 1, amount_sent = 1, paid_at = now()");

    test.each([
      ['which another order has declared too', DECLARED, undefined],
      ['while another order of the amount declares nobody', {}, undefined],
      ['whose order the worker’s login has ended', DECLARED, abandon],
      ['whose order the worker’s login has given another price', DECLARED, reprice],
    ])('%s', async (_, ofVictim, hide) => {
      await expectNotRobbed(ofVictim, hide);
    });

    test('whose order is said to be paid by the signer’s login alone', async () => {
      const hide = async (ref: string) => {
        const other = await paidWith('CHUYEN TIEN', 5n);
        await world.database.query(
          `insert into payment_use (network, source, source_id, payment_id, order_id, at, code)
           select f.network, f.source, f.source_id, p.id, o.id, f.read_at, f.code
           from payment p join first_hand_payment f on f.network = p.network and f.reference = p.reference, orders o where p.id = $1 and o.ref = $2`,
          [other, ref],
          'quydoi_signer',
        );
      };
      await expectNotRobbed(DECLARED, hide);
    });
  });

  test('a payment that has paid for an order before', async () => {
    const [first, second] = [await world.create(), await world.create()];
    await world.pay(first.ref, PRICE);
    await settle(world);
    expect((await world.order(first.ref)).status).toBe('delivered');
    const [row] = await world.database.query('select p.id from payment p join orders o on o.id = p.order_id where o.ref = $1', [first.ref]);
    const before = sent();
    await giveTo(String(row?.id), second.ref);
    await settle(world);
    expect(sent()).toBe(before);
    await undo(String(row?.id), second.ref);
    await world.database.query('set session_replication_role = replica');
    await world.database.query(
      `update payment set state = 'matched', order_id = (select id from orders where ref = '${first.ref}') where id = '${row?.id}'`,
    );
    await world.database.query('set session_replication_role = origin');
  });

  test('a payment that is taken for the order with the signer’s login, and not by the signer', async () => {
    const [mine, theirs] = [await world.create(), await world.create()];
    const paymentId = await paidWith(theirs.ref);
    const before = sent();
    await world.database.query(
      `insert into payment_use (network, source, source_id, payment_id, order_id, at, code)
       select f.network, f.source, f.source_id, p.id, o.id, f.read_at, f.code
       from payment p join first_hand_payment f on f.network = p.network and f.reference = p.reference, orders o where p.id = $1 and o.ref = $2`,
      [paymentId, mine.ref],
      'quydoi_signer',
    );
    await giveTo(paymentId, mine.ref);
    await settle(world);
    expect(sent()).toBe(before);
    expect(world.log.some((line) => line.includes('and not by this role'))).toBe(true);
    await undo(paymentId, mine.ref);
  });

  test.each([
    ['another order: it pays for that one only', true],
    ['the same order: it is paid out', false],
  ])('a payment that another signer takes at the same moment for %s', async (_, isForOther) => {
    const [mine, other] = [await world.create(), await world.create()];
    const fact = bankTransfer({ memo: mine.ref, amount: PRICE, reference: `raced-${randomUUID()}`, paidAt: world.clock.now() });
    await world.record(world.worker, fact);
    const [row] = await world.database.query('select id from payment where reference = $1', [fact.reference]);
    const { id: orderId } = await world.order(isForOther ? other.ref : mine.ref);
    const [record] = await readFirstHandPayments(world.owner, [fact]);
    const code = record && useCodeOf(world.signer, record, { paymentId: String(row?.id), orderId });
    await world.database.query(
      `create function take_first() returns trigger language plpgsql as $$ begin
         if pg_trigger_depth() = 1 then
           insert into payment_use (network, source, source_id, payment_id, order_id, at, code)
           values (new.network, new.source, new.source_id, new.payment_id, '${orderId}', new.at, '${code}');
         end if;
         return new;
       end $$;
       create trigger take_first before insert on payment_use for each row execute function take_first()`,
    );
    const before = sent();
    await settle(world);
    await world.database.query('drop trigger take_first on payment_use; drop function take_first');
    expect(sent() - before).toBe(isForOther ? 0 : 1);
    expect(await world.order(mine.ref)).toMatchObject(isForOther ? { status: 'error', reason: 'payout_refused' } : { status: 'delivered' });
  });

  test('the same transfer under two rows', async () => {
    const [first, second] = [await world.create(), await world.create()];
    const memo = `${first.ref} ${second.ref}`;
    const fact = bankTransfer({ memo: first.ref, amount: PRICE, reference: `twice-${n}`, paidAt: world.clock.now() });
    await world.record(world.worker, fact);
    await recordPayment(world.worker, { ...fact, memo: second.ref, reference: `twice-${n} `, sourceId: memo });
    const before = sent();
    await settle(world);
    expect(sent()).toBe(before + 1);
    expect(await waitsOf(second.ref)).toEqual([['queued', 'confirmation']]);
  });
});

describe('what the signer’s login alone writes is no evidence:', () => {
  const forged = (text: string, values: readonly unknown[] = []) => world.database.query(text, values, 'quydoi_signer');

  /** An order as web’s login could have written it, without the site. */
  async function plantedOrder(): Promise<{ ref: string; id: string }> {
    const { ref } = await world.create();
    const { id } = await world.order(ref);
    await world.database.query('set session_replication_role = replica');
    await world.database.query(`update orders set proof = 'forged' where id = $1`, [id]);
    await world.database.query('set session_replication_role = origin');
    return { ref, id };
  }

  /** A wallet transfer as the signer’s login could record it: read at first hand, journalled, and posted. */
  async function forgeTransfer(memo: string, sourceId: string): Promise<void> {
    const payment = randomUUID();
    const posting = randomUUID();
    const at = world.clock.now();
    await forged(
      `insert into first_hand_payment (network, source, source_id, account, reference, unit, amount, memo, payer, paid_at, read_at, code, words_code)
       values ('perfect-money', 'pm-history', $1, $2, $1, 'pm', 10000, $3, 'U7654321', $4, $4, 'forged', 'forged')`,
      [sourceId, OWN_WALLET, memo, at],
    );
    await forged(
      `insert into payment (id, version, network, account, reference, unit, amount, memo, payer, paid_at, confirmed, state, recorded_at)
       values ($1, 1, 'perfect-money', $2, $3, 'pm', 10000, $4, 'U7654321', $5, true, 'unmatched', $5)`,
      [payment, OWN_WALLET, sourceId, memo, at],
    );
    await forged(`insert into sighting (source, source_id, payment_id, at) values ('pm-history', $1, $2, $3)`, [sourceId, payment, at]);
    await forged('begin');
    await forged(`insert into posting (id, kind, at) values ($1, 'payment', $2)`, [posting, at]);
    await forged(
      `insert into entry (posting_id, account_id, amount)
       select $1, id, case name when 'rail:pm' then 10000 else -10000 end from account where name in ('rail:pm', 'suspense:perfect-money:pm')`,
      [posting],
    );
    await forged('commit');
  }

  const isAlarmed = () => world.log.some((line) => line.includes('and not by this role'));

  beforeEach(() => {
    world.log.length = 0;
  });

  test('a payment that never was is not paid out, and raises an alarm', async () => {
    const { ref } = await world.create(SELL_100_PM);
    const before = sent();
    await forgeTransfer(ref, `79999999${n}`);
    await settle(world, 5);
    expect(sent()).toBe(before);
    expect(await waitsOf(ref)).toEqual([['queued', 'confirmation']]);
    expect(isAlarmed()).toBe(true);
  });

  test('the codes of a true reading make no other row true', async () => {
    const [theirs, mine] = [await world.create(SELL_100_PM), await world.create(SELL_100_PM)];
    await world.record(world.signer, walletTransfer({ memo: theirs.ref, amount: 100_00n, reference: `7100${n}` }));
    await settle(world);
    const before = sent();
    await forgeTransfer(mine.ref, `7200${n}`);
    const columns = 'account, reference, unit, amount, memo, payer, paid_at, read_at, code, words_code';
    await forged(
      `insert into first_hand_payment (network, source, source_id, reading, ${columns})
       select network, source, $1, 2, ${columns.replace('reference', '$1').replace('memo', '$3')} from first_hand_payment where source_id = $2`,
      [`7200${n}`, `7100${n}`, mine.ref],
    );
    await settle(world, 5);
    expect(sent()).toBe(before);
  });

  test('a true payment is read and paid although its place was taken before', async () => {
    const { ref } = await world.create(SELL_100_PM);
    const reference = `7400${n}`;
    await forged(
      `insert into first_hand_payment (network, source, source_id, account, reference, unit, amount, memo, payer, paid_at, read_at, code, words_code)
       values ('perfect-money', $4, $1 || ' 10000', $2, 'another', 'pm', 10000, 'of nobody', null, $3, $3, 'forged', 'forged')`,
      [reference, OWN_WALLET, world.clock.now(), OWN_READING],
    );
    await world.record(world.signer, walletTransfer({ memo: ref, amount: 100_00n, reference }));
    expect(isAlarmed()).toBe(true);
    await settle(world);
    expect((await world.order(ref)).status).toBe('delivered');
  });

  test('a true payment whose place was taken before still tells of an order that the site has not made', async () => {
    const { ref, id } = await plantedOrder();
    const fact = bankTransfer({ memo: ref, amount: PRICE, reference: `planted-${n}`, sourceId: `planted-${n}`, paidAt: world.clock.now() });
    await forged(
      `insert into first_hand_payment (network, source, source_id, account, reference, unit, amount, memo, payer, paid_at, read_at, code, words_code)
       values ('bank', $1, $2, $3, $4, 'vnd', $5, 'of nobody', null, $6, $6, 'forged', 'forged')`,
      [fact.source, fact.sourceId, fact.account, fact.reference, String(PRICE), fact.paidAt],
    );
    world.errors.length = 0;
    await storeFirstHand(world.signer, [fact]);
    expect(world.errors).toContainEqual({ order: id });
  });

  test('beside a payment that the database rejects, another still tells of an order that the site has not made', async () => {
    const { ref, id } = await plantedOrder();
    const set = (name: string, memo: string) => ({
      memo,
      amount: PRICE,
      reference: `${name}-${n}`,
      sourceId: `${name}-${n}`,
      paidAt: world.clock.now(),
    });
    world.errors.length = 0;
    await storeFirstHand(world.signer, [bankTransfer(set('rejected', 'no text has \u0000')), bankTransfer(set('planted', ref))]);
    expect(world.errors).toContainEqual({ order: id });
  });

  test('a memo that was told later still tells of an order that the site has not made, once', async () => {
    const { ref, id } = await plantedOrder();
    const fact = bankTransfer({ memo: '', amount: PRICE, reference: `planted-${n}`, sourceId: `planted-${n}`, paidAt: world.clock.now() });
    world.errors.length = 0;
    await storeFirstHand(world.signer, [fact]);
    expect(world.errors).toEqual([]);
    for (let readings = 0; readings < 2; readings += 1) await storeFirstHand(world.signer, [{ ...fact, memo: ref }]);
    expect(world.errors).toEqual([{ order: id }]);
  });
});

test('an operator may give a payment to an order that its memo does not name', async () => {
  const { ref } = await world.create();
  const reference = `unnamed-${n}`;
  await world.record(world.worker, bankTransfer({ memo: 'for my friend', amount: PRICE, reference, paidAt: world.clock.now() }));
  await matchPayments(world.worker);
  const [row] = await world.database.query('select id, state from payment where reference = $1', [reference]);
  expect(row?.state).toBe('case');
  await bindOperations(world.operator).attachPayment(LAN, { id: String(row?.id), ref, note: 'called us' });
  await settle(world);
  expect((await world.order(ref)).status).toBe('delivered');
});

describe('a payment whose memo names another order', () => {
  const minh = operatorCaller('minh');
  const operations = () => bindOperations(world.operator);

  /** Money in the inbox whose memo the journal lacks, and the list tells as `memo`. */
  async function lost(memo: string): Promise<{ readonly id: string; readonly list: () => void }> {
    const fact = bankTransfer({ memo: '', amount: PRICE, reference: `meant-${randomUUID()}`, paidAt: world.clock.now() });
    await recordPayment(world.worker, fact);
    await matchPayments(world.worker);
    const [row] = await world.database.query('select id from payment where reference = $1', [fact.reference]);
    return { id: String(row?.id), list: () => world.bank.received.push({ ...fact, memo }) };
  }

  async function payoutOf(ref: string): Promise<string> {
    const [payout] = await readPayoutsOf(world.owner, (await world.order(ref)).id);
    return payout?.id ?? '';
  }

  test('is given away by two operators, not by one', async () => {
    const [theirs, mine] = [await world.create(), await world.create()];
    const { id, list } = await lost(theirs.ref);
    list();
    await readFirstHand(world.signer, 'bank');
    const answer = await operations().attachPayment(LAN, { id, ref: mine.ref, note: 'called us' });
    expect(answer).toMatchObject({ done: false });
    await settle(world, 3);
    expect((await world.order(mine.ref)).amountPaid).toBe(0n);
    await operations().confirmAct(minh, { id: 'proposal' in answer ? (answer.proposal ?? '') : '' });
    await settle(world, 3);
    expect((await world.order(mine.ref)).status).toBe('delivered');
  });

  test('and was given away before the memo was told, is not paid out until a second operator approves it', async () => {
    const [theirs, mine] = [await world.create(), await world.create()];
    const { id, list } = await lost(theirs.ref);
    expect(await operations().attachPayment(LAN, { id, ref: mine.ref, note: 'called us' })).toEqual({ done: true });
    list();
    await settle(world, 3);
    expect(await waitsOf(mine.ref)).toEqual([['queued', 'approval']]);
    const { items } = await operations().listAttention(LAN, { limit: 1_000 });
    expect(items.find(({ ref }) => ref === mine.ref)).toMatchObject({ need: 'approval', cause: expect.stringContaining(`order ${theirs.ref}`) });
    const payout = await payoutOf(mine.ref);
    await operations().approvePayout(LAN, { payout, note: 'it is right' });
    await settle(world, 3);
    expect(await waitsOf(mine.ref)).toEqual([['queued', 'approval']]);
    // What the second operator decides about the order's other money approves nothing.
    const other = await lost('');
    await operations().attachPayment(minh, { id: other.id, ref: mine.ref, note: 'paid twice' });
    await settle(world);
    expect(await waitsOf(mine.ref)).toEqual([['queued', 'approval']]);
    await operations().approvePayout(minh, { payout, note: 'their receipt seen' });
    await settle(world, 3);
    expect((await world.order(mine.ref)).status).toBe('delivered');
  });

  test('is given away by two operators, not by one, also where that order is to be paid on another network', async () => {
    const [theirs, mine] = [await world.create(SELL_100_PM), await world.create()];
    const { id, list } = await lost(theirs.ref);
    list();
    await readFirstHand(world.signer, 'bank');
    const answer = await operations().attachPayment(LAN, { id, ref: mine.ref, note: 'called us' });
    expect(answer).toMatchObject({ done: false });
    await operations().confirmAct(minh, { id: 'proposal' in answer ? (answer.proposal ?? '') : '' });
    await settle(world, 3);
    expect((await world.order(mine.ref)).status).toBe('delivered');
  });

  test('of the same customer, which is to be paid on another network, is given to the customer’s other order by one operator', async () => {
    const caller = { deviceId: 'pays on the wrong network' };
    const [wrong, right] = [await world.create(SELL_100_PM, caller), await world.create({}, caller)];
    const { id, list } = await lost(wrong.ref);
    list();
    await readFirstHand(world.signer, 'bank');
    expect(await operations().attachPayment(LAN, { id, ref: right.ref, note: 'called us' })).toEqual({ done: true });
    await settle(world, 3);
    expect((await world.order(right.ref)).status).toBe('delivered');
  });

  test('is no other’s once that order was paid by another payment', async () => {
    const [theirs, mine] = [await world.create(), await world.create()];
    await world.pay(theirs.ref, PRICE);
    await settle(world, 3);
    expect((await world.order(theirs.ref)).status).toBe('delivered');
    const { id, list } = await lost(theirs.ref);
    list();
    await readFirstHand(world.signer, 'bank');
    expect(await operations().attachPayment(LAN, { id, ref: mine.ref, note: 'their second order, with the first one’s memo' })).toEqual({
      done: true,
    });
    await settle(world, 3);
    expect((await world.order(mine.ref)).status).toBe('delivered');
  });

  test('that the site has not made delays no payout', async () => {
    const [planted, mine] = [await world.create(), await world.create()];
    const { id, list } = await lost(planted.ref);
    await operations().attachPayment(LAN, { id, ref: mine.ref, note: 'called us' });
    await world.database.query('set session_replication_role = replica');
    await world.database.query(`update orders set proof = repeat('0', 32) where ref = $1`, [planted.ref]);
    await world.database.query('set session_replication_role = origin');
    list();
    await settle(world, 3);
    expect((await world.order(mine.ref)).status).toBe('delivered');
  });
});

test('a payment that came in behind the cursor of the signer’s list is found when that time is read again, after three looks', async () => {
  world.clock.advance(HOUR_MS);
  const { ref } = await world.create();
  const fact = bankTransfer({
    memo: ref,
    amount: PRICE,
    reference: `behind-${n}`,
    source: 'sepay-list',
    sourceId: `behind-${n}`,
    paidAt: world.clock.now(),
  });
  const again: Date[] = [];
  const source: ListSource = {
    kind: 'list',
    name: 'sepay-list',
    pollMs: 1_000,
    read: async (cursor) => ({ facts: cursor === 'again' ? [fact] : [], cursor: 'since', more: false }),
    readAgain(_cursor, from) {
      again.push(from);
      return 'again';
    },
  };
  const rails = new Map([...world.signer.rails, ['bank', { code: 'bank', firstHand: { by: 'list', source } } satisfies Rail] as const]);
  const [reader] = createFirstHandReaders({ ...world.signer, rails }, 'bank');
  await recordPayment(world.worker, fact);
  await matchPayments(world.worker);
  for (let looks = 0; looks < 3; looks += 1) await reader?.run();
  expect(again).toEqual([]);
  await reader?.run();
  expect(again).toEqual([expect.any(Date)]);
  expect(again[0]?.getTime()).toBeLessThan(fact.paidAt.getTime());
  await settle(world);
  expect((await world.order(ref)).status).toBe('delivered');
});

describe('a payment that the signer’s list shows only later, behind its cursor', () => {
  beforeEach(() => world.clock.advance(HOUR_MS));

  /** The signer’s reader, of a list that shows what is behind the cursor only when that is read again, and when it was asked to. */
  function readerOf(shown: () => PaymentFact[]) {
    const askedAt: number[] = [];
    const source: ListSource = {
      kind: 'list',
      name: 'sepay-list',
      pollMs: 1_000,
      read: async (cursor) => ({ facts: cursor === 'again' ? shown() : [], cursor: 'since', more: false }),
      readAgain() {
        askedAt.push(world.clock.now().getTime());
        return 'again';
      },
    };
    const rails = new Map([...world.signer.rails, ['bank', { code: 'bank', firstHand: { by: 'list', source } } satisfies Rail] as const]);
    const [reader] = createFirstHandReaders({ ...world.signer, rails }, 'bank');
    return { reader, askedAt };
  }

  const rowOf = (ref: string) =>
    bankTransfer({ memo: ref, amount: PRICE, reference: `shown-${n}`, source: OWN_READING, sourceId: `shown-${n}`, paidAt: world.clock.now() });

  async function pay(ref: string): Promise<PaymentFact> {
    const fact = rowOf(ref);
    await recordPayment(world.worker, fact);
    await matchPayments(world.worker);
    await startPayouts(world.worker);
    return fact;
  }

  /** Looks at the payouts, some seconds apart, each after a look at the list. */
  async function look(reader: FirstHandReader | undefined, times: number, everyMs: number): Promise<void> {
    for (let looks = 0; looks < times; looks += 1) {
      await reader?.run();
      await sendPayoutsOf(world.signer, 'perfect-money');
      world.clock.advance(everyMs);
    }
  }

  test('after a minute, has that time read again while its payout waits, which looks for it ever more rarely', async () => {
    const { ref } = await world.create();
    let isShown = false;
    const fact = await pay(ref);
    const { reader, askedAt } = readerOf(() => (isShown ? [fact] : []));
    await look(reader, 12, 5_000);
    isShown = true;
    await look(reader, 18, 5_000);
    expect(askedAt.length).toBeLessThan(6);
    expect((await readFirstHandPayments(world.owner, [fact])).length).toBe(1);
    await settle(world);
    expect((await world.order(ref)).status).toBe('delivered');
  });
});

describe('a bank’s row that gets its reference after it was journalled', () => {
  // Without a reference it could be any payment of these minutes.
  beforeEach(() => world.clock.advance(HOUR_MS));

  /** A row of the list, told without a reference at first. */
  const rowOf = (ref: string, id = `row-${n}`) =>
    bankTransfer({ memo: ref, amount: PRICE, reference: '', source: OWN_READING, sourceId: id, paidAt: world.clock.now() });

  test('is confirmed by its id', async () => {
    const { ref } = await world.create();
    const row = rowOf(ref);
    await recordPayment(world.worker, row);
    world.bank.received.push({ ...row, reference: `filled-${n}` });
    await settle(world);
    expect((await world.order(ref)).status).toBe('delivered');
  });

  test('makes the payout that waits for it due at once', async () => {
    const { ref } = await world.create();
    const row = rowOf(ref);
    await recordPayment(world.worker, row);
    await settle(world, 3);
    await sendPayouts(world.signer);
    expect(await waitsOf(ref)).toEqual([['queued', 'confirmation']]);
    await storeFirstHand(world.signer, [{ ...row, reference: `filled-${n}` }]);
    const before = sent();
    await sendPayouts(world.signer);
    expect(sent()).toBe(before + 1);
    await settle(world);
  });

  test('has it in the journal from then on, numbered among those that have it already', async () => {
    const { ref } = await world.create();
    const reference = `repeats-${n}`;
    await world.record(world.worker, bankTransfer({ memo: 'nobody', amount: 12_345n, reference, paidAt: world.clock.now() }));
    const row = rowOf(ref);
    await recordPayment(world.worker, row);
    await recordPayment(world.worker, { ...row, reference });
    await recordPayment(world.worker, { ...row, reference: 'told differently later' });
    const [journalled] = await world.database.query('select reference, occurrence from payment where memo = $1', [ref]);
    expect(journalled).toEqual({ reference, occurrence: 2 });
    const rewritten = world.worker.orm.em.getConnection().execute(`update payment set reference = 'x', version = version + 1 where memo = '${ref}'`);
    await expect(rewritten).rejects.toThrow(/used once/);
    world.bank.received.push({ ...row, reference });
    await settle(world);
    expect((await world.order(ref)).status).toBe('delivered');
  });
});

describe('a bank’s row that gets its memo after it was journalled', () => {
  const rowOf = (memo: string) =>
    bankTransfer({ memo, amount: PRICE, reference: `memo-${n}`, source: OWN_READING, sourceId: `memo-${n}`, paidAt: world.clock.now() });
  const journalled = async () => (await world.database.query('select memo, state, case_code from payment where reference = $1', [`memo-${n}`]))[0];

  test.each(['', '.', 'CT DEN:632712345678 NGUYEN VAN TEN CHUYEN TIEN'])('is paid for its order: %j before', async (before) => {
    const { ref } = await world.create();
    const row = rowOf(before);
    await recordPayment(world.worker, row);
    await storeFirstHand(world.signer, [row]);
    await settle(world, 3);
    expect(await journalled()).toEqual({ memo: before, state: 'case', case_code: 'no_order' });
    await recordPayment(world.worker, { ...row, memo: ref });
    await settle(world, 3);
    expect(await journalled()).toEqual({ memo: ref, state: 'matched', case_code: null });
    // The signer believes its own reading alone, and waits for it.
    expect((await world.order(ref)).status).not.toBe('delivered');
    expect(await waitsOf(ref)).toEqual([['queued', 'confirmation']]);
    await storeFirstHand(world.signer, [{ ...row, memo: ref }]);
    await settle(world);
    expect((await world.order(ref)).status).toBe('delivered');
    const [{ readings } = {}] = await world.database.query('select count(*)::int as readings from first_hand_payment where source_id = $1', [
      row.sourceId,
    ]);
    expect(readings).toBe(2);
  });

  test('is read again by the signer, whose payout waits for it', async () => {
    const { ref } = await world.create();
    const row = rowOf('');
    await recordPayment(world.worker, row);
    await storeFirstHand(world.signer, [row]);
    await recordPayment(world.worker, { ...row, memo: ref });
    await settle(world, 3);
    expect(await waitsOf(ref)).toEqual([['queued', 'confirmation']]);
    world.bank.received.push({ ...row, memo: ref });
    await settle(world);
    expect((await world.order(ref)).status).toBe('delivered');
  });

  test('keeps a memo that names an order, and one that an operator has dealt with', async () => {
    const [mine, theirs] = [await world.create(), await world.create()];
    const row = rowOf(mine.ref);
    await recordPayment(world.worker, row);
    await recordPayment(world.worker, { ...row, memo: theirs.ref });
    expect(await journalled()).toMatchObject({ memo: mine.ref, state: 'unmatched' });
    await matchPayments(world.worker);
    await recordPayment(world.worker, { ...row, memo: theirs.ref });
    expect(await journalled()).toMatchObject({ memo: mine.ref, state: 'matched' });
    const rewritten = world.worker.orm.em.getConnection().execute(`update payment set memo = 'x', version = version + 1 where memo = '${mine.ref}'`);
    await expect(rewritten).rejects.toThrow(/used once/);
    await settle(world);
  });

  test('keeps its first memo where the later one names no order either', async () => {
    const row = rowOf('');
    await recordPayment(world.worker, row);
    await recordPayment(world.worker, { ...row, memo: 'NGUYEN VAN TEN CHUYEN TIEN' });
    expect(await journalled()).toMatchObject({ memo: '' });
  });
});

describe('a payment that the signer cannot confirm for minutes', () => {
  const operations = () => bindOperations(world.operator);
  const itemOf = async (ref: string) => (await operations().listAttention(LAN, { limit: 1_000 })).items.find((one) => one.ref === ref);
  const alarms = async () => (await operations().listAlarms(LAN, {})).items.filter(({ kind }) => kind === 'confirmation-slow');

  async function wait(minutes: number): Promise<void> {
    for (let passed = 0; passed < minutes; passed += 1) {
      world.clock.advance(60_000);
      await sendPayouts(world.signer);
    }
  }

  test('is an alarm and stands with its cause before operators, one of whom refuses the payout and pays by hand', async () => {
    // Those of other tests wait for ever.
    await world.database.query(`update payout set waits_for = null, next_at = '9999-12-31' where waits_for is not null and state = 'queued'`);
    world.errors.splice(0);
    const { ref } = await world.create();
    await recordPayment(world.worker, bankTransfer({ memo: ref, amount: PRICE, reference: `never-${n}`, paidAt: world.clock.now() }));
    await matchPayments(world.worker);
    await startPayouts(world.worker);
    await sendPayouts(world.signer);
    await wait(4);
    expect([await itemOf(ref), await alarms(), world.errors]).toEqual([undefined, [], []]);
    await wait(2);
    const item = await itemOf(ref);
    expect(item).toMatchObject({
      need: 'confirmation',
      cause: `payment never-${n}: the signer has not found it at its provider`,
      waiting: [{ waitsFor: 'confirmation', amount: '100', currency: 'pm' }],
    });
    expect(await alarms()).toMatchObject([{ network: 'perfect-money', detail: expect.stringContaining('1 payouts wait') }]);
    const payout = item?.waiting[0]?.payout ?? '';
    expect(world.errors.splice(0)).toMatchObject([{ payout, detail: expect.stringContaining('own reading') }]);
    await wait(5);
    expect(world.errors).toEqual([]);

    await expect(operations().approvePayout(LAN, { payout, note: 'no' })).rejects.toThrow('ORDER_ACTION_NOT_ALLOWED');
    await operations().refusePayout(LAN, { payout, note: 'seen in the bank’s app' });
    expect((await world.order(ref)).status).toBe('error');
    await operations().resolveError(LAN, { ref, decision: 'by-hand', note: 'seen in the bank’s app' });
    await operations().recordManualPayout(LAN, { ref, reference: 'HAND-1', note: '' });
    expect((await world.order(ref)).status).toBe('delivered');
    expect(await alarms()).toEqual([]);
  });

  test('because the signer was told no memo of it, is said to be so', async () => {
    const { ref } = await world.create();
    const row = bankTransfer({
      memo: ref,
      amount: PRICE,
      reference: `dumb-${n}`,
      source: OWN_READING,
      sourceId: `dumb-${n}`,
      paidAt: world.clock.now(),
    });
    await recordPayment(world.worker, row);
    await matchPayments(world.worker);
    await startPayouts(world.worker);
    await storeFirstHand(world.signer, [{ ...row, memo: '' }]);
    await wait(6);
    expect((await itemOf(ref))?.cause).toBe(`payment dumb-${n}: the signer’s own reading has no memo of it yet`);
  });

  test('because its provider tells another amount now, is said to be so', async () => {
    const { ref } = await world.create();
    const row = bankTransfer({ memo: ref, amount: PRICE, reference: '', source: OWN_READING, sourceId: `row-${n}`, paidAt: world.clock.now() });
    await recordPayment(world.worker, row);
    await matchPayments(world.worker);
    await startPayouts(world.worker);
    await storeFirstHand(world.signer, [{ ...row, amount: PRICE - 1n }]);
    await wait(6);
    expect((await itemOf(ref))?.cause).toMatch(/without a reference: its provider tells another account or amount now$/);
  });
});
