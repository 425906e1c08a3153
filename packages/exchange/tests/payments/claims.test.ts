import type { Caller } from '@quydoi/contract/caller';
import type { CreatedOrderView } from '@quydoi/contract/orders/order-view';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { recordStatements } from '@quydoi/database/testing/statements';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createClaim } from '../../src/actions/create-claim.ts';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { prune } from '../../src/jobs/prune.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { getOrder } from '../../src/orders/get-order.ts';
import { handleClaims } from '../../src/payments/handle-claims.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import { expectBooksInOrder, reserveOf, setAvailable } from '../../testing/books.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { customerOf, logOf, settle } from '../../testing/mismatch.ts';
import { SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { openWorld, type World } from '../../testing/world.ts';

const PRICE = 2_607_975n;
const LAN = operatorCaller('lan');
/** Account that customers declare to pay from. */
const SENDER = '0011001234567';
const DECLARED = { sender: SENDER, senderBank: 'vcb' };
const BANK_TEXT = `CT tu ${SENDER} NGUYEN VAN A toi QUY DOI`;

let world: World;
let payments = 0;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterEach(() => {
  expect(world.errors).toEqual([]);
});
afterAll(async () => {
  await expectBooksInOrder(world);
  await world.database.close();
});

const operations = () => bindOperations(world.operator);

/** An order whose customer has waited for a minute. */
async function waiting(input: Parameters<World['create']>[0] = {}): Promise<CreatedOrderView> {
  const created = await world.create(input);
  world.clock.advance(MINUTE_MS);
  return created;
}

function claim(created: Pick<CreatedOrderView, 'ref' | 'key'>, told: Record<string, string> = {}, caller: Caller = customerOf(created)) {
  const facts = { paidAt: world.clock.now().toISOString(), bank: 'Vietcombank', accountEnd: '4567', reference: '', ...told };
  return createClaim(world.web, world.deps, caller, { ref: created.ref, ...facts });
}

/** A transfer that names no order. @returns its reference at the bank */
async function transfer(set: { memo?: string; amount?: bigint; paidAt?: Date } = {}): Promise<string> {
  payments += 1;
  const reference = `FT-CLAIMED-${payments}`;
  await world.pay('', PRICE, { memo: 'chuyen tien', reference, ...set });
  await world.run();
  return reference;
}

async function claimsOf({ ref }: { readonly ref: string }) {
  return (await operations().listClaims(LAN, { limit: 200 })).items.filter((item) => item.ref === ref);
}

/** Claims that wait for an operator, so many for each of these orders. */
const addClaims = (orders: readonly string[], each: number, state = 'open') =>
  world.database.query(
    `insert into payment_claim (id, version, order_id, n, paid_at, account_end, reference, state, created_at)
     select gen_random_uuid(), 2, x.id, n, $2, '4567', 'FT-NEVER-CAME', $4, $2 from unnest($1::uuid[]) as x(id), generate_series(1, $3) n`,
    [orders, world.clock.now(), each, state],
  );

describe('a claim', () => {
  test('is received once, though two workers handle it at once', async () => {
    const claimed = await Promise.all(Array.from({ length: 4 }, () => waiting({ quantity: '100' })));
    for (const created of claimed) await claim(created);
    await Promise.all([handleClaims(world.worker), handleClaims(world.worker)]);
    for (const { ref } of claimed) expect(await logOf(world, ref)).toEqual(['created', 'claim_received']);
  });

  test('is closed once, though three workers find its order paid at once', async () => {
    const claimed = await Promise.all(Array.from({ length: 4 }, () => waiting({ quantity: '100' })));
    for (const created of claimed) await claim(created);
    await handleClaims(world.worker);
    for (const { ref } of claimed) await world.pay(ref, PRICE);
    await world.run();
    await Promise.all(Array.from({ length: 3 }, () => handleClaims(world.worker)));
    const text = 'select c.state, c.version from payment_claim c join orders o on o.id = c.order_id where o.ref = any($1)';
    expect(await world.database.query(text, [claimed.map(({ ref }) => ref)])).toEqual(claimed.map(() => ({ state: 'answered', version: 3 })));
  });

  test('stands in the log, ranks the payments for operators, and is closed when one of them pays the order', async () => {
    const created = await waiting({ quantity: '100' });
    const almost = `${created.ref.slice(0, 9)}${created.ref.endsWith('2') ? '3' : '2'}`;
    const unlike = await transfer({ amount: PRICE - 50_000n });
    const meant = await transfer({ memo: `MBVCB.1234.${almost}.CT tu ${SENDER}` });
    expect(await claim(created, { reference: meant })).toEqual({ left: 2, replyMinutes: 30 });
    await handleClaims(world.worker);
    await handleClaims(world.worker);
    expect(await logOf(world, created.ref)).toEqual(['created', 'claim_received']);

    const [item] = await claimsOf(created);
    expect(item).toMatchObject({ n: 1, status: 'pending', missing: '2607975', currency: 'vnd', bank: 'Vietcombank', accountEnd: '4567' });
    expect(item?.candidates[0]?.reference).toBe(meant);
    expect(item?.candidates.map(({ reference }) => reference)).not.toContain(unlike);
    expect(item?.candidates[0]).toMatchObject({ fit: { amount: 20, time: 15, memo: 32, sender: 15, reference: 50 } });

    await operations().attachPayment(LAN, { id: item?.candidates[0]?.id ?? '', ref: created.ref, note: 'claimed with its number' });
    await handleClaims(world.worker);
    expect(await claimsOf(created)).toEqual([]);
    await world.run();
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountPaid: PRICE });
    expect(await logOf(world, created.ref)).not.toContain('claim_found');
  });

  test('is new once: no round follows at once because of it', async () => {
    await claim(await waiting());
    expect([await handleClaims(world.worker), await handleClaims(world.worker)]).toEqual([false, false]);
  });

  test('that two workers take at once is in the log once', async () => {
    const created = await waiting();
    await claim(created);
    await Promise.all([handleClaims(world.worker), handleClaims(world.worker)]);
    expect(await logOf(world, created.ref)).toEqual(['created', 'claim_received']);
  });

  test('is answered by an operator in the log, once', async () => {
    const created = await waiting();
    await claim(created);
    await handleClaims(world.worker);
    const [item] = await claimsOf(created);
    const answer = (verdict: 'found' | 'not_found' | 'more_needed') =>
      operations().answerClaim(LAN, { id: item?.id ?? '', answer: verdict, note: 'looked at the statement' });
    await expect(answer('found')).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    expect(await answer('not_found')).toEqual({ done: true });
    await expect(answer('more_needed')).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    expect(await logOf(world, created.ref)).toEqual(['created', 'claim_received', 'claim_not_found']);
    const [audited] = await world.database.query(`select operator, verb from audit where verb = 'answerClaim' and outcome = 'done'`);
    expect(audited).toEqual({ operator: 'lan', verb: 'answerClaim' });
    const { events } = await getOrder(world.web, world.deps, customerOf(created), created);
    expect(events.at(-1)).toMatchObject({ code: 'claim_not_found' });
    const nobody = '019b8d60-2a00-7000-8000-000000000001';
    await expect(operations().answerClaim(LAN, { id: nobody, answer: 'found', note: '?' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('that cannot be handled is told by its id, and delays no other', async () => {
    const [broken, other] = [await waiting(), await waiting()];
    for (const created of [broken, other]) await claim(created);
    const { id } = await world.order(broken.ref);
    const [row] = await world.database.query('select id from payment_claim where order_id = $1', [id]);
    await world.database.query(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`);
    await world.database.query(
      `create trigger zz_fail before insert on order_event for each row when (new.order_id = '${id}') execute function fail()`,
    );
    await handleClaims(world.worker);
    expect(world.errors.splice(0)).toMatchObject([{ claim: row?.id, error: expect.stringContaining('broken') }]);
    expect(await logOf(world, other.ref)).toEqual(['created', 'claim_received']);
    await world.database.query('drop trigger zz_fail on order_event');
    await handleClaims(world.worker);
    expect(await logOf(world, broken.ref)).toEqual(['created', 'claim_received']);
  });

  test('is closed without a word when the payment comes by itself', async () => {
    const created = await waiting();
    await claim(created);
    await handleClaims(world.worker);
    await world.pay(created.ref, PRICE);
    await world.run();
    await handleClaims(world.worker);
    expect(await claimsOf(created)).toEqual([]);
    expect(await logOf(world, created.ref)).not.toContain('claim_found');
  });

  test.each([
    ['in the first minute', 0],
    ['after thirty days', 31 * DAY_MS],
  ] as const)('%s is refused', async (_, ms) => {
    const created = await world.create();
    world.clock.advance(ms);
    await expect(claim(created)).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
  });

  test('of an order that misses nothing is refused', async () => {
    const created = await waiting();
    await world.pay(created.ref, PRICE);
    await world.run();
    await expect(claim(created)).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
  });

  test.each([
    ['a time to come', { paidAt: '2126-01-01T00:00:00Z' }, 'paidAt', 'future'],
    ['a time before the order', { paidAt: '2020-01-01T00:00:00Z' }, 'paidAt', 'beforeOrder'],
    ['digits that are none', { accountEnd: '1' }, 'accountEnd', 'invalid'],
    ['a number that is none', { reference: '<b>' }, 'reference', 'invalid'],
    ['neither account nor number', { accountEnd: '', reference: '' }, 'accountEnd', 'required'],
  ])('with %s is refused, and costs none', async (_, told, field, problem) => {
    const created = await waiting();
    await expect(claim(created, told)).rejects.toMatchObject({ code: 'CLAIM_INVALID', params: { field, problem } });
    expect(await claim(created)).toMatchObject({ left: 2 });
  });

  test('of a payment on a chain names its transaction as that chain does, and is told of all that is wrong', async () => {
    const created = await waiting(SWAP_60_TRC20);
    const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
    for (const reference of ['0x1234', `0x${hash}`, hash.slice(1)]) {
      const fields = [
        { field: 'accountEnd', problem: 'invalid' },
        { field: 'reference', problem: 'invalid' },
      ];
      const refusal = { code: 'CLAIM_INVALID', params: fields[0], details: { fields } };
      await expect(claim(created, { reference, accountEnd: '1' }), reference).rejects.toMatchObject(refusal);
    }
    await claim(created, { reference: `https://tronscan.org/#/transaction/${hash.toUpperCase()}`, accountEnd: '', bank: '' });
    expect(await claimsOf(created)).toMatchObject([{ reference: hash }]);
  });

  test('is forgotten thirty days after its answer', async () => {
    const created = await waiting();
    await claim(created);
    await handleClaims(world.worker);
    const [item] = await claimsOf(created);
    await operations().answerClaim(LAN, { id: item?.id ?? '', answer: 'more_needed', note: 'no receipt' });
    const kept = async () => (await world.database.query('select 1 from payment_claim where id = $1', [item?.id])).length;
    world.clock.advance(29 * DAY_MS);
    await prune(world.worker);
    expect(await kept()).toBe(1);
    world.clock.advance(2 * DAY_MS);
    await prune(world.worker);
    expect(await kept()).toBe(0);
  });
});

describe('a payment by the declared account that names it in the bank’s text', () => {
  test.each([
    ['is still open', '101', false],
    ['has expired', '102', true],
  ])('is allocated by the claim itself when the order %s, and the signer finds the same', async (_, quantity, isExpired) => {
    const created = await waiting({ ...DECLARED, quantity });
    const { amountSent, expiresAt } = await world.order(created.ref);
    const reference = await transfer({ memo: BANK_TEXT, amount: amountSent });
    expect(await world.order(created.ref)).toMatchObject({ status: 'pending', amountPaid: 0n });
    if (isExpired) {
      world.clock.advance(expiresAt.getTime() - world.clock.now().getTime() + 3 * MINUTE_MS);
      await readSources(world.worker, 'bank', 'list');
      await endTimedOutOrders(world.worker);
      expect(await world.order(created.ref)).toMatchObject({ status: 'cancelled', reason: 'expired' });
    }
    await claim(created, { accountEnd: '', bank: '', reference });
    await handleClaims(world.worker);
    await world.run();
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountPaid: amountSent });
    expect(await claimsOf(created)).toEqual([]);
  });

  test('waits for its customer’s decision when the order has expired and the reserve cannot pay it any more', async () => {
    const created = await waiting({ ...DECLARED, quantity: '120' });
    const { amountSent, expiresAt } = await world.order(created.ref);
    const reference = await transfer({ memo: BANK_TEXT, amount: amountSent });
    world.clock.advance(expiresAt.getTime() - world.clock.now().getTime() + 3 * MINUTE_MS);
    await readSources(world.worker, 'bank', 'list');
    await endTimedOutOrders(world.worker);
    const { available } = await reserveOf(world, 'pm');
    await setAvailable(world, 'pm', 0n);
    await claim(created, { reference });
    await handleClaims(world.worker);
    expect(await world.order(created.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'late', amountPaid: amountSent, holding: 0n });
    await setAvailable(world, 'pm', available);
  });

  test('is allocated by the claim when another order of the amount and sender was paid by other money', async () => {
    const paid = await waiting({ ...DECLARED, quantity: '119' });
    const { amountSent } = await world.order(paid.ref);
    await world.pay(paid.ref, amountSent);
    await settle(world);
    expect(await world.order(paid.ref)).toMatchObject({ status: 'delivered' });
    const created = await waiting({ ...DECLARED, quantity: '119' });
    const reference = await transfer({ memo: BANK_TEXT, amount: amountSent });
    await claim(created, { reference });
    await handleClaims(world.worker);
    await settle(world);
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountPaid: amountSent });
  });

  test('is allocated though another order of the amount, which declared an account that the text does not name, is claimed for', async () => {
    const other = await waiting({ ...DECLARED, sender: '0029998887776', quantity: '126' });
    const created = await waiting({ ...DECLARED, quantity: '126' });
    await claim(other, { reference: 'FT-OF-ANOTHER' });
    await handleClaims(world.worker);
    const { amountSent } = created;
    await claim(created, { reference: await transfer({ memo: BANK_TEXT, amount: amountSent }) });
    await handleClaims(world.worker);
    expect(await world.order(created.ref)).toMatchObject({ amountPaid: amountSent });
  });

  test('is left to an operator when a hundred other orders of the amount are claimed for, whoever they declared', async () => {
    const orders: string[] = [];
    for (let n = 0; n < 100; n += 1) {
      const { ref } = await world.create({ ...DECLARED, sender: '0029998887776', quantity: '3' });
      orders.push((await world.order(ref)).id);
    }
    await addClaims(orders, 1);
    const created = await waiting({ ...DECLARED, quantity: '3' });
    await claim(created, { reference: await transfer({ memo: BANK_TEXT, amount: created.amountSent }) });
    await handleClaims(world.worker);
    expect(await world.order(created.ref)).toMatchObject({ status: 'pending', amountPaid: 0n });
    await world.database.query('delete from payment_claim where order_id = any($1)', [orders]);
  });

  test('is left to an operator when the text also names an order that is paid elsewhere', async () => {
    const [created, named] = [await waiting({ ...DECLARED, quantity: '121' }), await waiting(SWAP_60_TRC20)];
    const { amountSent } = await world.order(created.ref);
    const reference = await transfer({ memo: `${BANK_TEXT} ${named.ref}`, amount: amountSent });
    await claim(created, { reference });
    await handleClaims(world.worker);
    expect(await world.order(created.ref)).toMatchObject({ status: 'pending', amountPaid: 0n });
  });

  test('is left to an operator when another order of the same customer misses the same amount', async () => {
    const caller = { deviceId: 'one customer' };
    const order = { ...DECLARED, quantity: '122' };
    const [created, other] = [await world.create(order, caller), await world.create(order, caller)];
    world.clock.advance(MINUTE_MS);
    const reference = await transfer({ memo: BANK_TEXT, amount: created.amountSent });
    await claim(created, { reference });
    await handleClaims(world.worker);
    for (const { ref } of [created, other]) expect(await world.order(ref)).toMatchObject({ status: 'pending', amountPaid: 0n });
  });

  test('is left to an operator when two payments fit', async () => {
    const created = await waiting({ ...DECLARED, quantity: '103' });
    const { amountSent } = await world.order(created.ref);
    for (let n = 0; n < 2; n += 1) await transfer({ memo: BANK_TEXT, amount: amountSent });
    await claim(created, { reference: `FT-CLAIMED-${payments}` });
    await handleClaims(world.worker);
    expect(await world.order(created.ref)).toMatchObject({ status: 'pending' });
    expect((await claimsOf(created))[0]?.candidates.filter(({ fit }) => fit.amount === 20)).toHaveLength(2);
  });

  test('is left to an operator when two orders claim it', async () => {
    const [victim, thief] = [await waiting({ ...DECLARED, quantity: '104' }), await waiting({ ...DECLARED, quantity: '104' })];
    const { amountSent } = await world.order(victim.ref);
    const reference = await transfer({ memo: BANK_TEXT, amount: amountSent });
    for (const created of [thief, victim]) await claim(created, { reference });
    await handleClaims(world.worker);
    for (const created of [thief, victim]) expect(await world.order(created.ref)).toMatchObject({ status: 'pending' });
    const [item] = await claimsOf(victim);
    expect(item?.candidates[0]?.alsoClaimedBy).toContain(thief.ref);
    await operations().attachPayment(LAN, { id: item?.candidates[0]?.id ?? '', ref: victim.ref, note: 'receipt seen' });
    await handleClaims(world.worker);
    expect(await world.order(victim.ref)).toMatchObject({ status: 'paid' });
    const left = (await claimsOf(thief))[0]?.candidates.map(({ id }) => id);
    expect(left).not.toContain(item?.candidates[0]?.id);
    expect(await world.order(thief.ref)).toMatchObject({ status: 'pending', amountPaid: 0n });
    await world.run();
  });
});

describe('somebody who wants another’s money', () => {
  /** Another's payment without a reference, and a thief's order for exactly its amount. */
  async function prey(quantity: string, thiefsOrder: Parameters<World['create']>[0] = {}) {
    const thief = await waiting({ quantity, ...thiefsOrder });
    const { amountSent } = await world.order(thief.ref);
    const reference = await transfer({ memo: BANK_TEXT, amount: amountSent });
    return { thief, reference };
  }

  test('gets none by telling all about it: amount, time, last digits and number', async () => {
    const { thief, reference } = await prey('105');
    expect(await claim(thief, { reference, accountEnd: SENDER.slice(-10) })).toEqual({ left: 2, replyMinutes: 30 });
    await handleClaims(world.worker);
    await world.run();
    expect(await world.order(thief.ref)).toMatchObject({ status: 'pending', amountPaid: 0n });
    expect(await logOf(world, thief.ref)).toEqual(['created', 'claim_received']);
  });

  test.each([
    ['declared nobody and is open', '109', false],
    ['declared nobody and has expired', '110', true],
  ])('gets none while another order of the amount %s', async (_, quantity, isExpired) => {
    const victim = await waiting({ quantity });
    if (isExpired) {
      const { expiresAt } = await world.order(victim.ref);
      world.clock.advance(expiresAt.getTime() - world.clock.now().getTime() + 3 * MINUTE_MS);
      await readSources(world.worker, 'bank', 'list');
      await endTimedOutOrders(world.worker);
    }
    const { thief, reference } = await prey(quantity, DECLARED);
    await claim(thief, { reference });
    await handleClaims(world.worker);
    expect(await world.order(thief.ref)).toMatchObject({ status: 'pending', amountPaid: 0n });
  });

  test('gets none without the number of the payment, by its account and amount alone', async () => {
    const { thief } = await prey('111', DECLARED);
    await claim(thief);
    await handleClaims(world.worker);
    expect(await world.order(thief.ref)).toMatchObject({ status: 'pending', amountPaid: 0n });
  });

  test.each([
    ['minutes', '106', 6 * MINUTE_MS, false],
    ['a moment', '112', 1_000, true],
  ])('gets none by an order that declares the payer %s after the payment', async (_, quantity, laterMs, isShown) => {
    const { reference } = await prey(quantity, { ...DECLARED, sender: '0011009999999' });
    world.clock.advance(laterMs);
    const second = await waiting({ ...DECLARED, quantity });
    await claim(second, { reference });
    await handleClaims(world.worker);
    expect(await world.order(second.ref)).toMatchObject({ status: 'pending', amountPaid: 0n });
    const candidates = (await claimsOf(second))[0]?.candidates.map((candidate) => candidate.reference);
    expect(candidates?.includes(reference)).toBe(isShown);
  });

  test('gets none by having declared our collection account, which stands in the bank’s text', async () => {
    const thief = await waiting({ ...DECLARED, quantity: '115' });
    const { amountSent, id } = await world.order(thief.ref);
    // Such a sender is refused now, but an order may have it: an operator can make it our account later.
    await world.database.query(
      `begin; set local session_replication_role = replica; update orders set sender = '0011004567890' where id = '${id}'; commit`,
    );
    const reference = await transfer({ memo: `${BANK_TEXT} 0011004567890 CONG TY`, amount: amountSent });
    await claim(thief, { reference });
    await handleClaims(world.worker);
    expect(await world.order(thief.ref)).toMatchObject({ sender: '0011004567890', status: 'pending', amountPaid: 0n });
  });

  test.each([
    ['a word of every bank’s text', '116', 'CHUYEN'],
    ['a number of the text beside the payer’s account', '117', '0900000001'],
  ])('gets none by having declared %s', async (_, quantity, sender) => {
    const thief = await waiting({ quantity, sender, senderBank: 'tcb' });
    const { amountSent } = await world.order(thief.ref);
    const reference = await transfer({ memo: `CHUYEN TIEN ${BANK_TEXT} 0011004567890 DT 0900000001`, amount: amountSent });
    await claim(thief, { reference });
    await handleClaims(world.worker);
    expect(await world.order(thief.ref)).toMatchObject({ sender, status: 'pending', amountPaid: 0n });
  });

  test('gets none while an order of the amount has declared another sender that stands in the text, whether it was claimed or not', async () => {
    await waiting({ quantity: '118', sender: 'NGUYEN1', senderBank: 'tcb' });
    const thief = await waiting({ quantity: '118', ...DECLARED });
    const { amountSent } = await world.order(thief.ref);
    const reference = await transfer({ memo: `CT tu ${SENDER} NGUYEN1`, amount: amountSent });
    await claim(thief, { reference });
    await handleClaims(world.worker);
    expect(await world.order(thief.ref)).toMatchObject({ status: 'pending', amountPaid: 0n });
  });

  test('gets none while the customer of an order of days ago, which declared the payer too, claims to have paid it', async () => {
    const victim = await waiting({ ...DECLARED, quantity: '124' });
    world.clock.advance(3 * DAY_MS);
    await readSources(world.worker, 'bank', 'list');
    await endTimedOutOrders(world.worker);
    expect(await world.order(victim.ref)).toMatchObject({ status: 'cancelled', reason: 'expired' });
    world.clock.advance(3 * DAY_MS);
    await claim(victim, { reference: 'FT-OF-BEFORE' });
    await handleClaims(world.worker);
    const { thief, reference } = await prey('124', DECLARED);
    await claim(thief, { reference });
    await handleClaims(world.worker);
    expect(await world.order(thief.ref)).toMatchObject({ status: 'pending', amountPaid: 0n });
  });

  test('learns nothing: a claim that fits is answered as one that does not', async () => {
    const { thief, reference } = await prey('107');
    const fits = await claim(thief, { reference });
    const other = await waiting({ quantity: '108' });
    expect(await claim(other, { reference: 'FT-NOTHING-1', accountEnd: '999' })).toEqual(fits);
    await handleClaims(world.worker);
    expect(await logOf(world, other.ref)).toEqual(await logOf(world, thief.ref));
  });

  test('has three claims an order, one after the other or all at once', async () => {
    const [one, many] = [await waiting(), await waiting()];
    for (const left of [2, 1, 0]) expect(await claim(one)).toMatchObject({ left });
    await expect(claim(one)).rejects.toMatchObject({ code: 'TOO_MANY_CLAIMS' });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => claim(many)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'TOO_MANY_CLAIMS' });
    world.clock.advance(HOUR_MS);
    await expect(claim(many)).rejects.toMatchObject({ code: 'TOO_MANY_CLAIMS' });
  });

  test('cannot claim for an order without its key', async () => {
    const created = await waiting();
    const key = (await waiting()).key;
    for (const caller of [testCaller(), testCaller({ orderKey: key })]) {
      await expect(claim(created, {}, caller)).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    }
    await expect(claim({ ref: 'NOSUCHREF2', key }, {}, testCaller())).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  });
});

