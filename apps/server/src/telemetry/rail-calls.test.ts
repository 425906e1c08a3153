import { expect, test } from 'vitest';
import { instrumentRail, type RailCall } from './rail-calls.ts';

/** A rail of no network that exists, with whatever rails may come to offer. */
function instrumented() {
  const calls: RailCall[] = [];
  let nowMs = 0;
  const rail = {
    code: 'bank' as const,
    payouts: {
      kind: 'keyed',
      fee: 3n,
      maxFee: (amount: bigint) => amount / 100n,
      async send(key: string) {
        nowMs += 40;
        if (key === 'broken') throw Object.assign(new Error('no answer'), { trouble: 'unreachable' });
        if (key === 'bug') throw new TypeError('bug');
        return { state: key === 'poor' ? 'refused' : 'accepted', fee: this.fee };
      },
    },
    sources: [{ name: 'list', read: async () => [] as string[] }],
  };
  return {
    calls,
    rail: instrumentRail(
      rail,
      (call) => calls.push(call),
      () => nowMs,
    ),
  };
}

test('asynchronous calls are observed with their method, outcome and duration, and answer as before', async () => {
  const { rail, calls } = instrumented();
  expect(await rail.payouts.send('one')).toEqual({ state: 'accepted', fee: 3n });
  expect(await rail.payouts.send('poor')).toMatchObject({ state: 'refused' });
  await expect(rail.payouts.send('broken')).rejects.toMatchObject({ message: 'no answer', trouble: 'unreachable' });
  await expect(rail.payouts.send('bug')).rejects.toThrow(TypeError);
  expect(calls).toEqual(
    ['accepted', 'refused', 'unreachable', 'error'].map((outcome) => ({ rail: 'bank', method: 'payouts.send', outcome, durationMs: 40 })),
  );
});

test('what lists of capabilities offer is observed under their names', async () => {
  const { rail, calls } = instrumented();
  await rail.sources[0]?.read();
  expect(calls).toEqual([{ rail: 'bank', method: 'sources.list.read', outcome: 'ok', durationMs: 0 }]);
});

test('values and synchronous calls pass through', () => {
  const { rail, calls } = instrumented();
  expect(rail.code).toBe('bank');
  expect(rail.payouts.kind).toBe('keyed');
  expect(rail.payouts.maxFee(500n)).toBe(5n);
  expect(calls).toEqual([]);
});
