import { expect, test } from 'vitest';
import { nextTheme, type Theme } from './theme.ts';

test.each([
  { device: 'light', round: ['system', 'dark', 'light', 'system'] },
  { device: 'dark', round: ['system', 'light', 'dark', 'system'] },
] as const)('on a $device device the first switch is visible, and all themes are reached', ({ device, round }) => {
  const turned: Theme[] = ['system'];
  for (let turns = 0; turns < 3; turns += 1) turned.push(nextTheme(turned.at(-1) ?? 'system', device === 'dark'));
  expect(turned).toEqual(round);
});
