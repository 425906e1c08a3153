import { randomUUID } from 'node:crypto';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClaim } from '../../src/actions/create-claim.ts';
import { handleClaims } from '../../src/payments/handle-claims.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { customerOf, settle } from '../../testing/mismatch.ts';
import { bankTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

/* The rest of an underpaid order, which its customer sends without a memo, and a thief claims. */

const DECLARED = { sender: '0011007654321', senderBank: 'vcb' };
let world: World;
let quantity = 20;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterAll(() => world.database.close());

/** Changes an order with the worker's login. */
async function change(ref: string, set: string): Promise<void> {
  await world.database.query(`update orders set version = version + 1, ${set} where ref = $1`, [ref], 'quydoi_worker');
}

const asItIs = async () => {};
const claimedMore = (ref: string) => change(ref, 'amount_paid = amount_paid + 1');
const calledPaid = async (ref: string) => {
  await change(ref, "status = 'paid', amount_paid = amount_sent, paid_at = now()");
  await settle(world, 3);
};

describe.each([
  ['has declared the sender too', DECLARED],
  ['has declared nobody', {}],
])('the rest of an underpaid order that %s', (_, declared) => {
  test.each<[string, (ref: string) => Promise<void>]>([
    ['as it is', asItIs],
    ['of which the worker’s login says that more was paid', claimedMore],
    ['which the worker’s login calls paid', calledPaid],
  ])('%s, pays no order of a thief who declared its sender', async (__, hide) => {
    quantity += 1;
    const victim = await world.create({ ...declared, quantity: '100' });
    const thief = await world.create({ ...DECLARED, quantity: `${quantity}` });
    await world.pay(victim.ref, victim.amountSent - thief.amountSent);
    await settle(world, 2);
    expect(await world.order(victim.ref)).toMatchObject({ status: 'verifying_transaction', reason: 'underpaid' });
    await hide(victim.ref);
    world.clock.advance(MINUTE_MS);
    const reference = `FT-${randomUUID()}`;
    const memo = `CHUYEN TIEN CT tu ${DECLARED.sender} NGUYEN VAN A`;
    await world.record(world.worker, bankTransfer({ memo, amount: thief.amountSent, reference, paidAt: world.clock.now() }));
    await matchPayments(world.worker);
    const facts = { paidAt: world.clock.now().toISOString(), bank: 'Vietcombank', accountEnd: '4321', reference };
    await createClaim(world.web, world.deps, customerOf(thief), { ref: thief.ref, ...facts });
    for (let times = 0; times < 2; times += 1) await handleClaims(world.worker);
    await settle(world);
    expect(world.perfectMoney.paid.filter(({ memo: of }) => of.includes(thief.ref))).toEqual([]);
  });
});
