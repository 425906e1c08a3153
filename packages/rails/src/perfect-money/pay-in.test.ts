import { DAY_MS, HOUR_MS } from '@quydoi/domain/durations';
import { describe, expect, test } from 'vitest';
import { RailError } from '../rail-error.ts';
import type { Answer, Call } from './call.ts';
import { createPaymentReader } from './pay-in.ts';

const HEADER = 'Time,Type,Batch,Currency,Amount,Fee,Payer Account,Payee Account,Payment ID,Memo';
const OURS = 'U1000001';
const NOW = new Date('2026-03-10T12:00:00Z');

interface Paid {
  at: string;
  batch: number;
  amount?: string;
  memo?: string;
  paymentId?: string;
  payer?: string;
  payee?: string;
  type?: string;
  /** From when on the history shows it. */
  shownAt?: string;
  /** From when on its batch is found. */
  foundAt?: string;
}

const line = ({ at, batch, amount = '10.00', memo = 'EX24A7K9Q2', paymentId = '', payer = 'U2000001', payee = OURS, type = 'Income' }: Paid) =>
  `${at.slice(5, 7)}/${at.slice(8, 10)}/${at.slice(0, 4)} ${at.slice(11, 16)},${type},${batch},USD,${amount},0.00,${payer},${payee},${paymentId},${memo}`;

/** A history that answers for whole days, at most thirty, as Perfect Money's does. */
function history(paid: readonly Paid[], clock: { now: Date } = { now: NOW }) {
  const asked: Record<string, string>[] = [];
  const call = async (page: string, fields: Readonly<Record<string, string>>): Promise<Answer> => {
    asked.push({ ...fields });
    const day = (prefix: string) => Date.UTC(Number(fields[`${prefix}year`]), Number(fields[`${prefix}month`]) - 1, Number(fields[`${prefix}day`]));
    if (day('end') - day('start') > 30 * DAY_MS) return { isOk: true, page, text: 'Error: Period is too long' };
    const shown = paid.filter(({ at, shownAt }) => {
      const ms = Date.parse(at);
      return ms >= day('start') && ms < day('end') + DAY_MS && (shownAt === undefined || Date.parse(shownAt) <= clock.now.getTime());
    });
    if (fields.batchfilter !== undefined) {
      const isFound = ({ foundAt }: Paid) => foundAt === undefined || Date.parse(foundAt) <= clock.now.getTime();
      const only = shown.filter((one) => String(one.batch) === fields.batchfilter && isFound(one));
      return { isOk: true, page, text: only.length === 0 ? 'No Records Found.' : `${[HEADER, ...only.map(line)].join('\r\n')}\r\n` };
    }
    return { isOk: true, page, text: `${[HEADER, ...shown.map(line)].join('\r\n')}\r\n` };
  };
  return { asked, call };
}

/** Reads until there is no more. */
async function readAll(call: Call, cursor: string | null, now: Date) {
  const read = createPaymentReader(call, OURS);
  const batches = new Set<string>();
  let pages = 0;
  for (let at = cursor; ; pages += 1) {
    const page = await read(at, now);
    const before = batches.size;
    for (const { reference } of page.facts) batches.add(reference);
    if (!page.more) return { batches: [...batches], cursor: page.cursor, pages: pages + 1 };
    // It gets on: through the history, or through the rows of one range.
    expect(page.cursor !== at || batches.size > before).toBe(true);
    at = page.cursor;
  }
}

/** The first read of a process. */
const readOnce = (call: Call, cursor: string | null = null, now = NOW) => createPaymentReader(call, OURS)(cursor, now);

test('reads a payment with every field of the history', async () => {
  const { call, asked } = history([{ at: '2026-03-10T11:58:00Z', batch: 700, amount: '100.50', memo: 'EX24A7K9Q2, a comma\u0001' }]);
  const page = await readOnce(call);
  expect(page).toEqual({
    facts: [
      {
        network: 'perfect-money',
        account: OURS,
        reference: '700',
        unit: 'pm',
        amount: 10_050n,
        exactAmount: null,
        memo: 'EX24A7K9Q2, a comma',
        payer: 'U2000001',
        payerName: null,
        paidAt: new Date('2026-03-10T11:58:00Z'),
        confirmed: true,
        source: 'pm-history',
        sourceId: '700',
      },
    ],
    unreadable: [],
    rows: { parsed: 1, unparsed: 0 },
    cursor: '2026-03-10T11:58:00.000Z/700/2026-03-10T12:00:00.000Z',
    more: false,
  });
  expect(asked[0]).toMatchObject({ startmonth: '3', startday: '3', endmonth: '3', endday: '11', paymentsreceived: '1', metalfilter: '1' });
  expect(asked[0]).not.toHaveProperty('paymentsmade');
});