describe('while hundreds of claims wait for an operator', () => {
  const OTHERS = 210;
  /** Statements of a round without news before there were so many. */
  let idleBefore = 0;

  async function countIdle(): Promise<number> {
    await handleClaims(world.worker);
    const idle = recordStatements();
    await handleClaims(world.worker).finally(() => idle.stop());
    return idle.sent.length;
  }

  beforeAll(async () => {
    idleBefore = await countIdle();
    const orders: string[] = [];
    for (let n = 0; n < OTHERS / 3; n += 1) orders.push((await world.order((await world.create({ quantity: '1' })).ref)).id);
    await addClaims(orders, 3);
  });

  test('a round without news costs as little as before, and a new claim is in its order’s log at once', async () => {
    const created = await waiting();
    expect(await countIdle()).toBe(idleBefore);
    await claim(created);
    await handleClaims(world.worker);
    expect(await logOf(world, created.ref)).toEqual(['created', 'claim_received']);
  });

  test('the newest of them is answered when its payment comes', async () => {
    const created = await waiting({ ...DECLARED, quantity: '113' });
    await claim(created, { reference: `FT-CLAIMED-${payments + 1}` });
    await handleClaims(world.worker);
    const { amountSent } = await world.order(created.ref);
    await transfer({ memo: BANK_TEXT, amount: amountSent });
    await handleClaims(world.worker);
    await world.run();
    expect(await world.order(created.ref)).toMatchObject({ status: 'delivered', amountPaid: amountSent });
  });

  test('also if money came in that is all which each of them misses, and that is nobody’s; then the oldest is', async () => {
    const oldest = await waiting({ ...DECLARED, quantity: '125' });
    await claim(oldest, { reference: 'FT-LATEST' });
    await handleClaims(world.worker);
    const orders: string[] = [];
    const { amountSent: missed } = await waiting({ ...DECLARED, quantity: '2' });
    for (let n = 0; n < OTHERS / 3; n += 1) orders.push((await world.order((await world.create({ ...DECLARED, quantity: '2' })).ref)).id);
    await addClaims(orders, 3);
    await transfer({ amount: missed });
    const created = await waiting({ ...DECLARED, quantity: '123' });
    await claim(created, { reference: `FT-CLAIMED-${payments + 1}` });
    await handleClaims(world.worker);
    await transfer({ memo: BANK_TEXT, amount: created.amountSent });
    // Looked through in turns: one round handles no more than 200.
    for (let round = 0; round < 3; round += 1) await handleClaims(world.worker);
    expect(await world.order(created.ref)).toMatchObject({ amountPaid: created.amountSent });
    await world.pay('', oldest.amountSent, { memo: BANK_TEXT, reference: 'FT-LATEST' });
    await world.run();
    for (let round = 0; round < 3; round += 1) await handleClaims(world.worker);
    expect(await world.order(oldest.ref)).toMatchObject({ amountPaid: oldest.amountSent });
  });

  test('a round takes two hundred new ones, after which more may be due', async () => {
    const orders: string[] = [];
    for (let n = 0; n < OTHERS / 3; n += 1) orders.push((await world.order((await world.create({ quantity: '4' })).ref)).id);
    await addClaims(orders, 3, 'new');
    expect([await handleClaims(world.worker), await handleClaims(world.worker)]).toEqual([true, false]);
    await world.database.query('delete from payment_claim where order_id = any($1)', [orders]);
  });

  test('one that claims a payment as well leaves it to an operator', async () => {
    const other = '0029998887776';
    const [first, second] = [await waiting({ ...DECLARED, quantity: '114' }), await waiting({ ...DECLARED, sender: other, quantity: '114' })];
    const { amountSent } = await world.order(first.ref);
    await claim(second, { reference: `FT-CLAIMED-${payments + 1}` });
    await handleClaims(world.worker);
    const reference = await transfer({ memo: `${BANK_TEXT} TK ${other}`, amount: amountSent });
    await claim(first, { reference });
    await handleClaims(world.worker);
    for (const created of [first, second]) expect(await world.order(created.ref)).toMatchObject({ status: 'pending', amountPaid: 0n });
  });
});
