import { START } from '@quydoi/domain/testing/order';
import { expect, test } from 'vitest';
import type { Ctx } from '../context.ts';
import { createSuspensionProbe } from './suspension-probe.ts';

const OURS = { network: 'bank', direction: 'in', subject: 'list' };

/** Whether a probe is due at each of three looks, ten seconds apart, while one suspension is in force. */
async function dueWhile(suspension: object | null): Promise<boolean[]> {
  let nowMs = START.getTime();
  const clock = { now: () => new Date(nowMs) };
  const ctx = { clock, settings: async () => ({ suspensions: suspension ? [suspension] : [] }) } as unknown as Ctx;
  const isDue = createSuspensionProbe(ctx, 'bank', 'list');
  const due: boolean[] = [];
  for (let look = 0; look < 3; look += 1, nowMs += 10_000) due.push(await isDue());
  return due;
}

test('its own suspension is probed every twenty seconds', async () => {
  expect(await dueWhile(OURS)).toEqual([true, false, true]);
});

test.each([
  ['none', null],
  ['another network', { ...OURS, network: 'tron' }],
  ['the other direction', { ...OURS, direction: 'out' }],
  ['another subject', { ...OURS, subject: 'webhook' }],
])('a suspension of %s is not', async (_, suspension) => {
  expect(await dueWhile(suspension)).toEqual([false, false, false]);
});
