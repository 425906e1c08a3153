import type { Orm } from '@quydoi/database/orm';
import type { PolledSource } from '@quydoi/rails/source';
import { expect, test } from 'vitest';
import type { Ctx } from '../context.ts';
import { perSource } from './per-source.ts';

test('each process keeps one thing of each source, made when it is first asked for', () => {
  const processes = [{ orm: {} as Orm }, { orm: {} as Orm }] as Ctx[];
  const sources = [{ name: 'a' }, { name: 'b' }] as PolledSource[];
  let made = 0;
  const kept = perSource(() => {
    made += 1;
    return { made };
  });
  const all = () => processes.flatMap((ctx) => sources.map((source) => kept(ctx, source)));
  const first = all();
  expect(first.map((each) => each.made)).toEqual([1, 2, 3, 4]);
  for (const [place, again] of all().entries()) expect(again).toBe(first[place]);
  expect(made).toBe(4);
});
