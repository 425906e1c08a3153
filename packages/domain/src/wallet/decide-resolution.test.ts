import { describe, expect, test } from 'vitest';
import { NO_CHANGE } from '../change.ts';
import type { DecisionContext } from '../decision-context.ts';
import { sumByUnit } from '../ledger/post.ts';
import { type Payout, queuedPayout } from '../transfer/payout.ts';
import {
  canResolveWithdrawal,
  canReturnWithdrawal,
  decideRefusePayout,
  decideResolveWithdrawal,
  decideReturnWithdrawal,
  isGivenBack,
} from './decide-resolution.ts';
import { payoutOf } from './decide-withdrawal.ts';
import type { Withdrawal } from './withdrawal.ts';
import { withdrawalObligation } from './withdrawal-obligation.ts';

const NOW = new Date('2026-11-29T00:00:00Z');
const CTX: DecisionContext = { now: NOW, newId: () => 'new', actor: 'operator:lan', cause: 'resolveWithdrawal' };
const IN_ERROR: Withdrawal = {
  ...{ id: 'w', version: 3, ref: '7KQ2M9XR34', customerId: '7KQ2M9XR', currency: 'eth', amount: 1_000n, fee: 10n },
  ...{ destination: '0x1', destinationBank: null, destinationName: null, createdAt: NOW, proof: 'p' },
  ...{ state: 'error', reason: 'payout_unknown', reference: null, finalAt: null },
};
const payout = (seq: number, set: Partial<Payout>): Payout => ({ ...queuedPayout(payoutOf(IN_ERROR, seq, 1_010n, `p${seq}`), NOW), ...set });
const FAILED = payout(1, { state: 'failed', tries: 1 });
const UNTRIED = payout(1, { state: 'failed' });

const amountsOf = (change: ReturnType<typeof decideResolveWithdrawal>) =>
  Object.fromEntries(change.postings.flatMap(({ entries }) => entries.map(({ account, amount }) => [account, amount])));

describe('a withdrawal in error', () => {
  test.each<[boolean, Partial<Withdrawal>, Payout[]]>([
    [true, {}, [FAILED]],
    [false, { reason: 'payout_refused' }, [UNTRIED]],
    [false, { state: 'sending', reason: null }, [FAILED]],
    [false, {}, [FAILED, payout(2, {})]],
  ])('is resolved: %s, where %j', (can, set, payouts) => {
    expect(canResolveWithdrawal({ withdrawal: { ...IN_ERROR, ...set }, payouts })).toBe(can);
  });

  test.each<[boolean, Partial<Withdrawal>, Payout[]]>([
    [true, {}, [FAILED]],
    [true, { reason: 'payout_refused' }, [UNTRIED]],
    [false, { reason: 'returned' }, [FAILED]],
    [false, { state: 'failed', reason: 'payout_refused' }, [FAILED]],
    [false, {}, [FAILED, payout(2, {})]],
  ])('is returned: %s, where %j', (can, set, payouts) => {
    expect(canReturnWithdrawal({ withdrawal: { ...IN_ERROR, ...set }, payouts })).toBe(can);
  });

  test('that operators return stays in error, and moves no money', () => {
    const change = decideReturnWithdrawal({ withdrawal: IN_ERROR, payouts: [FAILED] });
    expect(change).toEqual({ ...NO_CHANGE, withdrawals: [{ before: IN_ERROR, after: { ...IN_ERROR, version: 4, reason: 'returned' } }] });
  });

  test('that is done settles what is owed, without a hold and without a balance', () => {
    const change = decideResolveWithdrawal({ withdrawal: IN_ERROR, payouts: [FAILED] }, 'done', { reference: 'tx', fee: 7n }, 20n, CTX);
    expect(change.withdrawals[0]?.after).toMatchObject({ state: 'done', reason: null, reference: 'tx', finalAt: NOW, version: 4 });
    expect(amountsOf(change)).toEqual({ 'rail:eth': -997n, 'withdrawal:eth': 1_000n, 'network-fee:eth': 7n, 'fee:eth': -10n });
    expect([...sumByUnit(change.postings[0]?.entries ?? []).values()]).toEqual([0n]);
    expect(change.payouts).toEqual([]);
  });

  test('that is sent again has the next payout, with a hold of its own', () => {
    const change = decideResolveWithdrawal({ withdrawal: IN_ERROR, payouts: [FAILED] }, 'retry', { reference: '', fee: 0n }, 20n, CTX);
    expect(change.withdrawals[0]?.after).toMatchObject({ state: 'sending', reason: null, reference: null, finalAt: null });
    expect(change.payouts[0]?.after).toMatchObject({ seq: 2, amount: 990n, held: 1_010n, state: 'queued', destination: '0x1' });
    expect(amountsOf(change)).toEqual({ 'rail:eth': -1_010n, 'held:eth': 1_010n });
  });
});

