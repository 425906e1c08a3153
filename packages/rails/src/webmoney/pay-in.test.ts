import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import { describe, expect, test } from 'vitest';
import { RailError } from '../rail-error.ts';
import { type JsonPage, readAnswer } from './json-api.ts';
import { createOperationList, listPayments } from './pay-in.ts';

const OURS = 'Z100000000001';
const NOW = new Date('2026-03-10T12:00:00Z');
const before = (ms: number) => new Date(NOW.getTime() - ms);

interface Row {
  id: number;
  at: Date;
  opertype?: number;
  amount?: number;
  payer?: string;
  payee?: string;
  dateupd?: string;
  period?: number;
  tranid?: unknown;
}

/** A purse that lists operations by the time when they were made, at most `rowsMax` an answer. */
function purse(rows: readonly Row[], rowsMax = 1_000) {
  const asked: { datestart: string; datefinish: string }[] = [];
  const call = async (page: JsonPage, fields: Readonly<Record<string, unknown>>) => {
    const period = fields as { datestart: string; datefinish: string };
    asked.push(period);
    const [from, to] = [Date.parse(`${period.datestart}Z`), Date.parse(`${period.datefinish}Z`)];
    const within = rows.filter(({ at }) => at.getTime() >= from && at.getTime() <= to);
    const operations = within.map(({ id, at, opertype = 0, amount = 10, payer = 'Z200000000001', payee = OURS, ...more }) => {
      return {
        id,
        tranid: 1,
        pursesrc: payer,
        pursedest: payee,
        amount,
        comiss: 0.08,
        opertype,
        desc: 'memo\u0001',
        datecrt: at.toISOString(),
        ...more,
      };
    });
    const text = JSON.stringify(operations.length > rowsMax ? { operations: [], retval: 1004 } : { operations, retval: 0 });
    return readAnswer(page, { status: 200, text });
  };
  return { asked, access: { call, ourPurse: OURS } };
}

const ids = (page: { readonly facts: readonly { readonly reference: string }[] }) => page.facts.map(({ reference }) => Number(reference)).toSorted();

test('reads payments to us, not those from us, returned ones or those that are not done', async () => {
  const { access } = purse([
    { id: 1, at: before(MINUTE_MS) },
    { id: 2, at: before(MINUTE_MS), payer: OURS, payee: 'Z200000000001' },
    { id: 3, at: before(MINUTE_MS), opertype: 12 },
    { id: 4, at: before(MINUTE_MS), opertype: 4 },
    { id: 5, at: before(MINUTE_MS), amount: 0.001 },
  ]);
  const page = await listPayments(access, null, NOW);
  expect(page.facts).toEqual([
    expect.objectContaining({
      reference: '1',
      sourceId: '1',
      account: OURS,
      amount: 1_000n,
      payer: 'Z200000000001',
      memo: 'memo',
      paidAt: before(MINUTE_MS),
    }),
  ]);
  expect(page.unreadable).toEqual(['4', '5']);
  expect(page.returned).toEqual(['3']);
});

test.each([null, 'x', 1.5, -1])('a payment is one whatever its sender’s number (%j)', async (tranid) => {
  const { facts, unreadable } = await listPayments(purse([{ id: 1, at: before(MINUTE_MS), tranid }]).access, null, NOW);
  expect([facts, unreadable]).toMatchObject([[{ reference: '1' }], []]);
});

test('a payment that its payer completed after protection is as late as that; one that does not tell when is none', async () => {
  const [made, completed] = [before(3 * DAY_MS), before(HOUR_MS)];
  const { access } = purse([
    { id: 1, at: made, period: 30, dateupd: completed.toISOString() },
    { id: 2, at: made, period: 0, dateupd: made.toISOString() },
    // Never earlier than it was made, whatever the provider's clock says.
    { id: 3, at: made, dateupd: before(4 * DAY_MS).toISOString() },
    { id: 4, at: made },
    { id: 5, at: made, period: 30 },
    { id: 6, at: made, dateupd: 'yesterday' },
  ]);
  const { facts, unreadable } = await listPayments(access, null, NOW);
  expect(facts.map(({ reference, paidAt }) => [reference, paidAt])).toEqual([
    ['1', completed],
    ['2', made],
    ['3', made],
    ['4', made],
  ]);
  expect(unreadable).toEqual(['5', '6']);
});

