import { randomUUID } from 'node:crypto';
import { applyChanges } from '@quydoi/database/apply-changes';
import { readPayoutsOf } from '@quydoi/database/repositories/payouts';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { NO_CHANGE } from '@quydoi/domain/change';
import { HOUR_MS } from '@quydoi/domain/durations';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import type { SignerCtx } from '../../src/payouts/signer.ts';
import { startPayouts } from '../../src/payouts/start-payouts.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { sendPayouts, settleAttempts } from '../../testing/network-jobs.ts';
import { openWorld, type World } from '../../testing/world.ts';

const PRICE = 2_607_975n;
/** How long an offered price is valid. */
const OFFER_MS = 180_000;
const OPERATOR = operatorCaller('lan');

let world: World;
/** The order at hand: paid, and its payout waiting for the signer. */
let ref: string;
let orderId: string;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  // From here on the owner's session is past triggers, foreign keys and checks too: it can forge what no role could.
  await world.database.query('set session_replication_role = replica');
  await world.database.query(`do $$ declare c record; begin
    for c in select conrelid::regclass as name, conname from pg_constraint where contype = 'c' and conrelid::regclass::text in ('orders', 'payout', 'payment') loop
      execute format('alter table %s drop constraint %I', c.name, c.conname);
    end loop;
  end $$`);
});
beforeEach(makeOrder);
afterEach(() => {
  world.errors.length = 0;
});
afterAll(() => world.database.close());

async function makeOrder(): Promise<void> {
  ({ ref } = await world.create());
  await world.pay(ref, PRICE);
  await matchPayments(world.worker);
  await startPayouts(world.worker);
  orderId = (await world.order(ref)).id;
}

async function forge(sql: string): Promise<void> {
  await world.database.query(sql.replaceAll('$order', `'${orderId}'`));
}

/** Lets the signer do all that it would, for hours. */
async function sign(signer: SignerCtx = world.signer): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await sendPayouts(signer);
    await settleAttempts(signer);
    world.clock.advance(HOUR_MS);
  }
}

function sent(): number {
  return world.perfectMoney.paid.length;
}

test('an unaltered payout is sent: the cases below are rejected for their forgery alone', async () => {
  const before = sent();
  await sign();
  expect(sent()).toBe(before + 1);
  expect((await world.order(ref)).status).toBe('delivered');
});

