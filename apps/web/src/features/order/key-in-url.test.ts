import { expect, test } from 'vitest';
import { keyInUrl, withKeyInFragment } from './key-in-url.ts';

const KEY = 'k7Yw2mE0vQx5sT1uR9oPbA';

test.each([
  [`https://x.example/order/ABC#k=${KEY}`, KEY],
  [`https://x.example/order/ABC?k=${KEY}`, KEY],
  ['https://x.example/order/ABC', null],
  ['https://x.example/order/ABC#k=<script>', null],
  ['https://x.example/order/ABC#k=short', null],
])('%s carries %s', (address, key) => {
  expect(keyInUrl(new URL(address))).toBe(key);
});

test('moves a key from the query to the fragment', () => {
  expect(withKeyInFragment(new URL(`https://x.example/order/ABC?lang=en&k=${KEY}`), KEY)).toBe(`/order/ABC?lang=en#k=${KEY}`);
});