test('skips our own payments, payments to our other wallets and zero amounts', async () => {
  const at = '2026-03-10T11:58:00Z';
  const { call } = history([
    { at, batch: 1, type: 'Charge', payer: OURS, payee: 'U2000001' },
    { at, batch: 2, payee: 'U1000002' },
    { at, batch: 3, amount: '0.00' },
  ]);
  expect((await readOnce(call)).facts).toEqual([]);
});

describe('payments that appear late in the history', () => {
  const clock = { now: NOW };
  const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

  test('are found at the next read within the hour, otherwise at the next full read; known older ones are not repeated', async () => {
    const { call } = history(
      [
        { at: '2026-03-09T10:00:00Z', batch: 690 },
        { at: '2026-03-10T11:59:00Z', batch: 700 },
        { at: '2026-03-10T11:20:00Z', batch: 698, shownAt: at(1).toISOString() },
        { at: '2026-03-06T08:00:00Z', batch: 600, shownAt: at(2).toISOString() },
        { at: '2026-03-09T08:00:00Z', batch: 701, shownAt: at(2).toISOString() },
      ],
      clock,
    );
    const first = await readAll(call, null, NOW);
    expect(first.batches.sort()).toEqual(['690', '700']);
    clock.now = at(1);
    const second = await readAll(call, first.cursor, at(1));
    expect(second.batches.sort()).toEqual(['698', '700']);
    clock.now = at(61);
    const third = await readAll(call, second.cursor, at(61));
    expect(third.batches.sort()).toEqual(['600', '690', '698', '700', '701']);
  });
});

test('after months without reads everything is read, in ranges that the history accepts', async () => {
  const days = Array.from({ length: 130 }, (_, index) => new Date(NOW.getTime() - index * DAY_MS).toISOString());
  const paid = days.map((at, index) => ({ at, batch: 10_000 - index }));
  const { call, asked } = history(paid);
  const cursor = `${new Date(NOW.getTime() - 129 * DAY_MS).toISOString()}/9871/2025-11-01T00:00:00.000Z`;
  const read = await readAll(call, cursor, NOW);
  expect([...new Set(read.batches)].sort()).toEqual(paid.map(({ batch }) => String(batch)).sort());
  const ranges = new Set(asked.filter(({ batchfilter }) => batchfilter === undefined).map((fields) => JSON.stringify(fields)));
  expect(ranges.size).toBeLessThan(8);
  expect(asked.length).toBe(read.pages + paid.length);
  expect(read.cursor).toBe(`${NOW.toISOString().slice(0, 16)}:00.000Z/10000/${NOW.toISOString()}`);
});