const FORGERIES: Record<string, string> = {
  'more is paid out': 'update payout set amount = amount + 1 where order_id = $order',
  'less is paid out': 'update payout set amount = amount - 1 where order_id = $order',
  'more is paid out, by order and payout': `update payout set amount = 20000 where order_id = $order; update orders set amount_received = 20000, held = 20100, holding = 20100 where id = $order`,
  'everything but the money is doubled': `update payout set amount = 20000 where order_id = $order;
    update orders set quantity = 20000, amount_received = 20000, amount_sent = 5215950, amount_paid = 5215950, fee_exchange = 100, held = 20100, holding = 20100 where id = $order`,
  'another destination': `update payout set destination = 'U9999999' where order_id = $order`,
  'another bank': `update payout set destination_bank = 'vcb' where order_id = $order`,
  'our own wallet': `update payout set destination = 'U1000001' where order_id = $order; update orders set destination = 'U1000001' where id = $order`,
  'another reserve': `update payout set reserve = 'vnd' where order_id = $order; update orders set reserve = 'vnd' where id = $order`,
  'another currency out of the same wallet': `update orders set to_currency = 'e-voucher' where id = $order`,
  'another currency of another wallet': `update orders set to_currency = 'wmz' where id = $order`,
  'a swap': `update orders set kind = 'ex', from_currency = 'trc20' where id = $order`,
  'a sale for another currency, which the price of dong would make thousandfold': `
    update orders set kind = 'sell', from_currency = 'wmz', rate = 25200000000000000, quantity = 1, amount_sent = 1, amount_paid = 1, amount_received = 25200,
      fee_exchange = 0, cash_fee = 0, held = 30000, holding = 30000, rate_version = (select max(version) from setting where kind = 'sell' and key = 'wmz') where id = $order;
    update payment set amount = 1, unit = 'wmz', network = 'webmoney' where order_id = $order;
    update payout set amount = 25200 where order_id = $order;
    update entry set amount = sign(amount) * 30000 where posting_id in (select id from posting where order_id = $order and kind = 'hold')`,
  'a refund': `update payout set obligation_kind = 'refund' where order_id = $order`,
  'the return of a payment': `update payout set obligation_kind = 'return' where order_id = $order`,
  'an obligation that the signer does not know': `update payout set obligation_kind = 'gift' where order_id = $order`,
  'a transfer that an operator made': `update payout set made_by = 'operator' where order_id = $order`,
  'another currency of the payout alone': `update payout set currency = 'e-voucher' where order_id = $order`,
  'a better rate': 'update orders set rate = rate - 1 where id = $order',
  'a better rate with the price that follows': `update orders set rate = 1000000000000, amount_sent = 101, amount_paid = 101 where id = $order; update payment set amount = 101 where order_id = $order`,
  'the rate of another currency': `update orders set rate_version = (select max(version) from setting where kind = 'buy' and key = 'wmz') where id = $order`,
  'the rate of the other direction': `update orders set rate_version = (select max(version) from setting where kind = 'sell' and key = 'pm') where id = $order`,
  'a version that is no rate': `update orders set rate_version = (select max(version) from setting where kind = 'site') where id = $order`,
  'a version that does not exist': 'update orders set rate_version = 999999 where id = $order',
  'a smaller fee shown': 'update orders set fee_exchange = 0 where id = $order',
  'no payment at all': 'delete from payment where order_id = $order',
  'a payment that is not matched': `update payment set state = 'unmatched' where order_id = $order`,
  'a payment that is a case': `update payment set state = 'case' where order_id = $order`,
  'a payment of another order': 'update payment set order_id = (select id from orders where id <> $order limit 1) where order_id = $order',
  'a payment that can still be undone': 'update payment set confirmed = false where order_id = $order',
  'a payment that is too small': 'update payment set amount = amount - 1 where order_id = $order',
  'a payment in another unit': `update payment set unit = 'pm' where order_id = $order`,
  'a payment that a return gives back': `
    insert into payout (id, version, obligation_kind, obligation_id, order_id, seq, part, parts, network, reserve, currency, amount, held, fee, destination, made_by, state, tries, next_at, created_at)
      select gen_random_uuid(), 1, 'return', id, order_id, 1, 1, 1, 'bank', 'vnd', 'vnd', amount, 0, 0, '0011001234567', 'system', 'settled', 1, now(), now() from payment where order_id = $order`,
  'an order that was given back in full, and counts as if it had not been': `
    insert into payout (id, version, obligation_kind, obligation_id, order_id, seq, part, parts, network, reserve, currency, amount, held, fee, destination, made_by, state, tries, next_at, created_at)
      select gen_random_uuid(), 1, 'refund', id, id, 1, 1, 1, 'bank', 'vnd', 'vnd', amount_paid, 0, 0, '0011001234567', 'system', 'settled', 1, now(), now() from orders where id = $order`,
  'an order that does not count its money': 'update orders set amount_paid = 0 where id = $order',
  'an order that counts too much': 'update orders set amount_paid = amount_paid + 1 where id = $order',
  'an order that holds nothing': 'update orders set holding = 0 where id = $order',
  'an order that holds too little': 'update orders set holding = amount_received, held = amount_received where id = $order',
  'a hold that only the order knows of': `delete from entry where posting_id in (select id from posting where order_id = $order and kind = 'hold');
    delete from posting where order_id = $order and kind = 'hold'`,
  'a hold that was given back': `insert into posting (id, kind, order_id, at) values (md5('release' || $order)::uuid, 'release', $order, now());
    insert into entry (posting_id, account_id, amount) select md5('release' || $order)::uuid, id, case name when 'held:pm' then -10050 else 10050 end from account where name in ('held:pm', 'rail:pm')`,
  'a hold of another reserve': `update entry set account_id = (select id from account where name = 'held:wmz') where account_id = (select id from account where name = 'held:pm') and posting_id in (select id from posting where order_id = $order)`,
};

