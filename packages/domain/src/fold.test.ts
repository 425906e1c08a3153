import { expect, test } from 'vitest';
import { foldHolderName, foldVietnamese } from './fold.ts';

test.each([
  ['Đỗ  Thị Ánh', 'Do Thi Anh'],
  [' Nguyễn\tVăn Ước ', 'Nguyen Van Uoc'],
  ['ngân hàng Đầu tư và Phát triển', 'ngan hang Dau tu va Phat trien'],
  ['Ho\u0302\u0300 Chi\u0301 Minh', 'Ho Chi Minh'],
  ['', ''],
])('%j folds to %j', (text, folded) => {
  expect(foldVietnamese(text)).toBe(folded);
  expect(foldVietnamese(folded)).toBe(folded);
});

test('spellings of one holder’s name are equal', () => {
  expect(foldHolderName('Đặng Thị  Quỳnh')).toBe('DANG THI QUYNH');
  expect(foldHolderName('Đặng Thị Quỳnh'.normalize('NFD'))).toBe(foldHolderName('dang thi quynh'));
});
