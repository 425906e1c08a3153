import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { watchWithdrawals } from '../../src/wallets/watch-withdrawals.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { type WalletsSeen, walletsSeenIn, workFor } from '../../testing/balances.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { type Member, openMember } from '../../testing/members.ts';
import { watchSettled } from '../../testing/network-jobs.ts';
import { openWorld, type World } from '../../testing/world.ts';

/* Withdrawals whose provider says one thing, and then another. */

const LAN = operatorCaller('lan');
const MINH = operatorCaller('minh');
const note = 'looked up at the bank';
/** Steps in which a transfer that the bank has forgotten is called absent. */
const FORGOTTEN_STEPS = 30;

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
  world.payOs.isReadable = true;
  world.payOs.course = 'paid';
  expect(world.payOs.script).toEqual([]);
  await expectBooksInOrder(world);
  world.errors.length = 0;
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

const operations = () => bindOperations(world.operator);
/** What operators were told of since the last call that contradicts the books, without ids. */
async function contradictions(): Promise<string[]> {
  const { items } = await operations().listExceptions(LAN, { limit: 100 });
  const told = items.filter(({ kind, id }) => kind === 'payout_record' && !known.has(id));
  for (const { id } of told) known.add(id);
  return told.map(({ detail }) => detail.replace(/: payout .*/, ''));
}
const known = new Set<string>();
async function byTwo(proposed: object): Promise<void> {
  await operations().confirmAct(MINH, { id: 'proposal' in proposed ? String(proposed.proposal) : '' });
}
async function keyOf(ref: string): Promise<string> {
  const [row] = await world.database.query(
    `select a.key from attempt a join payout p on p.id = a.payout_id join withdrawal w on w.id = p.obligation_id where w.ref = $1 order by a.created_at limit 1`,
    [ref],
  );
  return String(row?.key);
}
/** The bank's records have a withdrawal's first attempt after all. */
async function appears(ref: string, course: 'paid' | 'pending', amount = 600_000n): Promise<void> {
  const key = await keyOf(ref);
  world.payOs.book.set(key, {
    request: { key, memo: ref, amount, currency: 'vnd', destination: '0071001234567', destinationBank: 'vcb', destinationName: null } as never,
    course,
  });
}
/** A withdrawal that the bank took and has no record of. */
async function inError(): Promise<string> {
  const { ref } = await member.withdraw('600000');
  world.payOs.script.push({ takes: false, hears: 'accepted' });
  await workFor(world, FORGOTTEN_STEPS);
  expect(await seen.withdrawalsOf(member)).toEqual([['error', 'payout_unknown', 600_000n]]);
  return ref;
}
/** As {@link inError}, whatever the member has withdrawn before. */
async function inErrorAmongOthers(): Promise<string> {
  const { ref } = await member.withdraw('100000');
  world.payOs.script.push({ takes: false, hears: 'accepted' });
  await workFor(world, FORGOTTEN_STEPS);
  expect((await seen.withdrawalsOf(member))[0]).toEqual(['error', 'payout_unknown', 100_000n]);
  return ref;
}
function turns(ref: string, course: 'paid' | 'refused' | 'reversed'): void {
  for (const [key, entry] of world.payOs.book) if (key.startsWith(ref)) entry.course = course;
}
/** Lets hours go by in which the signer looks at what has ended. */
async function watchOn(): Promise<void> {
  for (let step = 0; step < 6; step += 1) {
    world.clock.advance(10 * MINUTE_MS);
    await watchSettled(world.signer);
    await watchWithdrawals(world.signer);
    await world.run();
  }
}

