import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { depositMemoOf } from '@quydoi/domain/wallet/deposit-memo';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { type WalletsSeen, walletsSeenIn, workFor } from '../../testing/balances.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { type Member, openMember } from '../../testing/members.ts';
import { bankTransfer } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

/* Deposits that cannot be credited at once, because their bank tells too little or contradicts itself. */

let world: World;
let accounts: TestAccounts;
let seen: WalletsSeen;
let member: Member;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
  seen = walletsSeenIn(world);
});
beforeEach(async () => {
  member = await openMember(world, accounts);
});
afterEach(async () => {
  await expectBooksInOrder(world);
  world.errors.length = 0;
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

/** Alarms of deposits. */
async function alarms(): Promise<string[]> {
  const { items } = await bindOperations(world.operator).listAlarms(operatorCaller('lan'), {});
  return items.filter(({ kind }) => kind === 'confirmation-slow').map(({ network, detail }) => `${network}: ${detail.split(':')[0]}`);
}

describe('a deposit', () => {
  const deposit = (set: Partial<Parameters<typeof bankTransfer>[0]>) =>
    bankTransfer({ memo: depositMemoOf(member.customerId), amount: 500_000n, paidAt: world.clock.now(), ...set });

  test('is credited though more of others wait than one run looks at, and operators are told of those', async () => {
    const other = await openMember(world, accounts);
    const memo = `${depositMemoOf(member.customerId)} ${depositMemoOf(other.customerId)}`;
    for (let n = 0; n < 210; n += 1) await recordPayment(world.worker, deposit({ memo, amount: 2_000n, reference: `FTX${n}` }));
    await workFor(world, 2);
    await member.deposit(500_000n);
    await workFor(world, 3);
    expect([await seen.balanceOf(member), await seen.balanceOf(other)]).toEqual([500_000n, 0n]);
    world.clock.advance(10 * MINUTE_MS);
    expect(await alarms()).toEqual(['bank: 210 deposits are not credited']);
    await world.database.query(`update payment set version = version + 1, case_code = 'no_order' where case_code = 'deposit'`);
  });

  test('is credited though its bank fills its memo in later', async () => {
    const fact = deposit({ memo: 'CK', reference: 'FTLATE' });
    await world.record(world.worker, fact);
    await workFor(world, 1);
    const filled = { ...fact, memo: `CK ${depositMemoOf(member.customerId)}` };
    world.bank.received[world.bank.received.indexOf(fact)] = filled;
    await recordPayment(world.worker, filled);
    await recordPayment(world.worker, fact);
    await workFor(world, 2);
    expect(await seen.linesOf(member)).toEqual([['deposit', 500_000n, 500_000n]]);
  });

  test('whose bank tells the signer another amount is not credited, and told to operators', async () => {
    const fact = deposit({ reference: 'FTAMT' });
    await recordPayment(world.worker, fact);
    world.bank.received.push({ ...fact, amount: 50_000n });
    await workFor(world, 2);
    expect([await seen.balanceOf(member), await alarms()]).toEqual([0n, []]);
    world.clock.advance(10 * MINUTE_MS);
    expect(await alarms()).toEqual(['bank: 1 deposit is not credited']);
  });
});
