import { randomUUID } from 'node:crypto';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS, HOUR_MS } from '@quydoi/domain/durations';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { bindOperations } from '../../src/operations/operations.ts';
import { giveBackWithdrawals } from '../../src/wallets/give-back-withdrawals.ts';
import { openAccounts, type TestAccounts } from '../../testing/accounts.ts';
import { type WalletsSeen, walletsSeenIn, workFor } from '../../testing/balances.ts';
import { expectBooksInOrder, reserveOf, setAvailable } from '../../testing/books.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { type Member, OWN_ACCOUNT, openMember } from '../../testing/members.ts';
import { openWorld, type World } from '../../testing/world.ts';

/* What operators see and do of withdrawals. Their login moves no balance. */

const LAN = operatorCaller('lan');
const MINH = operatorCaller('minh');
const NO_CAPS = { single: '1000000000', hour: '1000000000000', day: '1000000000000' };
/** Steps in which a transfer that the bank has forgotten is called absent. */
const FORGOTTEN_STEPS = 30;
const note = 'looked up at the bank';

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
  await member.deposit(1_000_000n);
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  expect(world.payOs.script).toEqual([]);
  await expectBooksInOrder(world);
  const { drift, sums } = await operations().checkLedger(LAN, {});
  expect([drift, sums.filter(({ sum }) => sum !== '0')]).toEqual([[], []]);
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

const operations = () => bindOperations(world.operator);
const sentFor = (ref: string) => world.payOs.paid.filter(({ memo }) => memo === ref).map(({ key }) => key);
/** Alarms about withdrawals, without the ids of payouts. */
async function alarms(): Promise<string[]> {
  const { items } = await operations().listAlarms(LAN, {});
  return items.filter(({ kind }) => kind === 'withdrawal').map(({ detail }) => detail.replace(/[0-9a-f-]{36}/, 'ID'));
}

/** Two operators confirm what the call needs. */
async function byTwo(proposed: object): Promise<void> {
  expect(proposed).toMatchObject({ done: false });
  await operations().confirmAct(MINH, { id: 'proposal' in proposed ? String(proposed.proposal) : '' });
}
const cap = async (caps: typeof NO_CAPS) => byTwo(await operations().setPayoutCap(LAN, { reserve: 'vnd', ...caps }));

async function payoutsOf(ref: string): Promise<Record<string, unknown>[]> {
  return world.database.query(
    `select p.* from payout p join withdrawal w on w.id = p.obligation_id where p.obligation_kind = 'withdrawal' and w.ref = $1 order by p.seq`,
    [ref],
  );
}
const payoutOf = async (ref: string) => String((await payoutsOf(ref)).at(-1)?.id);

/** A withdrawal that the bank took and has no record of. */
async function inError(amount = '600000'): Promise<string> {
  const { ref } = await member.withdraw(amount);
  world.payOs.script.push({ takes: false, hears: 'accepted' });
  await workFor(world, FORGOTTEN_STEPS);
  expect((await seen.withdrawalsOf(member))[0]).toEqual(['error', 'payout_unknown', BigInt(amount)]);
  return ref;
}

/** As {@link inError}, and the bank's records cannot be read from then on. */
async function inErrorForGood(): Promise<string> {
  const ref = await inError();
  world.payOs.isReadable = false;
  return ref;
}

/** What the database says to the operators' login, to statements under a call: an error's code, or `done` (and then undone). */
async function answerLogin(verb: string, input: object, ...statements: string[]): Promise<string> {
  await world.database.query('begin', [], 'quydoi_operator');
  try {
    await world.database.query(
      `insert into audit (call_id, operator, verb, input, outcome, at) values ($1, 'lan', $2, $3, 'done', now())`,
      [randomUUID(), verb, JSON.stringify(input)],
      'quydoi_operator',
    );
    for (const statement of [...statements, 'set constraints all immediate']) await world.database.query(statement, [], 'quydoi_operator');
    return 'done';
  } catch (error) {
    return String((error as { code?: string }).code);
  } finally {
    await world.database.query('rollback', [], 'quydoi_operator');
  }
}

