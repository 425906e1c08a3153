import { expect, test } from 'vitest';
import { keepLatest } from './keep-latest.ts';

test('what was asked for longest ago goes until everything fits', () => {
  const kept = keepLatest<string>(100);
  for (const key of ['a', 'b', 'c']) {
    kept.set(key, key);
    kept.weigh(key, key, 40);
    kept.get('a');
  }
  expect(['a', 'b', 'c'].map((key) => kept.get(key))).toEqual(['a', undefined, 'c']);
});

test('a value is weighed once, and not after it was replaced, dropped or is too large by itself', () => {
  const kept = keepLatest<string>(100);
  kept.set('a', 'old');
  kept.weigh('a', 'old', 60);
  kept.set('a', 'new');
  kept.weigh('a', 'old', 60);
  kept.weigh('a', 'new', 60);
  kept.weigh('a', 'new', 50);
  kept.set('b', 'b');
  kept.weigh('b', 'b', 50);
  expect([kept.get('a'), kept.get('b')]).toEqual(['new', 'b']);
  kept.delete('b');
  kept.weigh('b', 'b', 1);
  kept.set('large', 'large');
  kept.weigh('large', 'large', 101);
  expect([kept.get('a'), kept.get('large')]).toEqual([undefined, undefined]);
  kept.set('c', 'c');
  kept.weigh('c', 'c', 100);
  expect(kept.get('c')).toBe('c');
  kept.clear();
  expect(kept.get('c')).toBeUndefined();
});