describe('a payout that is refused', () => {
  const SENDING: Withdrawal = { ...IN_ERROR, state: 'sending', reason: null };

  test.each<['payout_refused' | 'payout_unknown', Payout[]]>([
    ['payout_refused', [payout(1, {})]],
    ['payout_unknown', [FAILED, payout(2, {})]],
  ])('leaves the withdrawal in error for %s', (reason, payouts) => {
    const last = payouts.at(-1) ?? FAILED;
    const change = decideRefusePayout({ withdrawal: SENDING, payouts }, last, last.held, CTX);
    expect(change.withdrawals[0]?.after).toMatchObject({ state: 'error', reason, finalAt: null });
    expect(change.payouts[0]?.after).toMatchObject({ id: last.id, state: 'failed' });
    expect(amountsOf(change)).toEqual({ 'held:eth': -1_010n, 'rail:eth': 1_010n });
  });

  test.each<[boolean, Partial<Withdrawal>, Payout[]]>([
    [true, { reason: 'payout_refused' }, [UNTRIED]],
    [true, { reason: 'payout_refused' }, [FAILED]],
    [true, { reason: 'returned' }, [FAILED]],
    [false, { reason: 'payout_refused' }, [payout(1, {})]],
    [false, { reason: 'payout_refused' }, [FAILED, payout(2, {})]],
    [false, {}, [UNTRIED]],
    [false, { state: 'failed', reason: 'payout_refused' }, [UNTRIED]],
  ])('is given back: %s, where %j', (isBack, set, payouts) => {
    expect(isGivenBack({ withdrawal: { ...IN_ERROR, ...set }, payouts })).toBe(isBack);
  });
});

describe('a payout that is not sent', () => {
  const SENDING: Withdrawal = { ...IN_ERROR, state: 'sending', reason: null };
  const last = payout(2, {});

  test.each([
    ['failed', 'payout_refused', []],
    ['error', 'payout_refused', [last.id]],
    ['error', 'payout_unknown', [FAILED.id]],
    ['error', 'payout_unknown', [FAILED.id, last.id]],
  ] as const)('leaves its withdrawal %s when it is rejected, and in error (%s) without tries left', (rejected, reason, tried) => {
    const obligation = withdrawalObligation(SENDING, { tried: new Set(tried), hasLeft: true });
    expect(obligation.onRejected(last, last.held, CTX).withdrawals[0]?.after.state).toBe(rejected);
    expect(obligation.onFailed(last, 'no_tries_left', CTX).withdrawals[0]?.after).toMatchObject({ state: 'error', reason });
    // The signer looks up what the provider says that it refused.
    const refused = obligation.onFailed(last, 'payout_refused', CTX);
    expect(refused.withdrawals[0]?.after).toMatchObject({ state: 'error', reason: 'payout_refused' });
    expect(refused.postings.map(({ kind }) => kind)).toEqual(['release']);
  });

  test('leaves its withdrawal in error when it is rejected, or given back by its provider, before the amount has left the balance', () => {
    const obligation = withdrawalObligation(SENDING, { tried: new Set(), hasLeft: false });
    const rejected = obligation.onRejected(last, 0n, CTX);
    expect(rejected.withdrawals[0]?.after).toMatchObject({ state: 'error', reason: 'payout_refused' });
    expect(rejected.postings).toEqual([]);
    expect(() => obligation.onReversed(last, 0n, CTX)).toThrow('has not left its balance');
  });

  test('and was never tried goes back to the balance with what was kept of it, and its hold is released', () => {
    const change = withdrawalObligation(SENDING, { tried: new Set(), hasLeft: true }).onRejected(last, last.held, CTX);
    expect(change.withdrawals[0]?.after).toMatchObject({ state: 'failed', reason: 'payout_refused', finalAt: NOW });
    expect(amountsOf(change)).toEqual({ 'held:eth': -1_010n, 'rail:eth': 1_010n, 'withdrawal:eth': 1_000n, 'customer:7KQ2M9XR:eth': -1_000n });
  });
});

describe('a payout that is sent', () => {
  const SENDING: Withdrawal = { ...IN_ERROR, state: 'sending', reason: null };
  const obligation = withdrawalObligation(SENDING, { tried: new Set(), hasLeft: true });
  const sent = payout(1, {});

  test.each([
    ['less', 7n, { 'rail:eth': 13n }],
    ['more', 25n, { 'suspense:ethereum:eth': -5n }],
  ])('settles what is owed, with what is kept of it and a charge of %s than was held for it', (_, fee, rest) => {
    const change = obligation.onSettled(sent, { reference: 'tx', fee }, CTX);
    expect(change.withdrawals[0]?.after).toMatchObject({ state: 'done', reason: null, reference: 'tx', finalAt: NOW, version: 4 });
    const expected = { 'held:eth': -1_010n, 'withdrawal:eth': 1_000n, 'network-fee:eth': fee, 'fee:eth': -10n, ...rest };
    expect(amountsOf(change)).toEqual(expected);
    expect(change.postings).toMatchObject([{ kind: 'payout', withdrawalId: 'w' }]);
  });

  test('and comes back is in the reserve again, and all of it in the balance, with what was kept', () => {
    const done: Withdrawal = { ...IN_ERROR, state: 'done', reason: null, reference: 'tx', finalAt: NOW };
    const change = withdrawalObligation(done, { tried: new Set([sent.id]), hasLeft: true }).onReversed(sent, 0n, CTX);
    expect(change.withdrawals[0]?.after).toMatchObject({ state: 'failed', reason: 'reversed', reference: null, finalAt: NOW });
    expect(amountsOf(change)).toEqual({ 'rail:eth': 990n, 'fee:eth': 10n, 'customer:7KQ2M9XR:eth': -1_000n });
  });
});
