import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change } from '../change.ts';
import type { DecisionContext } from '../decision-context.ts';
import { sumByUnit } from '../ledger/post.ts';
import { decideCreditReferral, decideNoReferral, decidePostponeReferral, decideTakeBackReferral } from './decide-referral.ts';
import { debtOf, type Referral, standingOf } from './referral.ts';

const NOW = new Date('2026-11-30T00:00:00Z');
const EARLIER = new Date('2026-11-29T00:00:00Z');
const CTX: DecisionContext = { now: NOW, newId: () => 'new', actor: 'system', cause: 'creditReferrals' };
const DUE: Referral = { id: 'o', version: 1, sponsorId: 'LAN22222', state: 'due', amount: 0n, returned: 0n, dueAt: EARLIER, creditedAt: null };
const owed = (id: string, amount: bigint, returned: bigint): Referral => ({
  ...DUE,
  id,
  state: 'taken-back',
  amount,
  returned,
  creditedAt: EARLIER,
});
const BALANCE = 'customer:LAN22222:vnd';

/** What a change does to the sponsor's balance, by posting: kind, order, amount. */
const moves = ({ postings }: Change) =>
  postings.map(({ kind, orderId, entries }) => [kind, orderId, -(entries.find(({ account }) => account === BALANCE)?.amount ?? 0n)]);
const after = ({ referrals }: Change) => referrals.map((step) => step.after);

describe('a credit', () => {
  test('is the whole share, out of the fees, and is dated', () => {
    const change = decideCreditReferral(DUE, 2_595n, [], CTX);
    expect(after(change)).toEqual([{ ...DUE, version: 2, state: 'credited', amount: 2_595n, creditedAt: NOW }]);
    expect(change.postings.map(({ entries }) => entries)).toEqual([
      [
        { account: 'fee:vnd', amount: 2_595n },
        { account: BALANCE, amount: -2_595n },
      ],
    ]);
    expect(moves(change)).toEqual([['referral', 'o', 2_595n]]);
  });

  test('of an order that is delivered again is what was taken back of the first one', () => {
    const change = decideCreditReferral({ ...DUE, amount: 1_000n, returned: 400n, creditedAt: EARLIER }, 7n, [], CTX);
    expect(after(change)).toMatchObject([{ state: 'credited', amount: 1_000n, returned: 0n, creditedAt: EARLIER }]);
    expect(moves(change)).toEqual([['referral', 'o', 400n]]);
  });

  test('of an order of which nothing was taken back books nothing', () => {
    expect(decideCreditReferral({ ...DUE, amount: 1_000n, creditedAt: EARLIER }, 7n, [], CTX).postings).toEqual([]);
  });

  test('pays what is owed, in sequence, and no more than there is', () => {
    const debts = [owed('a', 500n, 200n), owed('b', 900n, 0n), owed('c', 5n, 0n)];
    const change = decideCreditReferral(DUE, 1_000n, debts, CTX);
    expect(moves(change)).toEqual([
      ['referral', 'o', 1_000n],
      ['referral-return', 'a', -300n],
      ['referral-return', 'b', -700n],
    ]);
    expect(after(change).map(({ id, returned }) => [id, returned])).toEqual([
      ['o', 0n],
      ['a', 500n],
      ['b', 700n],
    ]);
  });

  test('pays no debt of another sponsor', () => {
    expect(moves(decideCreditReferral(DUE, 1_000n, [{ ...owed('a', 500n, 0n), sponsorId: 'MINH2222' }], CTX))).toEqual([['referral', 'o', 1_000n]]);
  });

  test('of nothing ends the referral', () => {
    expect(decideCreditReferral(DUE, 0n, [owed('a', 500n, 0n)], CTX)).toEqual(decideNoReferral(DUE));
    expect(after(decideNoReferral(DUE))).toMatchObject([{ state: 'none', version: 2 }]);
  });
});

describe('a credit that is taken back', () => {
  const CREDITED: Referral = { ...DUE, version: 3, amount: 1_000n, creditedAt: EARLIER };

  test.each([
    [5_000n, 1_000n, 0n],
    [1_000n, 1_000n, 0n],
    [999n, 999n, 1n],
    [0n, 0n, 1_000n],
  ])('from a balance of %s is %s, and %s stays owed', (balance, taken, debt) => {
    const change = decideTakeBackReferral(CREDITED, balance, CTX);
    expect(moves(change)).toEqual(taken === 0n ? [] : [['referral-return', 'o', -taken]]);
    expect(after(change)).toMatchObject([{ state: 'taken-back', amount: 1_000n, returned: taken, version: 4 }]);
    expect(after(change).map(debtOf)).toEqual([debt]);
  });

  test('and was none ends', () => {
    expect(decideTakeBackReferral(DUE, 5n, CTX)).toEqual(decideNoReferral(DUE));
  });
});

test('what is postponed stays due', () => {
  expect(after(decidePostponeReferral(DUE, NOW))).toEqual([{ ...DUE, version: 2, dueAt: NOW }]);
});

test.each(['credited', 'taken-back', 'none'] as const)('a referral that is %s is not decided again', (state) => {
  expect(() => decideCreditReferral({ ...DUE, state }, 1n, [], CTX)).toThrow('referral of order o');
  expect(() => decideTakeBackReferral({ ...DUE, state }, 1n, CTX)).toThrow('referral of order o');
});

test('whatever happens, the balance is what was credited and not taken back, and never below zero', () => {
  type Event = { readonly order: number; readonly share: bigint } | { readonly spends: bigint };
  const event: fc.Arbitrary<Event> = fc.oneof(
    fc.record({ order: fc.nat(3), share: fc.bigInt({ min: 1n, max: 1_000n }) }),
    fc.record({ spends: fc.bigInt({ min: 1n, max: 1_500n }) }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const referrals = new Map<string, Referral>();
      let [balance, spent, fees] = [0n, 0n, 0n];
      const write = (change: Change) => {
        for (const { after: next } of change.referrals) referrals.set(next.id, next);
        for (const { entries } of change.postings) {
          expect([...sumByUnit(entries).values()]).toEqual([0n]);
          for (const { account, amount } of entries) {
            if (account === BALANCE) balance -= amount;
            else fees += amount;
            expect(balance).toBeGreaterThanOrEqual(0n);
          }
        }
      };
      for (const one of events) {
        if ('spends' in one) {
          const taken = one.spends < balance ? one.spends : balance;
          balance -= taken;
          spent += taken;
          continue;
        }
        // An order is delivered, and its delivery reversed, by turns.
        const known = referrals.get(String(one.order)) ?? { ...DUE, id: String(one.order) };
        const due: Referral = { ...known, state: 'due' };
        const debts = [...referrals.values()].filter((referral) => debtOf(referral) > 0n && referral.id !== due.id);
        write(known.state === 'credited' ? decideTakeBackReferral(due, balance, CTX) : decideCreditReferral(due, one.share, debts, CTX));
      }
      const standing = [...referrals.values()].reduce((sum, referral) => sum + standingOf(referral), 0n);
      expect(balance + spent).toBe(standing);
      expect(fees).toBe(standing);
      for (const { amount, returned, state } of referrals.values()) {
        expect(returned).toBeGreaterThanOrEqual(0n);
        expect(returned).toBeLessThanOrEqual(amount);
        if (state === 'credited') expect(returned).toBe(0n);
      }
    }),
  );
});