test('reads the last hour again each time, and the last week every hour', async () => {
  const { access } = purse([
    { id: 1, at: before(6 * DAY_MS) },
    { id: 2, at: before(2 * HOUR_MS) },
    { id: 3, at: before(MINUTE_MS) },
  ]);
  const first = await listPayments(access, null, NOW);
  expect(ids(first)).toEqual([1, 2, 3]);
  const second = await listPayments(access, first.cursor, new Date(NOW.getTime() + MINUTE_MS));
  expect(ids(second)).toEqual([3]);
  expect(ids(await listPayments(access, second.cursor, new Date(NOW.getTime() + HOUR_MS)))).toEqual([1, 2, 3]);
});

test('after months everything is read, in periods of a month', async () => {
  const rows = Array.from({ length: 90 }, (_, n) => ({ id: n + 1, at: before(n * DAY_MS) }));
  const { access, asked } = purse(rows);
  const seen = new Set<number>();
  let cursor: string | null = `${before(89 * DAY_MS).toISOString()}/${before(89 * DAY_MS).toISOString()}/`;
  for (let more = true; more; ) {
    const page = await listPayments(access, cursor, NOW);
    for (const id of ids(page)) seen.add(id);
    ({ cursor, more } = page);
  }
  expect(seen.size).toBe(90);
  expect(asked.length).toBeLessThan(6);
});

test('a period with too many operations is read in halves', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => ({ id: n + 1, at: before(n * HOUR_MS) }));
  const { access } = purse(rows, 10);
  expect(ids(await listPayments(access, null, NOW))).toHaveLength(40);
});

test('reads again from a time that it is asked for, once', async () => {
  const { access } = purse([{ id: 1, at: before(40 * DAY_MS) }]);
  const list = createOperationList(access, 1_000);
  const read = await list.read(null, NOW);
  expect(ids(read)).toEqual([]);
  const asked = list.readAgain?.(read.cursor ?? '', before(41 * DAY_MS), NOW) ?? null;
  const again = await list.read(asked, NOW);
  expect([ids(again), again.more]).toEqual([[1], true]);
  const rest = await list.read(again.cursor, NOW);
  expect([ids(rest), rest.more]).toEqual([[], false]);
});

