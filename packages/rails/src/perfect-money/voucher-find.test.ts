import { expect, test } from 'vitest';
import type { PayoutRequest } from '../payout.ts';
import type { Call } from './call.ts';
import { findVoucher } from './voucher-find.ts';
import { readVoucher } from './voucher-read.ts';

const CODE = '0987654321234567';
const HEADER = 'Created,e-Voucher number,Activation code,Currency,Batch,Payer Account,Payee Account,Activated,Amount';
const HISTORY = 'Time,Type,Batch,Currency,Amount,Fee,Payer Account,Payee Account,Payment ID,Memo';
const REQUEST: PayoutRequest = { key: 'QD-1', currency: 'e-voucher', amount: 10_000n, destination: 'evoucher', destinationBank: null, memo: '' };
const SENT_AT = new Date('2026-01-05T08:03:40Z');
const NOW = new Date('2026-01-05T09:00:00Z');

const voucher = (batch: number, more: { at?: string; amount?: string; payer?: string; used?: boolean } = {}) =>
  [
    `01/05/2026 ${more.at ?? '08:03'}`,
    String(batch).padStart(10, '0'),
    CODE,
    '1',
    batch,
    more.payer ?? 'U1000001',
    more.used ? 'U7654321' : '',
    more.used ? '01/05/2026 08:30' : '',
    more.amount ?? '100.00',
  ].join(',');
const charge = (batch: number, fee = '0.50', amount = '100.00') => `01/05/2026 08:03,Charge,${batch},USD,${amount},${fee},U1000001,,,`;

/** A provider with these vouchers and charges; a list as text is answered as it is. */
function provider(vouchers: readonly string[] | string, charges: readonly string[] | string = []) {
  const asked: (Record<string, string> & { page: string })[] = [];
  const call: Call = async (page, fields) => {
    asked.push({ page, ...fields });
    const [header, lines] = page === 'evcsv.asp' ? [HEADER, vouchers] : [HISTORY, charges];
    return { isOk: true, page, text: typeof lines === 'string' ? lines : `${[header, ...lines].join('\r\n')}\r\n` };
  };
  return { call, asked };
}

const find = (call: Call, own: string | null, others: readonly string[] = [], period = { sentAt: SENT_AT, now: NOW }) =>
  findVoucher(call, 'U1000001', () => 77n, REQUEST, period, { own, others: new Set(others) });

test('with its batch, the row of that batch tells, used or not', async () => {
  const { call } = provider([voucher(7, { at: '07:00' }), voucher(8, { at: '07:00', used: true })], [charge(7), charge(8, '0.51')]);
  const at = new Date('2026-01-05T07:00:00Z');
  expect(await find(call, '8')).toEqual({ state: 'paid', reference: '8', fee: 51n, at, voucher: { number: '0000000008', code: CODE } });
  expect(await find(call, '9')).toEqual({ state: 'absent' });
});

test('another amount or wallet under its batch is an error', async () => {
  for (const line of [voucher(7, { amount: '100.01' }), voucher(7, { payer: 'U1000002' })])
    await expect(find(provider([line]).call, '7')).rejects.toMatchObject({ trouble: 'malformed', outcome: 'unknown' });
});

test('without, it is the earliest of its amount that no other attempt has', async () => {
  const lines = [voucher(12), voucher(11), voucher(10, { at: '08:04' }), voucher(9), voucher(8, { amount: '99.00' }), voucher(7, { at: '07:53' })];
  const { call } = provider(lines, [charge(11)]);
  expect(await find(call, null, ['9'])).toMatchObject({ state: 'paid', reference: '11', fee: 50n, duplicates: ['12', '10'] });
  expect(await find(call, null, ['9', '10', '11'])).toMatchObject({ reference: '12', fee: 77n });
  expect(await find(call, null, ['9', '10', '11', '12'])).toEqual({ state: 'absent' });
  expect(await find(provider([voucher(7, { payer: 'U1000002' })]).call, null)).toEqual({ state: 'absent' });
  // Their clock is a little behind ours.
  expect(await find(provider([voucher(7, { at: '07:54' })]).call, null)).toMatchObject({ reference: '7' });
});

test('the same row twice is one voucher', async () => {
  expect(await find(provider([voucher(7), voucher(7)]).call, null)).not.toHaveProperty('duplicates');
});

