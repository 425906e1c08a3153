import { expect, test } from 'vitest';
import { bankAppUrl } from './bank-apps.ts';
import { BANKS } from './banks.ts';

const TRANSFER = {
  bank: 'vietin',
  account: '22102025',
  accountName: 'BAN VAN DONG CUU TRO TRUNG UONG',
  amount: 2000n,
  memo: 'ck',
  returnUrl: 'https://payos.vn',
};

test("is VietQR.io's own example", () => {
  expect(decodeURIComponent(bankAppUrl('mb', TRANSFER) ?? '')).toBe(
    'https://dl.vietqr.io/pay?app=mb&ba=22102025@icb&am=2000&tn=ck&bn=BAN VAN DONG CUU TRO TRUNG UONG&url=https://payos.vn',
  );
  expect(bankAppUrl('mb', TRANSFER)).toContain('&bn=BAN%20VAN%20DONG');
});

test('opens only apps that fill the transfer in', () => {
  const codes = [...BANKS.map(({ slug }) => slug), 'toString', ''];
  expect(codes.filter((code) => bankAppUrl(code, TRANSFER) !== null)).toEqual(['vietin', 'bidv', 'mb', 'acb', 'ocb']);
});

test("names every receiving bank that sends and receives by QR by VietQR.io's code", () => {
  const receivers = BANKS.filter(({ bin, vietQrStatus, type }) => type === 'bank' && bin !== null && vietQrStatus === 1);
  const named = receivers.map(({ slug }) => /@(\w+)&/.exec(bankAppUrl('acb', { ...TRANSFER, bank: slug }) ?? '')?.[1]);
  expect(named).toEqual(receivers.map(({ code }) => code.toLowerCase()));
});

test('lets nothing in a value become a parameter', () => {
  const url = new URL(bankAppUrl('acb', { ...TRANSFER, accountName: 'A&app=evil', memo: 'x#y' }) ?? '');
  expect([url.searchParams.get('app'), url.searchParams.get('bn'), url.searchParams.get('tn'), url.hash]).toEqual(['acb', 'A&app=evil', 'x#y', '']);
});
