import { expect, test } from 'vitest';
import { nextPath } from './next-path.ts';

test.each([
  ['', '/history/trade'],
  ['next=%2Fbuy%2Fpm%3Fx%3D1', '/buy/pm?x=1'],
  ['next=https%3A%2F%2Fthief.example', '/history/trade'],
  ['next=%2F%2Fthief.example', '/history/trade'],
  ['next=%2F%5Cthief.example', '/history/trade'],
  ['next=javascript%3Aalert(1)', '/history/trade'],
])('%j leads to %s', (search, path) => {
  expect(nextPath(search)).toBe(path);
});

test.each([
  ['', '/history/transaction/7KQ2M9XR4B'],
  ['next=/history/trade', '/history/transaction/7KQ2M9XR4B'],
  ['next=%2Fbuy%2Fpm', '/buy/pm'],
  ['next=https%3A%2F%2Fthief.example', '/history/transaction/7KQ2M9XR4B'],
])('%j leads back to the order that was left, unless a page asked for the login', (search, path) => {
  expect(nextPath(search, '/history/transaction/7KQ2M9XR4B')).toBe(path);
});