test('a row that cannot be read and might be it is an error, any other is not', async () => {
  const broken = (batch: number, at?: string) => voucher(batch, at === undefined ? {} : { at }).replace('100.00', '1.2.3');
  for (const own of [null, '7'])
    await expect(find(provider([broken(7)]).call, own)).rejects.toMatchObject({ trouble: 'malformed', outcome: 'unknown' });
  expect(await find(provider([broken(7)]).call, null, ['7'])).toEqual({ state: 'absent' });
  expect(await find(provider([broken(7, '07:53')]).call, null)).toEqual({ state: 'absent' });
  expect(await find(provider([broken(7)]).call, '8')).toEqual({ state: 'absent' });
  expect(await find(provider([broken(7), voucher(8)]).call, null)).toMatchObject({ reference: '8' });
  await expect(find(provider([broken(7).replace(',7,', ',,')]).call, '8')).rejects.toMatchObject({ outcome: 'unknown' });
});

test('nothing is found out without knowing what other attempts made', async () => {
  const { call, asked } = provider([voucher(7)]);
  const search = findVoucher(call, 'U1000001', () => 0n, REQUEST, { sentAt: SENT_AT, now: NOW }, undefined);
  await expect(search).rejects.toMatchObject({ name: 'RailError' });
  expect(asked).toEqual([]);
});

test('asks for the days around the creation, thirty at a time', async () => {
  const { call, asked } = provider([]);
  await find(call, null, [], { sentAt: new Date('2026-01-01T00:30:00Z'), now: new Date('2026-02-27T23:00:00Z') });
  const days = asked.map((one) => [one.startmonth, one.startday, one.startyear, one.endmonth, one.endday, one.endyear].join());
  expect(days).toEqual(['12,31,2025,1,29,2026', '1,30,2026,2,28,2026']);
});

test('a charge that includes the fee is understood; an unreadable history is an error', async () => {
  expect(await find(provider([voucher(7)], [charge(7, '0.00', '100.50')]).call, '7')).toMatchObject({ fee: 50n });
  expect(await find(provider([voucher(7)], [charge(7, '0.00')]).call, '7')).toMatchObject({ fee: 0n });
  await expect(find(provider([voucher(7)], '<html>').call, '7')).rejects.toMatchObject({ trouble: 'malformed', outcome: 'unknown' });
});

test.each([
  ['Error: Can not login with passed AccountID and PassPhrase', 'credentials'],
  ['Error: You have been banned for 2 minute(s)', 'busy'],
  [`Error: Period is wrong for ${CODE}`, 'refused'],
  [`<html>${CODE}</html>`, 'malformed'],
  [`${HEADER}\r\n${voucher(7).slice(0, -3)}`, 'malformed'],
])('%j is an error "%s" without the code, never absent', async (text, trouble) => {
  const searches = [find(provider(text).call, null), find(provider(text).call, '7'), readVoucher(provider(text).call, 'U1000001', '0000000007', NOW)];
  for (const search of searches) {
    const error = await search.catch((caught: Error) => caught);
    expect(error).toMatchObject({ trouble, outcome: 'unknown' });
    expect((error as Error).stack).not.toContain(CODE);
  }
});

test('reads a voucher by its number', async () => {
  const { call, asked } = provider([voucher(7), voucher(8, { used: true }), voucher(9, { used: true }).replace('01/05/2026 08:30', 'Yes')]);
  const read = (number: number) => readVoucher(call, 'U1000001', String(number).padStart(10, '0'), SENT_AT);
  const createdAt = new Date('2026-01-05T08:03:00Z');
  expect(await read(7)).toEqual({ number: '0000000007', reference: '7', amount: 10_000n, createdAt, activated: null });
  expect(await read(8)).toMatchObject({ activated: { at: new Date('2026-01-05T08:30:00Z'), account: 'U7654321' } });
  await expect(read(9)).rejects.toMatchObject({ trouble: 'malformed' });
  expect(await read(10)).toBeNull();
  // A lost answer is recorded once the list tells it, days later perhaps.
  expect(asked[0]).toMatchObject({ page: 'evcsv.asp', ev_number: '0000000007', startday: '22', startmonth: '12', startyear: '2025', endday: '6' });
  await expect(readVoucher(provider([voucher(7).replace('100.00', '?')]).call, 'U1000001', '0000000007', NOW)).rejects.toMatchObject({
    outcome: 'unknown',
  });
  expect(await readVoucher(provider([voucher(7).replace('100.00', '?')]).call, 'U1000001', '0000000008', NOW)).toBeNull();
});
