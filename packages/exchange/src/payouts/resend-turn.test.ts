import { after, attemptOf, START } from '@quydoi/domain/testing/order';
import type { AttemptState } from '@quydoi/domain/transfer/attempt';
import type { SignedTransfer } from '@quydoi/rails/signed-payout';
import { describe, expect, test } from 'vitest';
import type { ProviderRecord } from './check-attempt.ts';
import type { PayoutKind } from './check-times.ts';
import { isIncludable, isResendTurn } from './resend-turn.ts';

const ABSENT: ProviderRecord = { state: 'absent' };
const PENDING: ProviderRecord = { state: 'pending' };

describe('it is the turn of an attempt to be sent again', () => {
  test.each<[PayoutKind, AttemptState, ProviderRecord | null, number, boolean, boolean]>([
    ['keyed', 'unknown', ABSENT, 0, false, true],
    ['keyed', 'unknown', ABSENT, 0, true, false],
    ['keyed', 'sent', ABSENT, 4, false, false],
    ['keyed', 'unknown', PENDING, 4, false, false],
    ['keyed', 'unknown', null, 4, false, false],
    ['signed', 'unknown', PENDING, 0, true, true],
    ['signed', 'sent', PENDING, 3, false, false],
    ['signed', 'sent', PENDING, 4, false, true],
    ['signed', 'sent', PENDING, 5, false, false],
    ['signed', 'sent', PENDING, 9, false, true],
    ['signed', 'unknown', { state: 'expired' }, 4, false, false],
    ['signed', 'unknown', null, 4, false, false],
    ['one-shot', 'unknown', ABSENT, 4, false, false],
    ['one-shot', 'unknown', PENDING, 4, false, false],
    [undefined, 'unknown', ABSENT, 4, false, false],
  ])('%s, %s, %j, after %d checks, patience over %s: %s', (kind, state, record, checks, isPatienceOver, isTurn) => {
    expect(isResendTurn(attemptOf({ state, checks }), { kind, record, isPatienceOver })).toBe(isTurn);
  });
});

describe('a block may still include', () => {
  const until = (validUntil: Date | null): SignedTransfer => ({ txid: 'tx', raw: '00', validUntil, slots: [] });

  test('a transfer until its time', () => {
    expect(isIncludable([until(after(1))], START)).toBe(true);
    expect(isIncludable([until(START)], START)).toBe(false);
  });

  test('one without such a time, whatever the time of those before it', () => {
    expect(isIncludable([until(START), until(null)], START)).toBe(true);
    expect(isIncludable([until(null), until(START)], START)).toBe(false);
  });

  test('nothing where nothing was signed', () => {
    expect(isIncludable([], START)).toBe(false);
  });
});
