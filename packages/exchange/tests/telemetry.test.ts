import { applyChanges } from '@quydoi/database/apply-changes';
import { observeChanges } from '@quydoi/database/change-observer';
import { ConflictError } from '@quydoi/database/money-tx';
import { readBacklog } from '@quydoi/database/repositories/backlog';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import type { Change } from '@quydoi/domain/change';
import { decideCancel } from '@quydoi/domain/order/decisions/decide-expiry';
import { depositMemoOf } from '@quydoi/domain/wallet/deposit-memo';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decisionContext } from '../src/context.ts';
import { matchPayments } from '../src/payments/match-payments.ts';
import { recordPayment } from '../src/payments/record-payment.ts';
import { openAccounts } from '../testing/accounts.ts';
import { openMember } from '../testing/members.ts';
import { bankTransfer } from '../testing/payment-facts.ts';
import { openWorld, type World } from '../testing/world.ts';

const PRICE = 2_607_975n;

let world: World;
const observed: Change[] = [];

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  for (const { orm } of [world.web, world.worker, world.signer]) observeChanges(orm, (changes) => void observed.push(...changes));
});
afterAll(() => world.database.close());

/** The statuses that an order was observed to take. */
function statusesOf(ref: string): string[] {
  return observed.flatMap(({ order }) => (order?.after.ref === ref && order.before?.status !== order.after.status ? [order.after.status] : []));
}

test('every committed change is observed once, whichever role made it', async () => {
  const { ref } = await world.create();
  await world.pay(ref, PRICE);
  await world.run();
  expect(statusesOf(ref)).toEqual(['pending', 'paid', 'delivering', 'delivered']);
});

test('a change that was rolled back is not observed', async () => {
  const { ref } = await world.create();
  const cancelled = decideCancel(await world.order(ref), 'abandoned', decisionContext(world.worker, 'customer', 'test'));
  await applyChanges(world.worker.orm, [cancelled], world.clock.now());
  await expect(applyChanges(world.worker.orm, [cancelled], world.clock.now())).rejects.toThrow(ConflictError);
  expect(statusesOf(ref)).toEqual(['pending', 'cancelled']);
});

test('the backlog counts waiting items by queue, with the age of the oldest', async () => {
  const waiting = async () => (await readBacklog(world.worker.orm)).find(({ queue }) => queue === 'payments_unmatched');
  expect(await waiting()).toEqual({ queue: 'payments_unmatched', waiting: 0, oldestAt: null });
  const recordedAt = world.clock.now();
  await world.pay('NOBODYSREF', 1_000n);
  world.clock.advance(60_000);
  await world.pay('NOBODYSREF', 1_000n);
  expect(await waiting()).toEqual({ queue: 'payments_unmatched', waiting: 2, oldestAt: recordedAt });
});

test('the backlog counts what customers wait for at their balances', async () => {
  const accounts = openAccounts(world);
  const lan = await openMember(world, accounts);
  const waiting = async () => {
    const queues = await readBacklog(world.worker.orm);
    return ['payments_cases', 'deposits', 'withdrawals_requested', 'withdrawals_error'].map(
      (name) => queues.find(({ queue }) => queue === name)?.waiting,
    );
  };
  await matchPayments(world.worker);
  const [cases] = await waiting();
  await lan.deposit(1_000_000n);
  await lan.withdraw('600000');
  await recordPayment(
    world.worker,
    bankTransfer({ memo: depositMemoOf(lan.customerId), amount: 50_000n, reference: 'FT-unread', paidAt: world.clock.now() }),
  );
  await matchPayments(world.worker);
  expect(await waiting()).toEqual([cases, 1, 1, 0]);
  await world.database.query(`update withdrawal set version = version + 1, state = 'sending'`);
  await world.database.query(`update withdrawal set version = version + 1, state = 'error', reason = 'payout_unknown'`);
  expect(await waiting()).toEqual([cases, 1, 0, 1]);
  await accounts.close();
});
