import { expect, test } from 'vitest';
import { readHolderName } from './holder-name.ts';

test.each([
  ['Nguyễn Văn Đức', 'NGUYEN VAN DUC'],
  ['  tran  thi\tb ', 'TRAN THI B'],
  ['CONG TY TNHH A & B (VN)', 'CONG TY TNHH A & B (VN)'],
  ["O'NEIL", "O'NEIL"],
  ['CTY 3 A', 'CTY 3 A'],
])('%j is %j', (text, name) => {
  expect(readHolderName(text)).toBe(name);
});

test.each(['', 'A', ' - ', '12345', 'Иванов', '王伟', 'A\u0000B', '<b>A</b>', 'A'.repeat(71), 'A;B', 'WAITING_'])('%j is no name', (text) => {
  expect(readHolderName(text)).toBeNull();
});
