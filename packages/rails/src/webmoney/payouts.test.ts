import { describe, expect, test } from 'vitest';
import type { JsonAnswer, JsonPage } from './json-api.ts';
import { readAnswer } from './json-api.ts';
import { createPayouts } from './payouts.ts';
import { tranIdOf, wmzText } from './wire.ts';

const OURS = 'Z100000000001';
const NOW = new Date('2026-03-10T12:00:00Z');
const REQUEST = {
  key: '7KQ2M9XR4B-1-1',
  currency: 'wmz',
  amount: 10_050n,
  destination: 'Z200000000002',
  destinationBank: null,
  memo: '7KQ2M9XR4B',
} as const;
const ROW = {
  id: 600,
  tranid: tranIdOf(REQUEST.key),
  pursesrc: OURS,
  pursedest: REQUEST.destination,
  amount: 100.5,
  comiss: 0.81,
  opertype: 0,
  desc: REQUEST.key,
  datecrt: '2026-03-10T11:59:58.123Z',
};

/** Payouts over pages that answer as given, and what was asked of them. */
function open(pages: Partial<Record<JsonPage, object>>) {
  const asked: [JsonPage, object][] = [];
  const call = async (page: JsonPage, fields: object): Promise<JsonAnswer> => {
    asked.push([page, fields]);
    return readAnswer(page, { status: 200, text: JSON.stringify(pages[page]) });
  };
  return { asked, payouts: createPayouts({ call, ourPurse: OURS }) };
}

const listing = (...operations: object[]) => ({ GetOperations: { operations, retval: 0, retdesc: 'OK' } });
const answering = (retval: number) => ({ Transact: { retval, retdesc: 'text' } });

describe('send', () => {
  test('names the attempt by a number and in the description', async () => {
    const { payouts, asked } = open({ Transact: { retval: 0, retdesc: 'OK', operation: ROW } });
    expect(await payouts.send(REQUEST, new Date())).toEqual({ state: 'accepted', reference: '600', fee: 81n });
    expect(asked).toEqual([
      ['Transact', expect.objectContaining({ tranid: ROW.tranid, pursedest: REQUEST.destination, amount: 100.5, desc: REQUEST.key, period: 0 })],
    ]);
  });

  test.each([{ pursedest: 'Z200000000003' }, { amount: 100.51 }, { tranid: 5 }, { pursesrc: 'Z100000000009' }])(
    'an answer for another transfer (%j) is unclear',
    async (set) => {
      const { payouts } = open({ Transact: { retval: 0, operation: { ...ROW, ...set } } });
      await expect(payouts.send(REQUEST, new Date())).rejects.toMatchObject({ outcome: 'unknown' });
    },
  );

  test.each([
    [6, 'destination'],
    [7, 'destination'],
    [35, 'destination'],
    [58, 'destination'],
    [17, 'funds'],
    [-110, 'credentials'],
    [111, 'credentials'],
    [72, 'temporary'],
    [13, 'other'],
  ])('code %i is a refusal: %s', async (retval, refusal) => {
    expect(await open(answering(retval)).payouts.send(REQUEST, new Date())).toMatchObject({ state: 'refused', refusal });
  });

  test.each([4, 15, 19, 23, -3, -2, 999])('code %i says nothing about the transfer', async (retval) => {
    await expect(open(answering(retval)).payouts.send(REQUEST, new Date())).rejects.toMatchObject({ trouble: 'malformed', outcome: 'unknown' });
  });

  test('a number that was used before is looked up', async () => {
    const { payouts } = open({ ...answering(103), ...listing(ROW) });
    expect(await payouts.send(REQUEST, new Date())).toEqual({ state: 'accepted', reference: '600', fee: 81n });
    await expect(open({ ...answering(103), ...listing() }).payouts.send(REQUEST, new Date())).rejects.toMatchObject({ outcome: 'unknown' });
    const other = open({ ...answering(103), ...listing({ ...ROW, amount: 1 }) });
    await expect(other.payouts.send(REQUEST, new Date())).rejects.toMatchObject({ outcome: 'unknown' });
  });

  test.each([
    [{ status: 401, text: '{"retval":401,"retdesc":"Authorization error: expired"}' }, 'credentials'],
    [{ status: 401, text: '<html>401</html>' }, 'unreachable'],
    [{ status: 401, text: '{}' }, 'unreachable'],
    [{ status: 403, text: '{"retval":401}' }, 'unreachable'],
    [{ status: 500, text: '{"retval":0}' }, 'unreachable'],
    [{ status: 429, text: '' }, 'busy'],
    [{ status: 200, text: '<html></html>' }, 'malformed'],
  ])('%j is trouble of kind %s', (answer, trouble) => {
    expect(() => readAnswer('Transact', answer)).toThrow(expect.objectContaining({ trouble, outcome: 'unknown' }));
  });
});

