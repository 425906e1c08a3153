import { type Change, NO_CHANGE } from '@quydoi/domain/change';
import { expect, test } from 'vitest';
import { endedStages } from './order-stages.ts';

const START_MS = Date.UTC(2026, 0, 6);
const after = (ms: number) => new Date(START_MS + ms);

/** A change of which only what stages are made of is filled in. */
function changeOf(rows: { readonly [K in keyof Change]?: unknown }): Change {
  return { ...NO_CHANGE, ...(rows as Partial<Change>) };
}

test('each step of the way ends its stage', () => {
  const payment = { state: 'unmatched', paidAt: after(0), recordedAt: after(900) };
  const payout = { createdAt: after(1_000) };
  const attempt = { state: 'prepared', createdAt: after(1_100), sentAt: null, settledAt: null };
  const sending = { ...attempt, state: 'sending', sentAt: after(1_120) };
  const done = { ...sending, state: 'done', settledAt: after(1_500) };
  const ended = (rows: Parameters<typeof changeOf>[0], atMs: number) => endedStages(changeOf(rows), after(atMs));

  expect(ended({ payments: [{ before: null, after: payment }] }, 905)).toEqual([{ stage: 'list', ms: 900 }]);
  expect(ended({ payments: [{ before: payment, after: { ...payment, state: 'matched' } }] }, 930)).toEqual([{ stage: 'match', ms: 30 }]);
  expect(ended({ order: { before: { paidAt: after(930) } }, payouts: [{ before: null, after: payout }] }, 1_001)).toEqual([
    { stage: 'start', ms: 70 },
  ]);
  expect(ended({ payouts: [{ before: payout, after: payout }], attempts: [{ before: null, after: attempt }] }, 1_100)).toEqual([
    { stage: 'confirm', ms: 100 },
  ]);
  expect(ended({ attempts: [{ before: attempt, after: sending }] }, 1_121)).toEqual([{ stage: 'send', ms: 20 }]);
  expect(ended({ attempts: [{ before: sending, after: { ...sending, state: 'sent' } }] }, 1_180)).toEqual([{ stage: 'answer', ms: 60 }]);
  expect(ended({ attempts: [{ before: { ...sending, state: 'sent' }, after: done }] }, 1_500)).toEqual([{ stage: 'settle', ms: 380 }]);
});

test('what ends no stage is not measured', () => {
  expect(endedStages(NO_CHANGE, after(1))).toEqual([]);
  const refused = { state: 'refused', createdAt: after(0), sentAt: null, settledAt: after(1) };
  expect(endedStages(changeOf({ attempts: [{ before: { ...refused, state: 'prepared' }, after: refused }] }), after(1))).toEqual([]);
});
