import { beforeEach, expect, test, vi } from 'vitest';

let items: Map<string, string>;

beforeEach(() => {
  items = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
  });
  return () => vi.unstubAllGlobals();
});

async function keep(search: string): Promise<string> {
  vi.resetModules();
  return (await import('./sponsor.ts')).keepSponsor(search);
}

test('the customer of the first link stays, also for pages that are opened later', async () => {
  expect(await keep('')).toBe('');
  expect(await keep('?lang=en&ref=abcd2345')).toBe('ABCD2345');
  expect(await keep('?ref=ZZZZ9999')).toBe('ABCD2345');
  expect(await keep('')).toBe('ABCD2345');
  expect([...items]).toEqual([['sponsor', '"ABCD2345"']]);
});

test.each(['?ref=', '?ref=7KQ2M9XR4B', '?ref=<script>', '?ref=ABCD 2345 6', '?sponsor=ABCD2345'])('%s names no customer', async (search) => {
  expect(await keep(search)).toBe('');
  expect([...items]).toEqual([]);
});