describe('a payment under protection', () => {
  /** Reads in which the payment that was made at `NOW` is told as done, and the periods asked for, reading every hour from then on. */
  async function readHourly(doneAfterMs: number, forMs: number, stored: string | null) {
    const told: number[] = [];
    const asked: number[] = [];
    let cursor = stored;
    for (let at = 0; at <= forMs; at += HOUR_MS) {
      const isDone = at >= doneAfterMs;
      const one = purse([
        { id: 1, at: NOW, opertype: isDone ? 0 : 4, period: 120, dateupd: new Date(NOW.getTime() + (isDone ? at : 0)).toISOString() },
      ]);
      for (let more = true; more; ) {
        const page = await listPayments(one.access, cursor, new Date(NOW.getTime() + at));
        if (ids(page).length > 0) told.push(at);
        ({ cursor, more } = page);
      }
      asked.push(one.asked.length);
    }
    return { told, asked };
  }

  test.each([1, 8, 60, 120])('that ends after %i days is reported within a day', async (days) => {
    const { told, asked } = await readHourly(days * DAY_MS, (days + 2) * DAY_MS, null);
    expect(told[0]).toBeGreaterThanOrEqual(days * DAY_MS);
    expect(told[0]).toBeLessThanOrEqual((days + 1) * DAY_MS);
    // Once a day more is read than the last week.
    expect(asked.filter((periods) => periods > 1)).toHaveLength(days + 2);
  });

  test('is reported though the read position was stored before such payments were looked for', async () => {
    const made = [before(40 * DAY_MS), before(HOUR_MS)];
    const { access } = purse(made.map((at, index) => ({ id: index + 1, at, period: 60, dateupd: before(HOUR_MS).toISOString() })));
    const seen: number[] = [];
    let cursor: string | null = `${before(MINUTE_MS).toISOString()}/${before(MINUTE_MS).toISOString()}/`;
    for (let more = true; more; ) {
      const page = await listPayments(access, cursor, NOW);
      seen.push(...ids(page));
      ({ cursor, more } = page);
    }
    expect(seen).toEqual([1, 2]);
  });

  test('is looked for to the end though something newer is asked for again meanwhile', async () => {
    const { access } = purse([{ id: 1, at: before(60 * DAY_MS) }]);
    const list = createOperationList(access, 1_000);
    const first = await list.read(`${before(MINUTE_MS).toISOString()}/${before(MINUTE_MS).toISOString()}/`, NOW);
    expect([ids(first), first.more]).toEqual([[], true]);
    let cursor = list.readAgain?.(first.cursor ?? '', before(2 * DAY_MS), NOW) ?? null;
    const seen: number[] = [];
    for (let more = true; more; ) {
      const page = await list.read(cursor, NOW);
      seen.push(...ids(page));
      ({ cursor, more } = page);
    }
    expect(seen).toEqual([1]);
  });
});

describe('a period of months ago that cannot be read', () => {
  /** Polls for a while a purse whose operations of months ago fail so. @returns the payments and the unreadable periods that were told */
  async function poll(answer: object, through = before(2 * MINUTE_MS)) {
    const { access } = purse([{ id: 7, at: before(MINUTE_MS) }]);
    const call: typeof access.call = async (page, fields) => {
      const isOld = Date.parse(`${String(fields.datestart)}Z`) < before(60 * DAY_MS).getTime();
      return isOld ? readAnswer(page, { status: 200, text: JSON.stringify(answer) }) : access.call(page, fields);
    };
    const told: { facts: number[]; unreadable: string[] } = { facts: [], unreadable: [] };
    let cursor: string | null = `${through.toISOString()}/${before(5 * MINUTE_MS).toISOString()}/`;
    for (let times = 0; times < 10; times += 1) {
      const page = await listPayments({ ...access, call }, cursor, new Date(NOW.getTime() + times * 5_000));
      told.facts.push(...ids(page));
      told.unreadable.push(...(page.unreadable ?? []));
      cursor = page.cursor;
    }
    return told;
  }

  test('keeps no payment of this minute from being read, and is named', async () => {
    const { facts, unreadable } = await poll({ operations: [], retval: 1 });
    expect(facts).toContain(7);
    expect(unreadable[0]).toMatch(/^operations from \d{4}-\d\d-\d\dT/);
  });

  test('is an error where it was never read, or our access is refused', async () => {
    await expect(poll({ operations: [], retval: 1 }, before(100 * DAY_MS))).rejects.toThrow(RailError);
    await expect(poll({ operations: [], retval: 110 })).rejects.toThrow(RailError);
  });
});

test('an incomplete list is an error, and a cursor that cannot be read as well', async () => {
  const broken = { ourPurse: OURS, call: async (page: JsonPage) => readAnswer(page, { status: 200, text: '{"operations":[],"retval":-2}' }) };
  await expect(listPayments(broken, null, NOW)).rejects.toMatchObject({ trouble: 'malformed' });
  await expect(listPayments(purse([]).access, 'nonsense', NOW)).rejects.toMatchObject({ trouble: 'malformed', outcome: 'not-done' });
});
