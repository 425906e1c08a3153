import { expect, test } from 'vitest';
import { holderMarkCode, markedName } from './holder-mark.ts';

test.each([
  ['initial', 'WEBMONEY_NEEDS_FORMAL_PASSPORT'],
  ['begin', 'WEBMONEY_NEW_ACCOUNT'],
  ['limit', 'WEBMONEY_LIMIT_EXCEEDED'],
] as const)('a name with the mark %s is refused with %s', (mark, code) => {
  expect(markedName('Ivan Petrov', mark)).toBe(`Ivan Petrov;${mark}`);
  expect(holderMarkCode(markedName('Ivan Petrov', mark))).toBe(code);
});

test.each(['Ivan Petrov', 'initial', 'Ivan; Petrov', 'Ivan;toString', '', ';'])('%j has no mark', (name) => {
  expect(holderMarkCode(markedName(name, null))).toBeNull();
});