describe('forgeries by a compromised web or worker are never sent:', () => {
  test.each(Object.entries(FORGERIES))('%s', async (_, sql) => {
    const before = sent();
    await forge(sql);
    await sign();
    expect(sent()).toBe(before);
    expect(world.errors.length).toBeGreaterThan(0);
  });

  test('a version that does not exist: refused, and not tried again', async () => {
    await forge('update orders set rate_version = 999999 where id = $order');
    await sign();
    expect(await world.order(ref)).toMatchObject({ status: 'error', reason: 'payout_refused' });
  });

  test.each(['pending', 'verifying_transaction', 'paid', 'waitingotp', 'error', 'ERROR_EVOUCHER', 'handmake', 'delivered', 'cancelled', 'forged'])(
    'an order that is %s; and it stays as it is',
    async (status) => {
      const before = sent();
      await forge(`update orders set status = '${status}' where id = $order`);
      await sign();
      expect(sent()).toBe(before);
      expect((await world.order(ref)).status).toBe(status);
      expect((await readPayoutsOf(world.signer.orm, orderId)).map(({ state }) => state)).toEqual(['failed']);
    },
  );

  test('a payout row for an unpaid order', async () => {
    const before = sent();
    const unpaid = await world.order((await world.create()).ref);
    await forge(`update payout set order_id = '${unpaid.id}', obligation_id = '${unpaid.id}' where order_id = $order`);
    await sign();
    expect(sent()).toBe(before);
    expect((await world.order(unpaid.ref)).status).toBe('pending');
  });

  test('a second payout of an order whose payout is in progress or settled', async () => {
    const before = sent();
    const copy = `insert into payout (id, version, obligation_kind, obligation_id, order_id, seq, part, parts, network, reserve, currency, amount, held, fee, destination, made_by, state, tries, next_at, created_at)
      select md5(id::text)::uuid, version, 'refund', order_id, order_id, seq, 1, 1, network, reserve, currency, amount, 0, 0, destination, made_by, state, tries, next_at, created_at from payout where order_id = $order`;
    await forge(copy);
    await sign();
    expect(sent()).toBe(before + 1);
    expect((await world.order(ref)).status).toBe('delivered');
    await forge(`update payout set state = 'queued' where order_id = $order and obligation_kind = 'refund'`);
    await sign();
    expect(sent()).toBe(before + 1);
    expect((await world.order(ref)).status).toBe('delivered');
  });

  test('an amount above the signer’s limit, or a reserve without a cap', async () => {
    const before = sent();
    await sign({ ...world.signer, payoutLimits: new Map([['pm', 99_99n]]) });
    expect(await world.order(ref)).toMatchObject({ status: 'error', reason: 'payout_refused' });
    await makeOrder();
    await sign({ ...world.signer, payoutLimits: new Map([['wmz', 500_000n]]) });
    expect((await world.order(ref)).status).toBe('error');
    expect(sent()).toBe(before);
    await makeOrder();
    await sign({ ...world.signer, payoutLimits: new Map([['pm', 100_00n]]) });
    expect((await world.order(ref)).status).toBe('delivered');
  });

  test('a payout on another network, also if the signer has its credentials', async () => {
    const before = sent();
    await bindOperations(world.operator).setRail(OPERATOR, { network: 'webmoney', on: true });
    await forge(`update payout set network = 'webmoney' where order_id = $order; update orders set pay_out_network = 'webmoney' where id = $order`);
    await sign({ ...world.signer, rails: new Map([['webmoney', world.perfectMoney.rail]]) });
    expect(await world.order(ref)).toMatchObject({ status: 'error', reason: 'payout_refused' });
    expect(sent()).toBe(before);
  });
});

describe('money of a delivered order is never given back as an excess over forged terms:', () => {
  /** Rows that a worker could add: the hold of a payout of dong to a stranger, and the payout. */
  async function giveBack(kind: 'refund' | 'return', obligation: string, amount: bigint): Promise<void> {
    const entries = [
      { account: 'held:vnd', amount },
      { account: 'rail:vnd', amount: -amount },
    ] as const;
    await applyChanges(world.owner, [{ ...NO_CHANGE, postings: [{ id: randomUUID(), kind: 'refund', orderId, entries }] }], world.clock.now());
    await forge(`
      insert into payout (id, version, obligation_kind, obligation_id, order_id, seq, part, parts, network, reserve, currency, amount, held, fee, destination, destination_bank, made_by, state, tries, next_at, created_at)
        select md5('payout' || $order)::uuid, 1, '${kind}', ${obligation}, $order, 1, 1, 1, 'bank', 'vnd', 'vnd', ${amount}, ${amount}, 0, '0011001234567', 'vcb', 'system', 'queued', 0, created_at, created_at from orders where id = $order`);
  }

  const givenBack = () => world.payOs.paid.filter(({ memo }) => memo === ref);

  test.each<[string, bigint, string, string]>([
    ['the price', PRICE - 1n, 'amount_sent = 1', 'price does not follow from the rate'],
    [
      'the quantity, with the price that follows',
      PRICE - 26_210n,
      'quantity = 100, amount_received = 100, amount_sent = 26210, fee_exchange = 1',
      'more was paid out than the order is',
    ],
  ])('%s', async (_, excess, terms, reason) => {
    await sign();
    expect((await world.order(ref)).status).toBe('delivered');
    await forge(`update orders set ${terms}, amount_refunded = ${excess} where id = $order`);
    await giveBack('refund', '$order', excess);
    await sign();
    expect(world.errors).toContainEqual(expect.objectContaining({ reason }));
    expect(givenBack()).toEqual([]);
  });

  test('a payment that counts, in place of a payment that nobody made', async () => {
    await sign();
    await forge(`
      insert into payment (id, version, network, account, reference, unit, amount, memo, payer, paid_at, confirmed, state, order_id, recorded_at)
        select md5('second' || id)::uuid, 1, network, account, 'FT-invented-' || left(id::text, 8), unit, amount, memo, payer, paid_at, true, 'matched', order_id, recorded_at from payment where order_id = $order;
      update payment set state = 'returned' where order_id = $order and reference not like 'FT-invented-%'`);
    await giveBack('return', `(select id from payment where order_id = $order and state = 'returned')`, PRICE);
    await sign();
    expect(givenBack()).toEqual([]);
  });
});

