import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { addWithdrawal } from '@quydoi/database/repositories/wallets';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DESTINATION_WAIT_HOURS, MIN_WITHDRAW_VND, OPEN_WITHDRAWALS_MAX } from '@quydoi/domain/constants';
import { DAY_MS, HOUR_MS } from '@quydoi/domain/durations';
import { REF_BYTES, refFromBytes } from '@quydoi/domain/order/ref';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deleteAccount } from '../../src/accounts/delete-account.ts';
import { sendMails } from '../../src/accounts/mail-queue.ts';
import { turnOffTwoFactor } from '../../src/accounts/two-factor/change-two-factor.ts';
import { sendCode } from '../../src/accounts/two-factor/send-code.ts';
import { setUpSms } from '../../src/accounts/two-factor/set-up-sms.ts';
import { activateTwoFactor } from '../../src/accounts/two-factor/set-up-two-factor.ts';
import { saveDestination } from '../../src/orders/saved-destinations.ts';
import { type AskedWithdrawal, withdrawalProofOf } from '../../src/payouts/obligations/withdrawal-proof.ts';
import { askWithdrawal } from '../../src/wallets/ask-withdrawal.ts';
import { getWallet } from '../../src/wallets/read-wallet.ts';
import { takeWithdrawals } from '../../src/wallets/take-withdrawals.ts';
import { openAccounts, PASSWORD, type TestAccounts } from '../../testing/accounts.ts';
import { type WalletsSeen, walletsSeenIn, workFor } from '../../testing/balances.ts';
import { expectBooksInOrder, reserveOf, setAvailable } from '../../testing/books.ts';
import { type Member, OWN_ACCOUNT, openMember } from '../../testing/members.ts';
import { watchSettled } from '../../testing/network-jobs.ts';
import { openWorld, type World } from '../../testing/world.ts';

let world: World;
let accounts: TestAccounts;
let seen: WalletsSeen;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  accounts = openAccounts(world);
  seen = walletsSeenIn(world);
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  expect(world.payOs.script).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(async () => {
  await accounts.close();
  await world.database.close();
});

/** A member who has deposited dong. */
async function withDong(amount = 1_000_000n): Promise<Member> {
  const member = await openMember(world, accounts);
  await member.deposit(amount);
  return member;
}

/** Kinds of the mails that were queued since the last call. */
async function newMails(): Promise<string[]> {
  const kinds: string[] = [];
  while (await sendMails(accounts.ctx, accounts.deps, { send: async ({ kind }) => void kinds.push(kind) }));
  return kinds;
}

const sentFor = (ref: string) => world.payOs.paid.filter(({ memo }) => memo === ref).map(({ amount }) => amount);

describe('a withdrawal that is asked for again with its Idempotency-Key', () => {
  const askBy = (member: Member, idempotencyKey: string, amount: string, code: string) => member.withdraw(amount, { code }, { idempotencyKey });

  test('is made once, and its code is not wanted twice', async () => {
    const lan = await withDong();
    const code = lan.code();
    const first = await askBy(lan, 'key of lan', '200000', code);
    expect(await askBy(lan, 'key of lan', '200000', code)).toEqual(first);
    expect(await askBy(lan, 'key of lan', '200000.0', 'mistyped')).toEqual(first);
    await workFor(world);
    expect(await seen.withdrawalsOf(lan)).toEqual([['done', null, 200_000n]]);
    expect(sentFor(first.ref)).toEqual([200_000n]);
  });

  test('at once, several times, is made once', async () => {
    const lan = await withDong();
    const code = lan.code();
    const answers = await Promise.all(Array.from({ length: 6 }, () => askBy(lan, 'key', '200000', code).catch(() => null)));
    expect(new Set(answers.flatMap((answer) => answer?.ref ?? [])).size).toBe(1);
    await workFor(world);
    expect(await seen.withdrawalsOf(lan)).toEqual([['done', null, 200_000n]]);
  });

  test('is the same after the secrets of requests were renewed', async () => {
    const lan = await withDong();
    const first = await askBy(lan, 'key before', '200000', lan.code());
    const [newest, ...others] = world.deps.requestSecrets;
    const renewed = { ...world.deps, requestSecrets: [createSecretKey(randomBytes(32)), newest, ...others] as const };
    const caller = { ...lan.caller, idempotencyKey: 'key before' };
    const again = askWithdrawal(world.web, renewed, accounts.deps, caller, { currency: 'vnd', amount: '200000', ...OWN_ACCOUNT, code: 'mistyped' });
    expect(await again).toEqual(first);
    await workFor(world);
  });

  test('is another one for another amount or another customer', async () => {
    const [lan, minh] = [await withDong(), await withDong()];
    const { ref } = await askBy(lan, 'same key', '200000', lan.code());
    await expect(askBy(lan, 'same key', '300000', lan.code())).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    const other = await askBy(minh, 'same key', '200000', minh.code());
    expect(other.ref).not.toBe(ref);
    await workFor(world);
  });
});