describe('find', () => {
  const find = (pages: Partial<Record<JsonPage, object>>) => open(pages).payouts.find(REQUEST, NOW, NOW);

  test('a listed transfer is paid at its time and with its fee', async () => {
    expect(await find(listing(ROW))).toEqual({ state: 'paid', reference: '600', fee: 81n, at: new Date(ROW.datecrt) });
    expect(await find(listing({ ...ROW, opertype: 12 }))).toEqual({ state: 'reversed', reference: '600' });
    expect(await find(listing({ ...ROW, opertype: 4 }))).toEqual({ state: 'pending' });
  });

  test('a payment to us with the same number is not our payout', async () => {
    expect(await find(listing({ ...ROW, pursesrc: REQUEST.destination, pursedest: OURS }))).toEqual({ state: 'absent' });
  });

  test('a number that is told as text is read as the number', async () => {
    expect(await find(listing({ ...ROW, tranid: String(ROW.tranid) }))).toMatchObject({ state: 'paid', reference: '600' });
  });

  test('two transfers under one number are told', async () => {
    expect(await find(listing(ROW, { ...ROW, id: 601 }))).toMatchObject({ state: 'paid', reference: '600', duplicates: ['601'] });
  });

  test('a transfer that is listed twice is one', async () => {
    expect(await find(listing(ROW, ROW))).toEqual(await find(listing(ROW)));
    expect(await find(listing(ROW, ROW, { ...ROW, id: 601 }, { ...ROW, id: 601 }))).toMatchObject({ reference: '600', duplicates: ['601'] });
  });

  test.each<[string, Partial<Record<JsonPage, object>>]>([
    ['an error at the end', { GetOperations: { operations: [], retval: -2, retdesc: 'Partial data' } }],
    ['no code', { GetOperations: { operations: [ROW] } }],
    ['a row that cannot be read', listing({ ...ROW, opertype: 'x' })],
    ['another amount under our key', listing({ ...ROW, amount: 100.49 })],
    ['another description', listing({ ...ROW, desc: 'gift' })],
    ...[null, undefined, ROW.tranid + 0.5, 'x', 5].map((tranid) => [`the number ${tranid}`, listing({ ...ROW, tranid })] satisfies [string, object]),
    ['our purse without its letter', listing({ ...ROW, pursesrc: OURS.slice(1) })],
    ['a payment to us whose payer cannot be read', listing({ ...ROW, pursesrc: '', pursedest: OURS })],
    ['our purse and amount, another order that has another number', listing({ ...ROW, desc: 'ABCDEFGHJK-1-1' })],
  ])('%s says nothing about the payout', async (_, pages) => {
    await expect(find(pages)).rejects.toMatchObject({ outcome: 'unknown' });
  });
});

test('numbers are whole, above zero and below 2^53, and fixed for a key', () => {
  const numbers = Array.from({ length: 2_000 }, (_, n) => tranIdOf(`7KQ2M9XR4B-1-${n}`));
  for (const number of numbers) expect(Number.isSafeInteger(number) && number > 0).toBe(true);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(tranIdOf(REQUEST.key)).toBe(ROW.tranid);
});

test.each([
  [1_050n, '10.5'],
  [1_000n, '10'],
  [1_005n, '10.05'],
  [1n, '0.01'],
])('%i hundredths are written %s', (units, text) => expect(wmzText(units)).toBe(text));

describe('the balance', () => {
  const seconds = NOW.getTime() / 1_000;
  const token = { active: true, scope: 'inv trans transHist balance', exp: seconds + 60, purse: OURS };
  const purses = {
    purses: [
      { pursename: 'Z9', amount: 1 },
      { pursename: OURS, amount: 10.25 },
    ],
    retval: 0,
    retdesc: 'OK',
  };

  test('is that of our purse', async () => {
    expect(await open({ Introspect: token, GetPurses: purses }).payouts.balances(NOW)).toEqual(new Map([['wmz', 1_025n]]));
  });

  test.each([
    ['inactive', { active: false }],
    ['expired', { ...token, exp: seconds }],
    ['for another purse', { ...token, purse: 'Z2' }],
    ['without a permission', { ...token, scope: 'trans balance' }],
  ])('a token that is %s is a refusal of our credentials', async (_, answer) => {
    await expect(open({ Introspect: answer, GetPurses: purses }).payouts.balances(NOW)).rejects.toMatchObject({ trouble: 'credentials' });
  });
});
