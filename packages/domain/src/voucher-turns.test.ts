import { expect, test } from 'vitest';
import { isIssuerSpared, networksPutOff } from './voucher-turns.ts';

const refused = (origin: string, lastMinute: number, lastHour: number) => ({ origin, lastMinute, lastHour });

test('the issuer is left alone after ten wrong vouchers in a minute, whoever they are of', () => {
  expect(isIssuerSpared([refused('a', 5, 5), refused('b', 4, 9)])).toBe(false);
  expect(isIssuerSpared([refused('a', 5, 5), refused('b', 5, 9)])).toBe(true);
});

test.each([
  ['one wrong voucher makes no network a guessing one', [refused('a', 1, 1), refused('b', 1, 1)], []],
  ['an order’s five wrong vouchers put their network off', [refused('a', 5, 5), refused('b', 1, 1)], ['a']],
  ['guessing networks share half of the budget', [refused('a', 2, 60), refused('b', 3, 3), refused('c', 0, 2)], ['a', 'b', 'c']],
  ['while they have not used it up, they go on', [refused('a', 4, 60), refused('b', 0, 3)], []],
  ['those that do not guess use up none of it', [refused('a', 2, 60), ...['b', 'c', 'd'].map((one) => refused(one, 1, 1))], []],
] as const)('%s', (_, all, putOff) => {
  expect(networksPutOff(all)).toEqual(putOff);
});