describe('a withdrawal', () => {
  test('is sent to the customer’s own account, in the name of its holder', async () => {
    const lan = await withDong();
    const { available } = await reserveOf(world, 'vnd');
    const asked = await lan.withdraw('600000');
    expect(asked).toMatchObject({ state: 'requested', amount: 600_000n, fee: 0n, destinationName: 'TRAN THI B', explorerUrl: null });
    await workFor(world);
    expect(await seen.withdrawalsOf(lan)).toEqual([['done', null, 600_000n]]);
    expect(sentFor(asked.ref)).toEqual([600_000n]);
    expect(await seen.linesOf(lan)).toEqual([
      ['withdrawal', -600_000n, 400_000n],
      ['deposit', 1_000_000n, 1_000_000n],
    ]);
    expect((await reserveOf(world, 'vnd')).available).toBe(available - 600_000n);
  });

  test('costs what the wallet tells beforehand', async () => {
    const lan = await withDong();
    const told = (await getWallet(world.web, lan.caller)).balances.find(({ currency }) => currency === 'vnd')?.withdrawal;
    const { fee } = await lan.withdraw('600000');
    expect(told).toEqual({ min: MIN_WITHDRAW_VND, max: expect.any(BigInt), fee });
    await workFor(world);
  });

  test('is told to the owner by mail; it and what is left of the balance keep the account', async () => {
    const lan = await withDong();
    const remove = () => deleteAccount(world.web, accounts.deps, lan.caller, { password: PASSWORD, code: lan.code() });
    await newMails();
    await lan.withdraw('900000');
    expect(await newMails()).toEqual(['withdrawal-asked']);
    await expect(remove()).rejects.toMatchObject({ code: 'BALANCE_LEFT' });
    await workFor(world);
    await expect(remove()).rejects.toMatchObject({ code: 'BALANCE_LEFT' });
    await lan.withdraw('100000');
    await expect(remove()).rejects.toMatchObject({ code: 'BALANCE_LEFT' });
    await workFor(world);
    expect(await seen.balanceOf(lan)).toBe(0n);
    // Its bank may still take the transfer back, into the balance.
    await expect(remove()).rejects.toMatchObject({ code: 'BALANCE_LEFT' });
    world.clock.advance(DAY_MS + 1);
    expect(await remove()).toEqual({ done: true });
  });

  test('that the bank refuses is back in the balance', async () => {
    const lan = await withDong();
    world.payOs.script.push({ takes: false, hears: 'destination' });
    const { ref } = await lan.withdraw('600000');
    await workFor(world);
    world.errors.length = 0;
    expect([await seen.withdrawalsOf(lan), sentFor(ref)]).toEqual([[['failed', 'payout_refused', 600_000n]], []]);
    expect((await seen.linesOf(lan))[0]).toEqual(['withdrawal-return', 600_000n, 1_000_000n]);
  });

  test('that the bank says that it refuses, and takes, is done, and not back in the balance', async () => {
    const lan = await withDong();
    world.payOs.script.push({ takes: true, hears: 'destination' });
    const { ref } = await lan.withdraw('600000');
    await workFor(world);
    world.errors.length = 0;
    expect([await seen.withdrawalsOf(lan), sentFor(ref)]).toEqual([[['done', null, 600_000n]], [600_000n]]);
    expect(await seen.balanceOf(lan)).toBe(400_000n);
  });

  test('that the bank takes back is back in the balance', async () => {
    const lan = await withDong();
    const { ref } = await lan.withdraw('600000');
    await workFor(world);
    for (const [key, entry] of world.payOs.book) if (key.startsWith(ref)) entry.course = 'reversed';
    world.clock.advance(10 * 60_000);
    await watchSettled(world.signer);
    world.errors.length = 0;
    expect([await seen.withdrawalsOf(lan), await seen.balanceOf(lan)]).toEqual([[['failed', 'reversed', 600_000n]], 1_000_000n]);
  });

  test('whose answers are lost is sent once', async () => {
    const lan = await withDong();
    world.payOs.script.push({ takes: true, hears: 'unknown' }, { takes: false, hears: 'unknown' });
    const first = await lan.withdraw('100000');
    const second = await lan.withdraw('200000');
    await workFor(world, 12);
    expect([sentFor(first.ref), sentFor(second.ref)]).toEqual([[100_000n], [200_000n]]);
    expect(await seen.balanceOf(lan)).toBe(700_000n);
  });

  test.each(['payout.prepared', 'payout.sending', 'payout.answered', 'payout.after-answer', 'settle.found', 'settle.after-write'] as const)(
    'is sent once when the signer dies at %s',
    async (point) => {
      const lan = await withDong();
      const { ref } = await lan.withdraw('300000');
      world.checkpoints.stopAt(point);
      await world.run().catch(() => {});
      for (let step = 0; step < 8; step += 1) {
        world.clock.advance(20_000);
        await world.run().catch(() => {});
      }
      world.errors.length = 0;
      expect([sentFor(ref), await seen.balanceOf(lan)]).toEqual([[300_000n], 700_000n]);
      expect(await seen.withdrawalsOf(lan)).toEqual([['done', null, 300_000n]]);
    },
  );

  test('of all that there is, asked for several times, is taken once', async () => {
    const lan = await withDong();
    for (let times = 0; times < OPEN_WITHDRAWALS_MAX; times += 1) await lan.withdraw('1000000');
    await expect(lan.withdraw('1000000')).rejects.toMatchObject({ code: 'TOO_MANY_WITHDRAWALS', params: { max: '5' } });
    await workFor(world);
    const states = (await seen.withdrawalsOf(lan)).map(([state, reason]) => `${state} ${reason}`).sort();
    expect(states).toEqual(['done null', ...Array.from({ length: OPEN_WITHDRAWALS_MAX - 1 }, () => 'refused balance_short')]);
    expect(await seen.balanceOf(lan)).toBe(0n);
  });

  test('waits while its money is not where payouts are made', async () => {
    const lan = await withDong();
    const { available } = await reserveOf(world, 'vnd');
    await setAvailable(world, 'vnd', 100_000n);
    await lan.withdraw('600000');
    await workFor(world);
    expect(world.errors.splice(0)).toMatchObject([{ currency: 'vnd' }]);
    expect([await seen.withdrawalsOf(lan), await seen.balanceOf(lan)]).toEqual([[['requested', null, 600_000n]], 1_000_000n]);
    await setAvailable(world, 'vnd', available);
    await workFor(world);
    expect([await seen.withdrawalsOf(lan), await seen.balanceOf(lan)]).toEqual([[['done', null, 600_000n]], 400_000n]);
  });

  test.each([
    ['', 'QUANTITY_INVALID', {}],
    ['-1', 'QUANTITY_INVALID', {}],
    ['99999', 'QUANTITY_TOO_SMALL', { n: '100000', code: 'vnd' }],
    ['500000000', 'QUANTITY_TOO_LARGE', { n: '499999999', code: 'vnd' }],
    ['1000001', 'BALANCE_SHORT', { n: '1000000', code: 'vnd' }],
  ])('of %j is refused: %s', async (amount, code, params) => {
    await expect((await withDong()).withdraw(amount)).rejects.toMatchObject({ code, params });
  });

  test('goes to an account that the customer saved a day ago or earlier', async () => {
    const lan = await withDong();
    const other = { ...OWN_ACCOUNT, account: '0071009999999' };
    await expect(lan.withdraw('100000', other)).rejects.toMatchObject({ code: 'DESTINATION_UNKNOWN' });
    await saveDestination(world.web, world.deps, accounts.deps, lan.caller, { currency: 'vnd', ...other, password: PASSWORD });
    await expect(lan.withdraw('100000', other)).rejects.toMatchObject({ code: 'DESTINATION_NEW', params: { hours: String(DESTINATION_WAIT_HOURS) } });
    world.clock.advance((DESTINATION_WAIT_HOURS - 1) * HOUR_MS);
    await expect(lan.withdraw('100000', other)).rejects.toMatchObject({ code: 'DESTINATION_NEW', params: { hours: '1' } });
    world.clock.advance(HOUR_MS);
    expect((await lan.withdraw('100000', other)).state).toBe('requested');
    await workFor(world);
    expect(await seen.withdrawalsOf(lan)).toEqual([['done', null, 100_000n]]);
  });

  test('takes a code of the second factor, which counts once', async () => {
    const lan = await withDong();
    await expect(lan.withdraw('100000', { code: '000000' })).rejects.toMatchObject({ code: 'CODE_INVALID' });
    const code = lan.code();
    await lan.withdraw('100000', { code });
    await expect(lan.withdraw('100000', { code })).rejects.toMatchObject({ code: 'CODE_USED' });
    await turnOffTwoFactor(world.web, accounts.deps, lan.caller, { password: PASSWORD, code: lan.code() });
    world.clock.advance(DAY_MS);
    await expect(lan.withdraw('100000')).rejects.toMatchObject({ code: 'TWO_FACTOR_NEEDED' });
    await workFor(world);
  });

  test('takes no code that came by SMS', async () => {
    const lan = await withDong();
    await turnOffTwoFactor(world.web, accounts.deps, lan.caller, { password: PASSWORD, code: lan.code() });
    const newestCode = () => accounts.sms.sent.at(-1)?.code ?? '';
    const { setUp } = await setUpSms(world.web, accounts.deps, lan.caller, { password: PASSWORD, phone: '0912345678' });
    const { token, recoveryCodes } = await activateTwoFactor(world.web, accounts.deps, lan.caller, { setUp, code: newestCode() });
    const caller = await accounts.callerOf(token);
    world.clock.advance(DAY_MS);
    await sendCode(world.web, accounts.deps, caller, {});
    for (const code of [newestCode(), recoveryCodes[0] ?? '']) {
      await expect(lan.withdraw('100000', { code })).rejects.toMatchObject({ code: 'TWO_FACTOR_NEEDED' });
    }
  });
});