describe('a withdrawal', () => {
  beforeEach(() => member.deposit(1_000_000n));

  test.each(['paid', 'refused'] as const)('that operators return while the bank calls it pending waits until it is %s', async (outcome) => {
    const ref = await inError();
    await appears(ref, 'pending');
    await byTwo(await operations().returnWithdrawal(LAN, { ref, note }));
    await workFor(world, 2);
    expect([await seen.withdrawalsOf(member), await seen.balanceOf(member)]).toEqual([[['error', 'returned', 600_000n]], 400_000n]);
    turns(ref, outcome);
    await workFor(world, 2);
    const ended = outcome === 'paid' ? [[['done', null, 600_000n]], 400_000n] : [[['failed', 'returned', 600_000n]], 1_000_000n];
    expect([await seen.withdrawalsOf(member), await seen.balanceOf(member)]).toEqual(ended);
  });

  test('that was sent again after one operator proposed its return is not returned by that', async () => {
    const ref = await inError();
    const proposed = await operations().returnWithdrawal(LAN, { ref, note });
    await operations().resolveWithdrawal(LAN, { ref, decision: 'retry', note });
    world.payOs.script.push({ takes: false, hears: 'accepted' });
    await workFor(world, FORGOTTEN_STEPS);
    expect(await seen.withdrawalsOf(member)).toEqual([['error', 'payout_unknown', 600_000n]]);
    await expect(byTwo(proposed)).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    await byTwo(await operations().returnWithdrawal(LAN, { ref, note }));
    await workFor(world, 2);
    expect([await seen.withdrawalsOf(member), await seen.balanceOf(member)]).toEqual([[['failed', 'returned', 600_000n]], 1_000_000n]);
  });

  test('that the bank refuses, and lists a moment later, is done', async () => {
    world.payOs.script.push({ takes: false, hears: 'destination' });
    const { ref } = await member.withdraw('600000');
    await world.run();
    await world.run();
    expect([await seen.withdrawalsOf(member), await seen.balanceOf(member)]).toEqual([[['error', 'payout_refused', 600_000n]], 400_000n]);
    await appears(ref, 'paid');
    await workFor(world, 2);
    expect([await seen.withdrawalsOf(member), await seen.balanceOf(member)]).toEqual([[['done', null, 600_000n]], 400_000n]);
  });

  test('that the bank refuses, pays and takes back is back in the balance, once', async () => {
    world.payOs.script.push({ takes: true, hears: 'destination' });
    const { ref } = await member.withdraw('600000');
    await workFor(world, 3);
    expect(await seen.withdrawalsOf(member)).toEqual([['done', null, 600_000n]]);
    turns(ref, 'reversed');
    await watchOn();
    expect([await seen.withdrawalsOf(member), await seen.balanceOf(member)]).toEqual([[['failed', 'reversed', 600_000n]], 1_000_000n]);
    turns(ref, 'paid');
    await watchOn();
    turns(ref, 'reversed');
    await watchOn();
    expect([await seen.balanceOf(member), await contradictions()]).toEqual([
      1_000_000n,
      ['the provider has paid the withdrawal, and its amount is back in the balance'],
    ]);
  });

  test('that is paid after it went back to the balance is told to operators', async () => {
    world.payOs.script.push({ takes: false, hears: 'destination' });
    const { ref } = await member.withdraw('600000');
    await workFor(world, 3);
    expect(await seen.withdrawalsOf(member)).toEqual([['failed', 'payout_refused', 600_000n]]);
    await appears(ref, 'paid');
    await watchOn();
    expect(await contradictions()).toEqual(['the provider has paid the withdrawal, and its amount is back in the balance']);
    expect(world.errors).toContainEqual(expect.objectContaining({ kind: 'payout_record' }));
  });

  test('that the bank takes back, and pays again, is told to operators', async () => {
    const { ref } = await member.withdraw('600000');
    await workFor(world, 3);
    turns(ref, 'reversed');
    await watchOn();
    expect(await seen.withdrawalsOf(member)).toEqual([['failed', 'reversed', 600_000n]]);
    turns(ref, 'paid');
    await watchOn();
    expect([await seen.balanceOf(member), await contradictions()]).toEqual([
      1_000_000n,
      ['the provider has paid the withdrawal, and its amount is back in the balance'],
    ]);
  });

  test.each([
    ['FT-KEY', 'failed', 1_000_000n, []],
    ['FT-by-hand', 'done', 400_000n, ['the provider called the transfer paid, and now failed']],
  ] as const)('that operators call done by %s, and whose transfer is taken back, is %s', async (found, state, balance, told) => {
    const ref = await inError();
    await appears(ref, 'paid');
    const reference = found.replace('KEY', await keyOf(ref));
    await operations().resolveWithdrawal(LAN, { ref, decision: 'done', reference, note });
    turns(ref, 'reversed');
    await watchOn();
    expect([(await seen.withdrawalsOf(member))[0]?.[0], await seen.balanceOf(member), await contradictions()]).toEqual([state, balance, told]);
  });

  test('is resolved or returned, not both, by operators at once', async () => {
    for (let times = 0; times < 4; times += 1) {
      const ref = await inErrorAmongOthers();
      const proposed = await operations().returnWithdrawal(LAN, { ref, note });
      world.clock.advance(1);
      const outcomes = await Promise.allSettled([byTwo(proposed), operations().resolveWithdrawal(LAN, { ref, decision: 'retry', note })]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await workFor(world);
      const isReturned = outcomes[0]?.status === 'fulfilled';
      expect((await seen.withdrawalsOf(member))[0]).toEqual(isReturned ? ['failed', 'returned', 100_000n] : ['done', null, 100_000n]);
      expect(world.payOs.paid.filter(({ memo }) => memo === ref)).toHaveLength(isReturned ? 0 : 1);
    }
  });

  test('that is taken back is back in the balance once, by two signers at once', async () => {
    world.payOs.script.push({ takes: true, hears: 'destination' });
    const { ref } = await member.withdraw('600000');
    await workFor(world, 3);
    turns(ref, 'reversed');
    world.clock.advance(10 * MINUTE_MS);
    const other = await world.openSigner();
    await Promise.all([watchWithdrawals(world.signer), watchWithdrawals(other)]);
    expect([await seen.withdrawalsOf(member), await seen.balanceOf(member)]).toEqual([[['failed', 'reversed', 600_000n]], 1_000_000n]);
  });

  test('is looked at for as long as payouts are, and no more often', async () => {
    const { ref } = await member.withdraw('600000');
    world.payOs.script.push({ takes: false, hears: 'destination' });
    await workFor(world, 3);
    const { payouts } = world.signer.rails.get('bank') ?? {};
    if (payouts?.kind !== 'keyed') throw new Error('not keyed');
    let looks = 0;
    const { find } = payouts;
    const counted: typeof find = (request, ...rest) => {
      if (request.memo === ref) looks += 1;
      return find(request, ...rest);
    };
    Object.assign(payouts, { find: counted });
    for (let step = 0; step < 60 * 30; step += 1) {
      world.clock.advance(MINUTE_MS);
      await watchWithdrawals(world.signer);
    }
    Object.assign(payouts, { find });
    expect(looks).toBeGreaterThan(12);
    expect(looks).toBeLessThan(40);
  });
});