describe('a withdrawal over the cap of an hour', () => {
  test('waits for an operator, who is told of it, and is sent once approved', async () => {
    await cap({ ...NO_CAPS, hour: '300000' });
    const { ref } = await member.withdraw('500000');
    const waiting = await member.withdraw('400000');
    await workFor(world);
    expect(await alarms()).toEqual([
      `${ref}: 500000 vnd, sending; payout ID waits for approval`,
      `${waiting.ref}: 400000 vnd, sending; payout ID waits for approval`,
    ]);
    const [alarm] = (await operations().listAlarms(LAN, {})).items.filter(({ kind }) => kind === 'withdrawal');
    expect(alarm).toMatchObject({ network: 'bank', detail: expect.stringContaining(await payoutOf(ref)) });
    await operations().approvePayout(LAN, { payout: await payoutOf(ref), note });
    await workFor(world);
    expect([sentFor(ref), sentFor(waiting.ref)]).toEqual([[`${ref}-W1-1`], []]);
    expect(await alarms()).toEqual([`${waiting.ref}: 400000 vnd, sending; payout ID waits for approval`]);
    await operations().approvePayout(LAN, { payout: await payoutOf(waiting.ref), note });
    await cap(NO_CAPS);
    await workFor(world);
    expect([await alarms(), await seen.balanceOf(member)]).toEqual([[], 100_000n]);
  });

  test('goes back to the balance when an operator refuses it: the signer alone moves the balance', async () => {
    await cap({ ...NO_CAPS, hour: '300000' });
    const { ref } = await member.withdraw('500000');
    await workFor(world);
    const { available } = await reserveOf(world, 'vnd');
    await operations().refusePayout(LAN, { payout: await payoutOf(ref), note });
    expect(await seen.withdrawalsOf(member)).toEqual([['error', 'payout_refused', 500_000n]]);
    expect(await alarms()).toEqual([`${ref}: 500000 vnd, error (payout_refused)`]);
    expect([await seen.balanceOf(member), (await reserveOf(world, 'vnd')).held]).toEqual([500_000n, 0n]);
    // It is certainly not sent: the signer gives it back, and there is nothing to resolve.
    await expect(operations().resolveWithdrawal(LAN, { ref, decision: 'retry', note })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    await cap(NO_CAPS);
    await workFor(world, 2);
    expect(await seen.withdrawalsOf(member)).toEqual([['failed', 'payout_refused', 500_000n]]);
    expect((await seen.linesOf(member))[0]).toEqual(['withdrawal-return', 500_000n, 1_000_000n]);
    expect([sentFor(ref), await alarms(), (await reserveOf(world, 'vnd')).available]).toEqual([[], [], available + 500_000n]);
    await expect(operations().refusePayout(LAN, { payout: await payoutOf(ref), note })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
  });

  test('is approved by two where it is more than one operator decides alone, also by a stolen login', async () => {
    await cap({ ...NO_CAPS, hour: '300000' });
    const { ref } = await member.withdraw('500000');
    await workFor(world);
    await byTwo(await operations().setSecondOperator(LAN, { worth: '400000', rateChange: '99' }));
    const payout = await payoutOf(ref);
    await world.database.query(
      `insert into audit (call_id, operator, verb, input, outcome, at) values ($1, 'eve', 'approvePayout', $2, 'done', now())`,
      [randomUUID(), JSON.stringify({ payout, note })],
      'quydoi_operator',
    );
    world.clock.advance(HOUR_MS);
    await workFor(world);
    expect([sentFor(ref), await alarms()]).toEqual([[], [`${ref}: 500000 vnd, sending; payout ID waits for approval`]]);
    await byTwo(await operations().approvePayout(LAN, { payout, note }));
    await workFor(world);
    expect(sentFor(ref)).toEqual([`${ref}-W1-1`]);
    await byTwo(await operations().setSecondOperator(LAN, { worth: '999999999999999', rateChange: '99' }));
    await cap(NO_CAPS);
  });

  test('approvals of several withdrawals add up: one operator alone does not approve them part by part', async () => {
    await cap({ ...NO_CAPS, hour: '200000' });
    const [first, second] = [await member.withdraw('300000'), await member.withdraw('300000')];
    await workFor(world);
    await byTwo(await operations().setSecondOperator(LAN, { worth: '400000', rateChange: '99' }));
    for (const { ref } of [first, second])
      await world.database.query(
        `insert into audit (call_id, operator, verb, input, outcome, at) values ($1, 'mallory', 'approvePayout', $2, 'done', now())`,
        [randomUUID(), JSON.stringify({ payout: await payoutOf(ref), note })],
        'quydoi_operator',
      );
    world.clock.advance(HOUR_MS);
    await workFor(world);
    expect([sentFor(first.ref), sentFor(second.ref)]).toEqual([[], []]);
    await byTwo(await operations().setSecondOperator(LAN, { worth: '999999999999999', rateChange: '99' }));
    await cap(NO_CAPS);
    world.clock.advance(HOUR_MS);
    await workFor(world);
    expect(await seen.balanceOf(member)).toBe(400_000n);
    expect(await alarms()).toEqual([]);
  });
});

test('withdrawals that are on their way for long are alarms', async () => {
  const { available } = await reserveOf(world, 'vnd');
  await setAvailable(world, 'vnd', 100_000n);
  const { ref } = await member.withdraw('600000');
  await workFor(world, 2);
  expect(await alarms()).toEqual([]);
  world.clock.advance(HOUR_MS);
  expect(await alarms()).toEqual([`${ref}: 600000 vnd, requested`]);
  await setAvailable(world, 'vnd', available);
  world.payOs.course = 'pending';
  await workFor(world, 2);
  expect(await alarms()).toEqual([]);
  world.clock.advance(HOUR_MS);
  expect(await alarms()).toEqual([`${ref}: 600000 vnd, sending; payout ID`]);
  world.payOs.course = 'paid';
  for (const [key, entry] of world.payOs.book) if (key.startsWith(ref)) entry.course = 'paid';
  world.clock.advance(HOUR_MS);
  await workFor(world, 2);
  world.errors.length = 0;
  expect([await alarms(), (await seen.withdrawalsOf(member))[0]?.[0]]).toEqual([[], 'done']);
});

describe('a withdrawal of which nobody knows whether it was sent', () => {
  test('is sent again, once, and done', async () => {
    const { available } = await reserveOf(world, 'vnd');
    const ref = await inError();
    expect(await alarms()).toEqual([`${ref}: 600000 vnd, error (payout_unknown)`]);
    expect((await reserveOf(world, 'vnd')).available).toBe(available);
    expect(await operations().resolveWithdrawal(LAN, { ref, decision: 'retry', note })).toEqual({ done: true });
    expect(await seen.withdrawalsOf(member)).toEqual([['sending', null, 600_000n]]);
    expect(await reserveOf(world, 'vnd')).toEqual({ available: available - 600_000n, held: 600_000n });
    await expect(operations().resolveWithdrawal(LAN, { ref, decision: 'retry', note })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    await workFor(world);
    expect([sentFor(ref), await seen.withdrawalsOf(member)]).toEqual([[`${ref}-W2-1`], [['done', null, 600_000n]]]);
    expect([await alarms(), await seen.balanceOf(member)]).toEqual([[], 400_000n]);
    expect((await payoutsOf(ref)).map(({ seq, state }) => [seq, state])).toEqual([
      [1, 'failed'],
      [2, 'settled'],
    ]);
  });

  test('lends its money to no order meanwhile, though nothing is held for it', async () => {
    const uncommitted = async () => (await world.database.query(`select uncommitted('vnd') as free`))[0]?.free;
    const before = await uncommitted();
    const ref = await inError();
    expect(await uncommitted()).toBe(before);
    await operations().resolveWithdrawal(LAN, { ref, decision: 'retry', note });
    expect(await uncommitted()).toBe(before);
    await workFor(world);
    expect([await seen.withdrawalsOf(member), await uncommitted()]).toEqual([[['done', null, 600_000n]], before]);
  });

  test('is not sent again where the bank’s records have it after all', async () => {
    const ref = await inError();
    const [{ id } = {}] = await payoutsOf(ref);
    const [attempt] = await world.database.query('select key from attempt where payout_id = $1', [id]);
    const [request] = world.payOs.paid;
    if (!request) throw new Error('nothing was paid before');
    world.payOs.book.set(String(attempt?.key), { request: { ...request, key: String(attempt?.key), memo: ref, amount: 600_000n }, course: 'paid' });
    await operations().resolveWithdrawal(LAN, { ref, decision: 'retry', note });
    await workFor(world);
    expect([sentFor(ref), await seen.withdrawalsOf(member)]).toEqual([[`${ref}-W1-1`], [['done', null, 600_000n]]]);
  });

  test('is done by the reference that an operator has found', async () => {
    const { available } = await reserveOf(world, 'vnd');
    const ref = await inError();
    await expect(operations().resolveWithdrawal(LAN, { ref, decision: 'done', note })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(operations().resolveWithdrawal(LAN, { ref: '2222222222', decision: 'done', reference: 'FT1', note })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await setAvailable(world, 'vnd', 500_000n);
    const found = { ref, decision: 'done', reference: 'FT-found', fee: '1100', note } as const;
    await expect(operations().resolveWithdrawal(LAN, found)).rejects.toMatchObject({ code: 'RESERVE_BUSY' });
    await setAvailable(world, 'vnd', available);
    expect(await operations().resolveWithdrawal(LAN, found)).toEqual({ done: true });
    expect(await world.database.query('select state, reason, reference from withdrawal where ref = $1', [ref])).toEqual([
      { state: 'done', reason: null, reference: 'FT-found' },
    ]);
    expect(await reserveOf(world, 'vnd')).toEqual({ available: available - 601_100n, held: 0n });
    await workFor(world);
    expect([sentFor(ref), await alarms(), await seen.balanceOf(member)]).toEqual([[], [], 400_000n]);
    await expect(operations().resolveWithdrawal(LAN, { ref, decision: 'retry', note })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
  });

  test('stays one where the signer rejects what is sent again, or an operator refuses it', async () => {
    const ref = await inError();
    await operations().resolveWithdrawal(LAN, { ref, decision: 'retry', note });
    const { ownAccounts } = world.signer;
    Object.assign(world.signer, { ownAccounts: new Set([...ownAccounts, OWN_ACCOUNT.account]) });
    await workFor(world, 2);
    expect(world.errors.splice(0)).toMatchObject([{ reason: 'destination is ours' }]);
    Object.assign(world.signer, { ownAccounts });
    expect([await seen.withdrawalsOf(member), await seen.balanceOf(member)]).toEqual([[['error', 'payout_unknown', 600_000n]], 400_000n]);
    await cap({ ...NO_CAPS, hour: '300000' });
    await operations().resolveWithdrawal(LAN, { ref, decision: 'retry', note });
    await workFor(world, 2);
    await operations().refusePayout(LAN, { payout: await payoutOf(ref), note });
    await workFor(world, 2);
    expect([await seen.withdrawalsOf(member), await seen.balanceOf(member)]).toEqual([[['error', 'payout_unknown', 600_000n]], 400_000n]);
    await cap(NO_CAPS);
    await operations().resolveWithdrawal(LAN, { ref, decision: 'retry', note });
    await workFor(world);
    expect([sentFor(ref), await seen.withdrawalsOf(member)]).toEqual([[`${ref}-W4-1`], [['done', null, 600_000n]]]);
  });

  test('is resolved by two operators where it is worth more than one decides alone', async () => {
    const ref = await inError();
    await byTwo(await operations().setSecondOperator(LAN, { worth: '1000', rateChange: '99' }));
    await byTwo(await operations().resolveWithdrawal(LAN, { ref, decision: 'retry', note }));
    await workFor(world);
    expect(await seen.withdrawalsOf(member)).toEqual([['done', null, 600_000n]]);
    await byTwo(await operations().setSecondOperator(LAN, { worth: '999999999999999', rateChange: '99' }));
  });
});

describe('a withdrawal in error that operators return', () => {
  afterEach(() => {
    world.payOs.isReadable = true;
  });
  const returnByTwo = async (ref: string) => byTwo(await operations().returnWithdrawal(LAN, { ref, note }));

  test('goes back to the balance, once two have said so, and is not sent', async () => {
    const { available } = await reserveOf(world, 'vnd');
    const ref = await inErrorForGood();
    const proposed = await operations().returnWithdrawal(LAN, { ref, note });
    await workFor(world);
    expect([await seen.withdrawalsOf(member), await seen.balanceOf(member)]).toEqual([[['error', 'payout_unknown', 600_000n]], 400_000n]);
    await byTwo(proposed);
    expect(await alarms()).toEqual([`${ref}: 600000 vnd, error (returned)`]);
    await expect(operations().resolveWithdrawal(LAN, { ref, decision: 'retry', note })).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    await expect(returnByTwo(ref)).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    await workFor(world, 2);
    expect(await seen.withdrawalsOf(member)).toEqual([['failed', 'returned', 600_000n]]);
    expect((await seen.linesOf(member))[0]).toEqual(['withdrawal-return', 600_000n, 1_000_000n]);
    expect([sentFor(ref), await alarms(), await reserveOf(world, 'vnd')]).toEqual([[], [], { available, held: 0n }]);
    await expect(returnByTwo(ref)).rejects.toMatchObject({ code: 'ORDER_ACTION_NOT_ALLOWED' });
    await expect(returnByTwo('2222222222')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is done instead where the bank’s records have it after all', async () => {
    const ref = await inError();
    const [{ id } = {}] = await payoutsOf(ref);
    const [attempt] = await world.database.query('select key from attempt where payout_id = $1', [id]);
    await returnByTwo(ref);
    const [request] = world.payOs.paid;
    if (!request) throw new Error('nothing was paid before');
    world.payOs.book.set(String(attempt?.key), { request: { ...request, key: String(attempt?.key), memo: ref, amount: 600_000n }, course: 'paid' });
    await workFor(world, 2);
    expect([await seen.withdrawalsOf(member), await seen.balanceOf(member)]).toEqual([[['done', null, 600_000n]], 400_000n]);
    world.errors.length = 0;
  });

  test('goes back where its payout was refused and the records stay unreadable', async () => {
    const ref = await inErrorForGood();
    await world.database.query(`update withdrawal set version = version + 1, state = 'sending', reason = null where ref = $1`, [ref]);
    await world.database.query(`update withdrawal set version = version + 1, state = 'error', reason = 'payout_refused' where ref = $1`, [ref]);
    await workFor(world, 2);
    expect([await seen.withdrawalsOf(member), await seen.balanceOf(member)]).toEqual([[['error', 'payout_refused', 600_000n]], 400_000n]);
    await returnByTwo(ref);
    await workFor(world, 2);
    expect([await seen.withdrawalsOf(member), await seen.balanceOf(member)]).toEqual([[['failed', 'returned', 600_000n]], 1_000_000n]);
  });

  test('is looked up at intervals while the records stay unreadable, and goes back at once when it is returned', async () => {
    const ref = await inErrorForGood();
    await world.database.query(`update withdrawal set version = version + 1, state = 'sending', reason = null where ref = $1`, [ref]);
    await world.database.query(`update withdrawal set version = version + 1, state = 'error', reason = 'payout_refused' where ref = $1`, [ref]);
    const payouts = world.signer.rails.get('bank')?.payouts;
    if (payouts?.kind !== 'keyed') throw new Error('no provider of dong');
    const find = vi.spyOn(payouts, 'find');
    for (let run = 0; run < 5; run += 1) await giveBackWithdrawals(world.signer);
    expect(find).toHaveBeenCalledTimes(1);
    find.mockRestore();
    await returnByTwo(ref);
    await giveBackWithdrawals(world.signer);
    expect(await seen.withdrawalsOf(member)).toEqual([['failed', 'returned', 600_000n]]);
  });

  test('stays where a stolen login has said so alone', async () => {
    const ref = await inErrorForGood();
    await world.database.query(`update withdrawal set version = version + 1, reason = 'returned' where ref = $1`, [ref], 'quydoi_signer');
    await workFor(world, 2);
    expect([await seen.withdrawalsOf(member), await seen.balanceOf(member)]).toEqual([[['error', 'returned', 600_000n]], 400_000n]);
    const step = `update withdrawal set version = version + 1, reason = 'returned' where ref = '${ref}'`;
    expect(await answerLogin('returnWithdrawal', { ref, note }, step)).not.toBe('done');
    await world.database.query(
      `insert into audit (call_id, operator, verb, input, outcome, at) values ($1, 'mallory', 'returnWithdrawal', $2, 'proposed', now())`,
      [randomUUID(), JSON.stringify({ ref, note })],
      'quydoi_operator',
    );
    await workFor(world, 2);
    expect(await seen.balanceOf(member)).toBe(400_000n);
  });
});

describe('the operators’ login', () => {
  const step = (set: string, ref: string) => `update withdrawal set version = version + 1, ${set} where ref = '${ref}'`;
  const done = `state = 'done', reason = null, reference = 'FT1', final_at = now()`;
  const sending = `state = 'sending', reason = null`;

  test('moves a withdrawal in error as its call says, and not otherwise', async () => {
    const ref = await inError();
    const call = { ref, decision: 'done', reference: 'FT1' };
    const retry = { ref, decision: 'retry' };
    expect(await answerLogin('resolveWithdrawal', call, step(done, ref))).toBe('done');
    expect(await answerLogin('resolveWithdrawal', retry, step(sending, ref))).toBe('done');
    expect(await answerLogin('resolveWithdrawal', { ...call, ref: '2222222222' }, step(done, ref))).toBe('QD090');
    expect(await answerLogin('resolveWithdrawal', { ...call, reference: 'FT2' }, step(done, ref))).toBe('QD090');
    expect(await answerLogin('resolveWithdrawal', retry, step(done, ref))).toBe('QD090');
    expect(await answerLogin('resolveWithdrawal', call, step(sending, ref))).toBe('QD090');
    expect(await answerLogin('resolveWithdrawal', call, step(`state = 'failed', final_at = now()`, ref))).toBe('QD090');
    expect(await answerLogin('resolveError', call, step(done, ref))).toBe('QD090');
    expect(await answerLogin('refusePayout', { payout: await payoutOf(ref) }, step(sending, ref))).toBe('QD090');
    for (const column of [`destination = 'x'`, 'amount = 1', 'customer_id = customer_id'])
      expect(await answerLogin('resolveWithdrawal', call, step(`${done}, ${column}`, ref))).toBe('42501');
    expect(await answerLogin('resolveWithdrawal', call, `insert into withdrawal select * from withdrawal where ref = '${ref}'`)).toBe('42501');
    await operations().resolveWithdrawal(LAN, { ref, decision: 'retry', note });
    await workFor(world);
  });

  test('books for it what the change needs, once, and no balance', async () => {
    const ref = await inError();
    const call = ['resolveWithdrawal', { ref, decision: 'done', reference: 'FT1' }] as const;
    const [{ id } = {}] = await world.database.query('select id from withdrawal where ref = $1', [ref]);
    const posting = (kind: string, account: string, amount: number, other = 'rail:vnd') => {
      const postingId = randomUUID();
      return [
        `insert into posting (id, kind, withdrawal_id, at) values ('${postingId}', '${kind}', '${id}', now())`,
        `insert into entry (posting_id, account_id, amount) select '${postingId}', a.id, case a.name when '${account}' then ${amount} else ${-amount} end
         from account a where a.name in ('${account}', '${other}')`,
      ];
    };
    const settles = posting('payout', 'withdrawal:vnd', 600_000);
    expect(await answerLogin(...call, step(done, ref), ...settles)).toBe('done');
    expect(await answerLogin(...call, ...settles)).toBe('QD090');
    expect(await answerLogin(...call, step(done, ref), ...settles, ...posting('payout', 'withdrawal:vnd', 600_000))).toBe('23505');
    expect(await answerLogin(...call, step(done, ref), ...posting('payout', 'withdrawal:vnd', 700_000))).toBe('42501');
    expect(await answerLogin(...call, step(done, ref), ...posting('rehold', 'held:vnd', 600_000))).toBe('QD090');
    expect(await answerLogin(...call, step(done, ref), ...posting('payout', `customer:${member.customerId}:vnd`, -600_000))).toBe('42501');
    expect(await answerLogin(...call, step(done, ref), ...posting('withdrawal-return', 'withdrawal:vnd', 600_000))).toBe('QD090');
    await operations().resolveWithdrawal(LAN, { ref, decision: 'retry', note });
    await workFor(world);
  });

  test('adds a payout of one that its call sends again, to where it goes, and one alone', async () => {
    const ref = await inError();
    const call = ['resolveWithdrawal', { ref, decision: 'retry' }] as const;
    const [payout = {}] = await payoutsOf(ref);
    const adding = (set: Record<string, unknown>) => {
      const row = { ...payout, id: randomUUID(), version: 1, seq: 2, tries: 0, state: 'queued', next_at: 'now', created_at: 'now', ...set };
      const values = Object.values(row).map((value) => (value === null ? 'null' : `'${value}'`));
      return `insert into payout (${Object.keys(row).join(', ')}) values (${values.join(', ')})`;
    };
    expect(await answerLogin(...call, step(sending, ref), adding({}))).toBe('done');
    expect(await answerLogin(...call, adding({}))).toBe('QD090');
    expect(await answerLogin(...call, step(sending, ref), adding({}), adding({ seq: 3 }))).toBe('23505');
    expect(await answerLogin(...call, step(sending, ref), adding({ destination: '0071007777777' }))).toBe('QD087');
    expect(await answerLogin(...call, step(sending, ref), adding({ amount: 700_000 }))).toBe('QD087');
    expect(await answerLogin(...call, step(sending, ref), adding({ made_by: 'operator', state: 'settled', reference: 'FT1' }))).toBe('QD090');
    await operations().resolveWithdrawal(LAN, { ref, decision: 'retry', note });
    await workFor(world);
  });

  test('ends the payout that its call refuses together with its withdrawal, and no other', async () => {
    await cap({ ...NO_CAPS, hour: '300000' });
    const [first, second] = [await member.withdraw('400000'), await member.withdraw('400000')];
    await workFor(world, 2);
    const payout = await payoutOf(first.ref);
    const refuse = ['refusePayout', { payout }] as const;
    const ending = (id: string) => `update payout set state = 'failed', version = version + 1 where id = '${id}'`;
    const error = `state = 'error', reason = 'payout_refused'`;
    expect(await answerLogin(...refuse, step(error, first.ref), ending(payout))).toBe('done');
    expect(await answerLogin(...refuse, step(error, first.ref))).toBe('QD090');
    expect(await answerLogin(...refuse, ending(payout))).toBe('QD090');
    expect(await answerLogin(...refuse, step(error, second.ref), ending(await payoutOf(second.ref)))).toBe('QD090');
    expect(await answerLogin(...refuse, ending(await payoutOf(second.ref)))).toBe('QD090');
    expect(await answerLogin('approvePayout', { payout }, ending(payout))).toBe('QD090');
    await cap(NO_CAPS);
    world.clock.advance(DAY_MS);
    await workFor(world);
    expect(await seen.balanceOf(member)).toBe(200_000n);
  });
});