describe('an order that was paid late', () => {
  const setBuyRate = (value: string) => bindOperations(world.operator).setRate(OPERATOR, { kind: 'buy', code: 'pm', value });

  afterEach(() => setBuyRate('25950'));

  /** An order paid after its timer, and after its rate was replaced; its hold remains because nobody has ended it. */
  async function payLate(rate: string): Promise<void> {
    const created = await world.create();
    ref = created.ref;
    orderId = (await world.order(ref)).id;
    world.clock.advance(HOUR_MS);
    await setBuyRate(rate);
    world.clock.advance(OFFER_MS + 1);
    await world.pay(ref, PRICE);
    await matchPayments(world.worker);
  }

  test('is sent at its own terms when the rate since gives no less', async () => {
    await payLate('25900');
    await startPayouts(world.worker);
    await sign();
    expect(await world.order(ref)).toMatchObject({ status: 'delivered', amountReceived: 100_00n });
  });

  test.each([
    ['as it is', ''],
    [
      'as if it had been recorded in time',
      '; update payment set recorded_at = (select created_at from orders where id = $order) where order_id = $order',
    ],
  ])('is never sent at a price that moved against the customer, %s', async (_, forgery) => {
    await payLate('26950');
    expect(await world.order(ref)).toMatchObject({ status: 'verifying_transaction', reason: 'late' });
    await forge(`update orders set status = 'paid', reason = null, paid_at = now() where id = $order${forgery}`);
    await startPayouts(world.worker);
    await sign();
    expect(world.errors).toContainEqual(expect.objectContaining({ reason: 'late money is priced at a rate of before' }));
    expect((await world.order(ref)).status).toBe('error');
    expect(world.perfectMoney.paid.filter(({ memo }) => memo === ref)).toEqual([]);
  });
});

/** Columns that a payout follows from, with values that it did not have. */
const FIELDS: Record<string, readonly (string | number)[]> = {
  'orders.amount_received': [1, 9_999, 10_001, 500_000],
  'orders.amount_sent': [1, 2_607_974, 2_607_976],
  'orders.quantity': [1, 9_999, 10_001],
  'orders.rate': [1, '25949999999999999', '1'],
  'orders.rate_version': [1, 999_999],
  'orders.excess_quantity': [1, 9_999],
  'orders.excess_rate_version': [1, 999_999],
  'orders.held': [10_000, 10_049, 999_999],
  'orders.holding': [0, 10_049, 999_999],
  'orders.amount_paid': [0, 1, 2_607_974],
  'orders.fee_exchange': [0, 49],
  'orders.status': ['pending', 'paid', 'error', 'delivered', 'cancelled'],
  'orders.reserve': ['wmz', 'vnd'],
  'orders.to_currency': ['e-voucher', 'wmz'],
  'orders.pay_out_network': ['bank', 'webmoney'],
  'payout.amount': [1, 9_999, 10_001, 499_999],
  'payout.destination': ['U9999999', 'U1000001'],
  'payout.network': ['bank', 'webmoney'],
  'payout.reserve': ['wmz', 'vnd'],
  'payout.obligation_kind': ['refund', 'return', 'gift'],
  'payout.currency': ['e-voucher', 'wmz'],
  'payment.amount': [1, 2_607_974, 2_607_976],
  'payment.state': ['unmatched', 'case'],
  'payment.confirmed': ['false'],
  'payment.unit': ['pm', 'wmz'],
};

const RUNS = 40;

test('any combination of forgeries is rejected', async () => {
  const change = fc.constantFrom(...Object.keys(FIELDS)).chain((field) => fc.tuple(fc.constant(field), fc.constantFrom(...(FIELDS[field] ?? []))));
  const changes = fc.uniqueArray(change, { minLength: 1, maxLength: 6, selector: ([field]) => field });
  await sign();
  await fc.assert(
    fc.asyncProperty(changes, async (forged) => {
      await makeOrder();
      for (const [field, value] of forged) {
        const [table, column] = field.split('.');
        await forge(`update ${table} set ${column} = '${value}' where ${table === 'orders' ? 'id' : 'order_id'} = $order`);
      }
      await sendPayouts(world.signer);
      await settleAttempts(world.signer);
      expect(world.perfectMoney.paid.filter(({ memo }) => memo === ref)).toEqual([]);
      // Out of the way of the next: half-forged orders would be tried again and again.
      await forge(`update orders set status = 'cancelled' where id = $order; delete from payment where order_id = $order`);
    }),
    { numRuns: RUNS },
  );
});