test('a payment with a future time does not move the cursor beyond now', async () => {
  const { call } = history([{ at: '2026-03-11T11:00:00Z', batch: 5 }]);
  expect((await readOnce(call)).cursor).toMatch(/^2026-03-10T12:00:00.000Z\/5\//);
});

test('a row that cannot be read is named and stops nobody', async () => {
  const at = '2026-03-10T11:58:00Z';
  const { call } = history([
    { at, batch: 8, amount: '1.234' },
    { at, batch: 9 },
  ]);
  const page = await readOnce(call);
  expect([page.facts.map(({ reference }) => reference), page.unreadable]).toEqual([['9'], ['8']]);
});

describe('a history that is too long for one answer', () => {
  const rowsMax = 3;
  const limited = (paid: readonly Paid[]) => {
    const { call, asked } = history(paid);
    return {
      asked,
      async call(page: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
        const answer = await call(page, fields);
        if (answer.text.split('\r\n').length - 2 > rowsMax) throw new RailError('perfect-money', 'too-long', 'unknown', 'answer above 9 bytes');
        return answer;
      },
    };
  };

  test('is read in parts, down to single days', async () => {
    const paid = Array.from({ length: 14 }, (_, n) => ({ at: new Date(NOW.getTime() - (n / 2) * DAY_MS).toISOString(), batch: 100 + n }));
    const read = await readAll(limited(paid).call, null, NOW);
    expect(read.batches.map(Number).sort()).toEqual(paid.map(({ batch }) => batch));
  });

  test('stops only the thorough read, which is tried again after five minutes, not the payments of today', async () => {
    const crowded = Array.from({ length: rowsMax + 1 }, (_, n) => ({ at: '2026-03-05T08:00:00Z', batch: 100 + n }));
    const { call, asked } = limited([...crowded, { at: '2026-03-10T11:59:00Z', batch: 700 }]);
    const cursor = '2026-03-10T11:30:00.000Z/600/2026-03-10T10:00:00.000Z';
    const read = await readAll(call, cursor, NOW);
    expect(read.batches).toEqual(['700']);
    asked.splice(0);
    const minutes = async (count: number) => {
      await readOnce(call, read.cursor, new Date(NOW.getTime() + count * 60_000));
      return asked.splice(0).some(({ startday }) => Number(startday) < 9);
    };
    expect([await minutes(1), await minutes(5)]).toEqual([false, true]);
  });
});

test.each(['', 'x', '2026-03-10T12:00:00.000Z', '2026-03-10T12:00:00.000Z/x/2026-03-10T12:00:00.000Z', 'never/1/2026-03-10T12:00:00.000Z'])(
  'the cursor %j is an error, not a new beginning',
  async (cursor) => {
    await expect(readOnce(history([]).call, cursor)).rejects.toMatchObject({ trouble: 'malformed' });
  },
);

test.each([
  ['Error: Can not login with passed AccountID and PassPhrase', true, 'credentials'],
  ['Error: too many requests', true, 'busy'],
  ['<html>captcha</html>', true, 'malformed'],
  [`${HEADER}\n03/10/2026 11:58,Income,700`, true, 'malformed'],
  [`${HEADER}\n`, false, 'unreachable'],
])('%j throws a RailError, never returns an empty page', async (text, isOk, trouble) => {
  await expect(readOnce(async (page) => ({ isOk, page, text }))).rejects.toMatchObject({ trouble });
});

describe('a memo with a line break', () => {
  const at = '2026-03-10T11:58:00Z';
  const forged = (batch: number, amount = '3000.00') => line({ at, batch, amount, payer: 'U7654321' });
  const readWith = async (paid: readonly Paid[]) => {
    const { facts, unreadable } = await readOnce(history(paid).call);
    return { amounts: facts.map(({ reference, amount }) => `${reference}: ${amount}`), unreadable };
  };

  test.each([
    ['a batch that does not exist', 900],
    ['its own batch', 700],
  ])('makes no payment of %s', async (_, batch) => {
    const { amounts } = await readWith([
      { at, batch: 700, amount: '0.01', memo: `x\n${forged(batch)}` },
      { at, batch: 701 },
    ]);
    expect(amounts).toEqual(['701: 1000']);
  });

  test('makes no other payment of one that there is, and hides none', async () => {
    const { amounts, unreadable } = await readWith([
      { at, batch: 700, amount: '0.01', memo: `x\n${forged(701)}` },
      { at, batch: 701 },
    ]);
    expect(amounts).toEqual(['701: 1000']);
    expect(unreadable).toEqual(['700', '701']);
  });

  test.each([
    ['a quote in the payment id, which the memo closes', '"', `"\n${forged(700)}`],
    ['a quote in the payment id, which nothing closes', '"', `x\n${forged(700)}`],
    ['a line break in the payment id', 'x\n', `\n${forged(700)}`],
    ['a carriage return in the payment id', 'x\r', `\r${forged(700)}`],
    ['a line break and a row in another currency', '"\n', `"\n${forged(700).replace('USD', 'EUR')}\n${forged(700)}`],
    ['rows for two batches', '"', `"\n${forged(700)}\n${forged(900)}`],
    ['the row itself in the payment id', `\n${forged(700)}`, 'x'],
    ['commas and quotes around it', '","', `","\n${forged(700)}\n"`],
  ])('makes no payment of its own batch: %s', async (_, paymentId, memo) => {
    const { amounts, unreadable } = await readWith([
      { at, batch: 700, amount: '0.01', paymentId, memo },
      { at, batch: 701 },
    ]);
    expect(amounts).toEqual(['701: 1000']);
    // An operator sees the payment that there is.
    expect(unreadable).toContain('700');
  });

  test('makes no payment of the batch of another one that cannot be read', async () => {
    const { amounts, unreadable } = await readWith([
      { at, batch: 700, amount: '0.01', paymentId: 'x\n', memo: 'y' },
      { at, batch: 701, amount: '0.01', memo: `x\n${forged(700)}` },
    ]);
    expect(amounts).toEqual([]);
    expect(unreadable).toEqual(expect.arrayContaining(['700', '701']));
  });

  test('does not move the cursor', async () => {
    const future = line({ at: '2026-03-10T23:59:00Z', batch: 99_999_999, amount: '3000.00' });
    const { cursor } = await readOnce(
      history([
        { at: '2026-03-10T11:50:00Z', batch: 700, amount: '0.01', memo: `x\n${future}` },
        { at: '2026-03-10T11:40:00Z', batch: 699 },
      ]).call,
    );
    expect(cursor).toMatch(/^2026-03-10T11:40:00.000Z\/699\//);
  });

  test.each([
    ['words', 'x\ny\nz', 'a\nb\nc'],
    ['beginnings of rows', 'x\n01/01/2026 00:00,Income,1,USD', '\n01/01/2026 00:00,Income,2,USD\n01/01/2026 00:00,Income,3,USD'],
  ])('is no change of the format: %s', async (_, paymentId, memo) => {
    const page = await readOnce(history([{ at, batch: 700, paymentId, memo }]).call);
    expect(page.facts).toEqual([]);
    expect(page.unreadable).toContain('700');
    expect(page.rows?.parsed).toBe(1);
  });

  test.each(['x\nhello', 'x\r\n\r\nhello', 'x\n<html>', 'x\n,,,,,,,,,'])('stops nobody: %j', async (memo) => {
    const { amounts } = await readWith([
      { at, batch: 700, memo },
      { at, batch: 701 },
    ]);
    expect(amounts).toContain('701: 1000');
  });

  test('is asked about less and less often, at most twice in a read', async () => {
    const { call, asked } = history([
      { at, batch: 700, amount: '0.01', memo: `x\n${Array.from({ length: 25 }, (_, n) => forged(900 + n)).join('\n')}` },
    ]);
    const read = createPaymentReader(call, OURS);
    let page = await read(null, NOW);
    while (page.more) page = await read(page.cursor, NOW);
    expect(page.facts).toEqual([]);
    const questions = () => asked.splice(0).filter(({ batchfilter }) => batchfilter !== undefined).length;
    expect(questions()).toBe(26);
    await read(page.cursor, new Date(NOW.getTime() + 60_000));
    expect(questions()).toBe(2);
  });
});

describe('a payment whose batch is found later than it is listed', () => {
  const at = '2026-03-10T12:00:00Z';
  const timeOf = (ms: number) => new Date(NOW.getTime() + ms);

  /** Reads every five seconds from when the payment is listed. @returns the seconds at which it is asked about, up to when it is told */
  async function askedUntilTold(foundAfterMs: number): Promise<number[]> {
    const clock = { now: timeOf(-HOUR_MS) };
    const { call, asked } = history([{ at, batch: 700, shownAt: at, foundAt: timeOf(foundAfterMs).toISOString() }], clock);
    const read = createPaymentReader(call, OURS);
    let { cursor } = await read(null, clock.now);
    asked.length = 0;
    const seconds: number[] = [];
    for (let ms = 5_000; ms < 3 * HOUR_MS; ms += 5_000) {
      clock.now = timeOf(ms);
      const page = await read(cursor, clock.now);
      cursor = page.cursor;
      if (asked.splice(0).some(({ batchfilter }) => batchfilter === '700')) seconds.push(ms / 1_000);
      if (page.facts.length > 0) return seconds;
    }
    return seconds;
  }

  test('is told within seconds, before the time at which it would count as late', async () => {
    expect(await askedUntilTold(8_000)).toEqual([5, 10]);
    expect(await askedUntilTold(60_000)).toEqual([5, 10, 15, 25, 45, 85]);
  });

  test('is asked about less and less often, up to once an hour', async () => {
    expect(await askedUntilTold(10 * HOUR_MS)).toEqual([5, 10, 15, 25, 45, 85, 125, 165, 205, 245, 285, 325, 645, 1_285, 2_565, 5_125, 8_725]);
  });

  test('does not wait for rows that are forged', async () => {
    const clock = { now: NOW };
    const lines = Array.from({ length: 25 }, (_, n) => line({ at, batch: 900 + n, amount: '3000.00' })).join('\n');
    const { call } = history(
      [
        { at, batch: 699, memo: `x\n${lines}` },
        { at, batch: 700, shownAt: timeOf(7_200_000).toISOString() },
      ],
      clock,
    );
    const read = createPaymentReader(call, OURS);
    let page = await read(null, clock.now);
    while (page.more) page = await read(page.cursor, clock.now);
    clock.now = timeOf(7_200_000);
    page = await read(page.cursor, clock.now);
    expect(page.facts.map(({ reference }) => reference)).toContain('700');
    expect(page.more).toBe(false);
  });
});

test('a payment is asked about once, in as many reads', async () => {
  const { call, asked } = history([{ at: '2026-03-10T11:58:00Z', batch: 700 }]);
  const read = createPaymentReader(call, OURS);
  const { cursor } = await read(null, NOW);
  for (let n = 1; n < 4; n += 1) expect((await read(cursor, new Date(NOW.getTime() + n * 5_000))).facts).toHaveLength(1);
  expect(asked.filter(({ batchfilter }) => batchfilter === '700')).toHaveLength(1);
});
