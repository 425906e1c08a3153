import { expect, test } from 'vitest';
import type { Ctx } from '../context.ts';
import { journalFirstHand } from './journal-first-hand.ts';

test('a role that reads no list looks for no payments of one, and has no more to do', async () => {
  const withoutLists = { rails: new Map() } as unknown as Ctx;
  expect(await journalFirstHand(withoutLists)).toBe(false);
});
