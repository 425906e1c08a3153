import type { Orm } from '@quydoi/database/orm';
import { expect, test } from 'vitest';
import { rememberNeverSent, wasNeverSent } from './never-sent.ts';

const REMEMBERED_MAX = 10_000;

test('a process forgets the oldest of the attempts that it sent nothing of once it remembers ten thousand', () => {
  const process = { orm: {} as Orm };
  const known = (n: number) => wasNeverSent(process, { id: `attempt ${n}` });
  for (let n = 1; n <= REMEMBERED_MAX; n += 1) rememberNeverSent(process, { id: `attempt ${n}` });
  expect([known(1), known(REMEMBERED_MAX)]).toEqual([true, true]);
  rememberNeverSent(process, { id: 'attempt 10001' });
  expect([1, 2, REMEMBERED_MAX, REMEMBERED_MAX + 1].map(known)).toEqual([false, true, true, true]);
});
