import { expect, test } from 'vitest';
import { depositMemoOf, depositorsInMemo, isNearlyDepositMemo } from './deposit-memo.ts';

const LAN = 'J36N8C77';
const MINH = 'K47P9D88';

test('a deposit’s memo is DEPCV and the customer’s id', () => {
  expect(depositMemoOf(LAN)).toBe(`DEPCV${LAN}`);
});

test.each([
  [depositMemoOf(LAN), [LAN]],
  [`depcv ${LAN.toLowerCase()} nap tien`, [LAN]],
  [`MBVCB.123456.DEP-CV.${LAN}.CT tu 0071001234567`, [LAN]],
  [`DEPCV${LAN}DEPCV${LAN}`, [LAN]],
  [`DEPCV${LAN} DEPCV${MINH}`, [LAN, MINH]],
  [`DEPCV${LAN.slice(0, -1)}`, []],
  [LAN, []],
  ['', []],
])('%j is of %j', (memo, ids) => {
  expect(depositorsInMemo(memo)).toEqual(ids);
});

test.each([
  [depositMemoOf(LAN), true],
  [`MBVCB.123456.DEP-CV.${LAN.slice(0, -1)}2.CT tu 0071001234567`, true],
  [`DEPVC${LAN}`, true],
  [`EPCV ${LAN}`, true],
  ['DEPCV HUYENTRN', true],
  ['TRAN THI DEP chuyen tien', false],
  ['MBVCB.7890123456.TRAN THI DEP chuyen tien.CT tu 0011007654321 TRAN THI DEP toi 0011004567890 CONG TY QUY DOI', false],
  ['DAT COC NHA DEP CK LAN 1 CT tu 0011007654321', false],
  ['HIEP CV chuyen tien', false],
  ['mua giày dép cho con', false],
  [LAN, false],
  ['CHUYEN TIEN CT tu 0071001234567 NGUYEN VAN A', false],
  ['', false],
])('%j looks like a deposit: %s', (memo, looksSo) => {
  expect(isNearlyDepositMemo(memo)).toBe(looksSo);
});