describe('a withdrawal that a web process has not looked at', () => {
  const UNKNOWN = '0071007777777';

  test.each<[string, string | null, Partial<AskedWithdrawal>]>([
    ['to the customer’s account', null, {}],
    ['with a higher fee than there is', 'not_allowed', { fee: 1n }],
    ['of more than is sent at once', 'not_allowed', { amount: 500_000_000n }],
    ['to an account that is not saved', 'destination', { destination: UNKNOWN }],
    ['to this account at another bank', 'destination', { destinationBank: 'tcb' }],
    ['of another currency than the account is saved for', 'destination', { currency: 'eth' }],
  ])('%s: the signer’s objection is %s', async (_, reason, set) => {
    const lan = await withDong();
    await askUnchecked(lan, set);
    expect(await answerTo(lan)).toEqual([reason === null ? 'sending' : 'refused', reason]);
  });

  test('is refused to an account that was saved less than a day before', async () => {
    const lan = await withDong();
    await saveDestination(world.web, world.deps, accounts.deps, lan.caller, { currency: 'vnd', bank: 'vcb', account: UNKNOWN, password: PASSWORD });
    world.clock.advance(DESTINATION_WAIT_HOURS * HOUR_MS - 1);
    await askUnchecked(lan, { destination: UNKNOWN });
    expect(await answerTo(lan)).toEqual(['refused', 'destination']);
    world.clock.advance(1);
    await askUnchecked(lan, { destination: UNKNOWN });
    expect(await answerTo(lan)).toEqual(['sending', null]);
  });

  test('is refused to an account that web’s login alone has saved', async () => {
    const lan = await withDong();
    const insert = `insert into saved_destination (customer_id, currency, bank, account, saved_at, proof)
      select customer_id, currency, bank, $2, saved_at, proof from saved_destination where customer_id = $1`;
    await world.database.query(insert, [lan.customerId, UNKNOWN]);
    await askUnchecked(lan, { destination: UNKNOWN });
    expect(await answerTo(lan)).toEqual(['refused', 'destination']);
  });

  async function askUnchecked({ customerId }: Member, set: Partial<AskedWithdrawal>): Promise<void> {
    const { account: destination, bank: destinationBank } = OWN_ACCOUNT;
    const asked: AskedWithdrawal = {
      ...{ id: randomUUID(), ref: refFromBytes(randomBytes(REF_BYTES)), customerId, currency: 'vnd', amount: 600_000n, fee: 0n },
      ...{ destination, destinationBank, destinationName: null, createdAt: world.clock.now(), ...set },
    };
    const proof = withdrawalProofOf(asked, world.deps.requestSecrets);
    await addWithdrawal(world.web.orm, { ...asked, proof, version: 1, state: 'requested', reason: null, reference: null, finalAt: null });
  }

  /** State and reason of the newest withdrawal, once the signer has looked at it. */
  async function answerTo({ customerId }: Member) {
    await takeWithdrawals(world.signer);
    const text = 'select state, reason from withdrawal where customer_id = $1 order by created_at desc limit 1';
    const [row] = await world.database.query(text, [customerId]);
    return [row?.state, row?.reason];
  }
});
