import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('cells are told apart, whatever is in them', () => {
  expect(
    csvOf([
      ['Mã', 'Ghi chú'],
      ['A1', 'một, "hai"\nba'],
    ]),
  ).toBe('\uFEFFMã,Ghi chú\r\nA1,"một, ""hai""\nba"\r\n');
});

test.each(['=1+1', '+84', '-1+1', '-1.', '@cmd', '\t=1'])('%j is no formula', (text) => {
  expect(csvOf([[text]])).toBe(`\uFEFF'${text}\r\n`);
});

test.each(['-1', '-0.05', '12'])('%j is a number', (text) => {
  expect(csvOf([[text]])).toBe(`\uFEFF${text}\r\n`);
});
