import { expect, test } from 'vitest';
import { readVoucherList } from './voucher-list.ts';

const HEADER = 'Created,e-Voucher number,Activation code,Currency,Batch,Payer Account,Payee Account,Activated,Amount';
const UNUSED = '01/05/2026 08:03,0123456789,0987654321234567,1,700000001,U1000001,,,100.00';
const USED = '01/05/2026 08:04,1123456789,1987654321234567,USD,700000002,U1000001,U7654321,01/06/2026 09:00,5.00';
const list = (...lines: string[]) => readVoucherList(`${[HEADER, ...lines].join('\r\n')}\r\n`);

test('reads unused and used vouchers, with their leading zeros', () => {
  expect(list(UNUSED, USED)).toEqual({
    rows: [
      {
        createdAt: new Date('2026-01-05T08:03:00Z'),
        voucher: { number: '0123456789', code: '0987654321234567' },
        batch: '700000001',
        payer: 'U1000001',
        amount: 10_000n,
        activated: null,
      },
      expect.objectContaining({ batch: '700000002', activated: { at: new Date('2026-01-06T09:00:00Z'), account: 'U7654321' } }),
    ],
    unreadable: [],
  });
});

test('columns are found by name', () => {
  const header = 'Amount,Batch,More,Currency,Activated,Payee Account,Payer Account,Activation code,e-Voucher number,Created';
  const line = '100.00,700000001,x,1,,,u1000001,0987654321234567,0123456789,01/05/2026 08:03';
  expect(readVoucherList(`\uFEFF${header}\n${line}\n`)?.rows).toEqual(list(UNUSED)?.rows);
});

test('an activation whose time cannot be read is one', () => {
  expect(list(USED.replace('01/06/2026 09:00', 'Yes'))?.rows[0]?.activated).toEqual({ at: null, account: 'U7654321' });
});

test('nothing found is an empty list', () => {
  for (const text of ['No Records Found.', `${HEADER}\r\n`, `${HEADER}\r\nNo Records Found.\r\n`])
    expect(readVoucherList(text)).toEqual({ rows: [], unreadable: [] });
});

test.each([
  ['number', UNUSED.replace('0123456789', '123456789')],
  ['code', UNUSED.replace('0987654321234567', '9.87654E+14')],
  ['currency', UNUSED.replace(',1,', ',?,')],
  ['batch', UNUSED.replace('700000001', '')],
  ['payer', UNUSED.replace('U1000001', '')],
  ['time', UNUSED.replace('01/05/2026', '31/31/2026')],
  ['amount', UNUSED.replace('100.00', '1.2.3')],
  ['sign', UNUSED.replace('100.00', '-100.00')],
  ['zero', UNUSED.replace('100.00', '0.00')],
  ['cells', `${UNUSED},`],
])('a row with an unreadable %s costs itself only', (_, line) => {
  const read = list(line, USED);
  expect(read?.rows.map(({ batch }) => batch)).toEqual(['700000002']);
  expect(read?.unreadable).toHaveLength(1);
});

test('vouchers of other wallets are skipped', () => {
  expect(list(UNUSED.replace('U1000001', 'E1000001').replace(',1,', ',2,'), USED)).toMatchObject({ rows: [{ batch: '700000002' }], unreadable: [] });
});

test.each([
  '',
  'Error: Can not login with passed AccountID and PassPhrase',
  '<html><body>captcha</body></html>',
  HEADER.replace('Batch', 'Number'),
  `${HEADER},Batch\r\n`,
  `${HEADER}\r\nError: something\r\n`,
  `${HEADER}\r\n${UNUSED}\r\n<html>\r\n`,
])('%j is no list', (text) => {
  expect(readVoucherList(text)).toBeNull();
});

test('a truncated list is none, unless it is whole to its last digit', () => {
  const csv = `${HEADER}\r\n${UNUSED}`;
  const line = csv.length - UNUSED.length;
  for (let length = 0; length < csv.length; length += 1) {
    // Only behind a line break a cut cannot be seen.
    if (length === HEADER.length + 1 || length === HEADER.length + 2 || length === line) continue;
    expect(readVoucherList(csv.slice(0, length))).toBeNull();
  }
  expect(readVoucherList(csv)?.rows).toHaveLength(1);
});
