import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { createBankRail } from '@quydoi/rails/bank/index';
import type { PaymentPage } from '@quydoi/rails/source';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bankHolderOf } from '../src/bank/holder-name.ts';
import { ACCOUNT, at, OTHER_ACCOUNT, openStage, PACE, type Stage, until, VIRTUAL_ACCOUNT } from '../testing/stage.ts';

/** Time of look-ups, which only WebMoney's depend on. */
const NOW = new Date('2026-01-05T10:00:00Z');

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

const transfer = (memo: string, amount = 1_250_000, more = {}) => stage.post('/transfer', { rail: 'bank', to: ACCOUNT, amount, memo, ...more });

function read(index: number) {
  const caught = at(stage.exchange.caught, index);
  const webhook = { source: 'sepay', headers: caught.headers, body: caught.body, receivedAt: caught.at };
  stage.bank.sources[1].authenticate(webhook);
  return stage.bank.sources[1].read(webhook);
}

const fact = (index: number) => at(read(index), 0);

test('the balances of the linked accounts are what was paid into them, as far as their banks have told it', async () => {
  const tokens = stage.options.networks.bank.sepay.tokens;
  const apiToken = at(tokens, 0);
  const { collected } = createBankRail({ firstHand: { apiBaseUrl: stage.sandbox.url, apiToken }, timeoutMs: 20_000 });
  expect([...((await collected?.(false)) ?? [])]).toEqual([
    [ACCOUNT, 0n],
    [OTHER_ACCOUNT, 0n],
  ]);
  await transfer('A', 1_250_000);
  await transfer('B', 50_000, { to: VIRTUAL_ACCOUNT });
  const advance = stage.stopClock();
  await stage.fault('bank', 'feed-late');
  await transfer('C', 7);
  expect((await collected?.(false))?.get(ACCOUNT)).toBe(1_300_000n);
  advance(12 * PACE.webhookStepMs);
  expect((await collected?.(false))?.get(ACCOUNT)).toBe(1_300_007n);
});

test('list-unauthorized-page: a page of 401 is trouble on the way, not a refused token', async () => {
  await stage.fault('bank', 'list-unauthorized-page');
  await expect(stage.bank.sources[0].read(null, new Date())).rejects.toMatchObject({ trouble: 'unreachable' });
});

describe('webhooks', () => {
  test('a transfer into our account is told once, signed, and reads as the payment that was made', async () => {
    const { json } = await transfer('EX24A7K9Q2 chuyen tien');
    await until(() => stage.exchange.caught.length > 0);
    expect(read(0)).toMatchObject([
      {
        network: 'bank',
        account: ACCOUNT,
        amount: 1_250_000n,
        unit: 'vnd',
        memo: 'EX24A7K9Q2 chuyen tien',
        confirmed: true,
        source: 'sepay-webhook',
        reference: json.paid?.[0]?.id,
      },
    ]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(stage.exchange.caught).toHaveLength(1);
  });

  test('it is sent again on the schedule until the exchange takes it', async () => {
    // Three are refused, however late anybody looks.
    Object.defineProperty(stage.exchange, 'status', { get: () => (stage.exchange.caught.length > 3 ? 204 : 500) });
    await transfer('RETRY');
    await until(() => stage.exchange.caught.length > 3);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(stage.exchange.caught).toHaveLength(4);
    expect(new Set(stage.exchange.caught.map((_, index) => fact(index).sourceId)).size).toBe(1);
  });

  test('it is given up after eight deliveries, and the list still has it', async () => {
    stage.exchange.status = 503;
    await transfer('LOST AT LAST');
    await until(() => stage.exchange.caught.length === 8);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(stage.exchange.caught).toHaveLength(8);
    expect((await stage.bank.sources[0].read(null, new Date())).facts).toHaveLength(1);
  });

  test('transfers to other accounts are not told', async () => {
    await stage.post('/transfer', { to: '9999999999', amount: 50_000, memo: 'else' });
    await transfer('ours');
    await until(() => stage.exchange.caught.length > 0);
    expect(fact(0).memo).toBe('ours');
    expect(await stage.received('9999999999')).toMatchObject([{ rail: 'bank', currency: 'vnd', amount: 50_000 }]);
  });

  test('webhook-lost: never told, but in the list', async () => {
    await stage.fault('bank', 'webhook-lost');
    await transfer('LOST');
    await transfer('TOLD');
    await until(() => stage.exchange.caught.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(stage.exchange.caught.map((_, index) => fact(index).memo)).toEqual(['TOLD']);
    const { facts } = await stage.bank.sources[0].read(null, new Date());
    expect(facts.map((listed) => listed.memo)).toEqual(['LOST', 'TOLD']);
    expect(await stage.hits('bank', 'webhook-lost')).toBe(1);
  });

  test('webhook-duplicate: ten copies with one identity', async () => {
    await stage.fault('bank', 'webhook-duplicate');
    await transfer('TEN');
    await until(() => stage.exchange.caught.length === 10);
    const facts = stage.exchange.caught.map((_, index) => fact(index));
    expect(new Set(facts.map((told) => `${told.account} ${told.reference} ${told.amount} ${told.sourceId}`)).size).toBe(1);
    expect(await stage.hits('bank', 'webhook-duplicate')).toBe(1);
  });

  test('webhook-delayed: told late, with the time of the transfer', async () => {
    await stage.fault('bank', 'webhook-delayed');
    const startMs = Date.now();
    await transfer('LATE');
    const endMs = Date.now();
    await until(() => stage.exchange.caught.length > 0);
    expect(at(stage.exchange.caught, 0).at.getTime() - startMs).toBeGreaterThan(350);
    // Banks tell whole seconds.
    expect(fact(0).paidAt.getTime()).toBeGreaterThan(startMs - 1_000);
    expect(fact(0).paidAt.getTime()).toBeLessThanOrEqual(endMs);
  });

  test('webhook-bad-signature: refused once, then good', async () => {
    await stage.fault('bank', 'webhook-bad-signature');
    stage.exchange.status = 401;
    await transfer('SIGNED');
    await until(() => stage.exchange.caught.length >= 1);
    expect(() => read(0)).toThrow('wrong signature');
    await until(() => stage.exchange.caught.length > 1);
    expect(fact(1).memo).toBe('SIGNED');
  });

  test('what was still to be told is told after a restart', async () => {
    stage.exchange.status = 500;
    await transfer('RESTART');
    await until(() => stage.exchange.caught.length >= 2);
    await stage.sandbox.close();
    const told = stage.exchange.caught.length;
    const { startSandbox } = await import('../src/sandbox.ts');
    const again = await startSandbox(stage.options, 0);
    stage.exchange.status = 200;
    await until(() => stage.exchange.caught.length > told);
    expect(fact(told).memo).toBe('RESTART');
    expect(await (await fetch(`${again.url}/received?to=${ACCOUNT}`)).json()).toHaveLength(1);
    Object.assign(stage.sandbox, { close: again.close });
  });
});

describe('list', () => {
  test('pages through everything once, in order, and goes on from its cursor', async () => {
    await transfer('page', 10_000, { times: 230 });
    const references: string[] = [];
    let cursor: string | null = null;
    for (let pages = 0; ; pages += 1) {
      const page = await stage.bank.sources[0].read(cursor, new Date());
      references.push(...page.facts.map((listed) => listed.reference));
      cursor = page.cursor;
      if (!page.more) {
        expect(pages).toBe(2);
        break;
      }
    }
    expect(references).toHaveLength(230);
    expect(new Set(references).size).toBe(230);
    expect(await stage.bank.sources[0].read(cursor, new Date())).toMatchObject({ facts: [], unreadable: [], more: false });
    await transfer('after');
    expect((await stage.bank.sources[0].read(cursor, new Date())).facts.map((listed) => listed.memo)).toEqual(['after']);
  });

  test.each([
    ['read before the late rows come', true],
    ['read with the late rows', false],
  ])('leaves out nothing of a bank whose feed lags behind the others: %s', async (_, isReadBefore) => {
    const seen = new Set<string>();
    const memos: string[] = [];
    const list = stage.bank.sources[0];
    let cursor: string | null = null;
    const readAll = async (now = new Date()) => {
      for (let more = true; more; ) {
        const page: PaymentPage = await list.read(cursor, now);
        for (const { sourceId, memo } of page.facts) {
          seen.add(sourceId);
          memos.push(memo);
        }
        ({ cursor, more } = page);
      }
    };
    await transfer('first');
    await readAll();
    const advance = stage.stopClock();
    await transfer('older', 5_000, { times: 85 });
    advance(1);
    await stage.fault('bank', 'feed-late', 15);
    // By their time they are the last of a page, by their arrival at SePay the last of all.
    await transfer('late', 10_000, { times: 15 });
    advance(1);
    await transfer('newer', 20_000, { times: 100 });
    if (isReadBefore) await readAll();
    expect(seen.size).toBe(isReadBefore ? 186 : 1);
    advance(12 * PACE.webhookStepMs);
    await readAll();
    expect(seen.size).toBe(201);
    // SePay sorts by the banks' time, whenever a row has come.
    if (!isReadBefore) expect([...new Set(memos)]).toEqual(['first', 'older', 'late', 'newer']);
  });

  test('feed-renumbered: goes on from its cursor, with the rows before once more, under other ids', async () => {
    const list = stage.bank.sources[0];
    await transfer('first');
    await transfer('second');
    const before = await list.read(null, new Date());
    await stage.fault('bank', 'feed-renumbered');
    const facts: PaymentFact[] = [];
    for (let page: PaymentPage = { ...before, more: true }; page.more; ) {
      page = await list.read(page.cursor, new Date());
      facts.push(...page.facts);
    }
    const withoutId = (told: readonly PaymentFact[]) => told.map((fact) => ({ ...fact, sourceId: '' }));
    expect(withoutId(facts)).toEqual(withoutId(before.facts));
    expect(facts.filter(({ sourceId }) => before.facts.some((fact) => fact.sourceId === sourceId))).toEqual([]);
  });

  test('finds rows by their dates within the hour when SePay gets them late by its own count too', async () => {
    const list = stage.bank.sources[0];
    const first = await list.read(null, new Date());
    expect(first.facts).toEqual([]);
    await transfer('seen');
    const seen = await list.read(first.cursor, new Date());
    expect(seen.facts).toHaveLength(1);
    // A row before the one that is asked from, as after a correction at SePay.
    await transfer('corrected');
    const db = new DatabaseSync(join(stage.options.dataFolder, 'books.sqlite'));
    db.exec("update bank_transfer set fed_ms = 1 where memo = 'corrected'");
    db.close();
    const soon = await list.read(seen.cursor, new Date());
    expect(soon.facts).toEqual([]);
    // At once where the exchange knows of the payment from elsewhere.
    const beside = await list.read(list.readAgain?.(soon.cursor ?? '', new Date(Date.now() - 60_000), new Date()) ?? null, new Date());
    expect(beside).toMatchObject({ facts: [], more: true });
    expect((await list.read(beside.cursor, new Date())).facts.map(({ memo }) => memo).sort()).toEqual(['corrected', 'seen']);
    let { cursor } = soon;
    const found: string[] = [];
    for (let more = true; more; ) {
      const page = await list.read(cursor, new Date(Date.now() + 3_600_001));
      found.push(...page.facts.map(({ memo }) => memo));
      ({ cursor, more } = page);
    }
    expect(found.sort()).toEqual(['corrected', 'seen']);
  });

  test('list-dates-unavailable: new rows are told all the same', async () => {
    const list = stage.bank.sources[0];
    await transfer('seen');
    let { cursor } = await list.read(null, new Date());
    await stage.fault('bank', 'list-dates-unavailable');
    const readOnce = async () => {
      const page = await list.read(cursor, new Date(Date.now() + 3_600_001));
      cursor = page.cursor;
      return page;
    };
    expect(await readOnce()).toMatchObject({ facts: [], more: true });
    await transfer('new');
    expect(await readOnce()).toMatchObject({ facts: [], more: false });
    expect((await readOnce()).facts.map(({ memo }) => memo)).toEqual(['new']);
    expect(await stage.hits('bank', 'list-dates-unavailable')).toBe(1);
  });

  test('memo-late: the payment is told once it has its memo', async () => {
    const list = stage.bank.sources[0];
    let { cursor } = await list.read(null, new Date());
    const advance = stage.stopClock();
    await stage.fault('bank', 'memo-late');
    await transfer('EX24A7K9Q2');
    const memos: string[] = [];
    const readOnce = async (now: Date) => {
      const page = await list.read(cursor, now);
      memos.push(...page.facts.map(({ memo }) => memo));
      cursor = page.cursor;
    };
    await readOnce(new Date());
    expect(memos).toEqual([]);
    advance(12 * PACE.webhookStepMs);
    // New rows, and those that are read again.
    for (let pages = 0; pages < 2; pages += 1) await readOnce(new Date(Date.now() + 10_000));
    expect(memos).toEqual(['EX24A7K9Q2']);
    expect(await stage.hits('bank', 'memo-late')).toBe(1);
  });

  test('goes on when SePay refuses the row that it was to go on from', async () => {
    const list = stage.bank.sources[0];
    await transfer('withdrawn');
    const { cursor } = await list.read(null, new Date());
    const db = new DatabaseSync(join(stage.options.dataFolder, 'books.sqlite'));
    db.exec("update webhook set state = 'lost'; pragma foreign_keys = off; delete from bank_transfer");
    db.close();
    await transfer('after');
    const found: string[] = [];
    let at = cursor;
    for (let more = true; more; ) {
      const page: PaymentPage = await list.read(at, new Date());
      found.push(...page.facts.map(({ memo }) => memo));
      ({ cursor: at, more } = page);
    }
    expect(found).toEqual(['after']);
  });

  test('tells of every linked account, and of virtual accounts beside their main one', async () => {
    await stage.post('/transfer', { rail: 'bank', to: OTHER_ACCOUNT, amount: 1_000, memo: 'other' });
    await stage.post('/transfer', { rail: 'bank', to: VIRTUAL_ACCOUNT, amount: 2_000, memo: 'virtual' });
    const { facts } = await stage.bank.sources[0].read(null, new Date());
    expect(facts.map(({ memo, account, subAccount }) => ({ memo, account, subAccount }))).toEqual([
      { memo: 'other', account: OTHER_ACCOUNT, subAccount: undefined },
      { memo: 'virtual', account: ACCOUNT, subAccount: VIRTUAL_ACCOUNT },
    ]);
    await until(() => stage.exchange.caught.length === 2);
    expect(stage.exchange.caught.map((_, index) => fact(index).subAccount).sort()).toEqual([VIRTUAL_ACCOUNT, undefined]);
  });

  test('shows references again, or none, as banks do', async () => {
    await stage.fault('bank', 'reference-repeated', 2);
    await transfer('counted', 5_000, { times: 2 });
    await stage.fault('bank', 'reference-missing');
    await transfer('unnamed');
    const { facts } = await stage.bank.sources[0].read(null, new Date());
    expect(facts.map(({ reference }) => reference)).toEqual(['3516', '3516', '']);
    expect(new Set(facts.map(({ sourceId }) => sourceId)).size).toBe(3);
  });

  test('webhook and list tell of one transfer with one identity and different ids', async () => {
    await transfer('BOTH', 2_607_975);
    await until(() => stage.exchange.caught.length > 0);
    const listed = at((await stage.bank.sources[0].read(null, new Date())).facts, 0);
    const { source, sourceId, ...rest } = fact(0);
    expect(listed).toMatchObject(rest);
    expect(listed.source).not.toBe(source);
    expect(listed.sourceId).not.toBe(sourceId);
  });

  test('list-unavailable, a wrong token, a wrong cursor and too many requests are told apart', async () => {
    await stage.fault('bank', 'list-unavailable');
    await expect(stage.bank.sources[0].read(null, new Date())).rejects.toMatchObject({ trouble: 'unreachable' });
    expect((await stage.bank.sources[0].read(null, new Date())).facts).toEqual([]);
    await expect(stage.bank.sources[0].read('nonsense', new Date())).rejects.toMatchObject({ trouble: 'malformed' });
    const url = `${stage.sandbox.url}/v2/transactions`;
    expect((await fetch(url, { headers: { authorization: 'Bearer no' } })).status).toBe(401);
    expect((await fetch(`${url}?per_page=101`, { headers: { authorization: 'Bearer token' } })).status).toBe(422);
  });

  test('list-format-changed: no row of a page of three can be read; afterwards all are', async () => {
    const list = stage.bank.sources[0];
    for (const memo of ['A', 'B', 'C']) await transfer(memo);
    await stage.fault('bank', 'list-format-changed');
    expect(await list.read(null, new Date())).toMatchObject({ facts: [], rows: { parsed: 0, unparsed: 3 } });
    expect((await list.read(null, new Date())).facts).toHaveLength(3);
  });

  test('list-endless: every page is the first one, and says that there is another', async () => {
    const list = stage.bank.sources[0];
    await transfer('A');
    await stage.fault('bank', 'list-endless', 5);
    let cursor: string | null = null;
    for (let n = 0; n < 5; n += 1) {
      const page = await list.read(cursor, new Date());
      expect([page.facts.length, page.more]).toEqual([1, true]);
      cursor = page.cursor;
    }
  });

  test('list-forbidden: trouble on the way, not a refused token; nothing is skipped', async () => {
    const list = stage.bank.sources[0];
    const { cursor } = await list.read(null, new Date());
    await transfer('behind');
    await stage.fault('bank', 'list-forbidden', 2);
    for (let n = 0; n < 2; n += 1) {
      await expect(list.read(cursor, new Date())).rejects.toMatchObject({ trouble: 'unreachable', message: expect.stringContaining('403') });
    }
    expect((await list.read(cursor, new Date())).facts.map(({ memo }) => memo)).toEqual(['behind']);
    expect(await stage.hits('bank', 'list-forbidden')).toBe(2);
  });

  test('the rate limit is the real one', async () => {
    const strict = await openStage({ pace: { listPerSecondMax: 3 } });
    strict.stopClock();
    const calls = await Promise.allSettled(Array.from({ length: 5 }, () => strict.bank.sources[0].read(null, new Date())));
    await strict.close();
    const refused = calls.filter((call) => call.status === 'rejected').map((call) => call.reason.trouble);
    expect(refused).toEqual(['busy', 'busy']);
  });
});

describe('lookup', () => {
  test('finds the same holder each time, by bank', async () => {
    const name = bankHolderOf('970436', '0011001234567');
    expect(await stage.bank.lookup.find('0011001234567', 'vcb', NOW)).toEqual({ state: 'found', name });
    expect(await stage.bank.lookup.find('0011001234567', 'vcb', NOW)).toEqual({ state: 'found', name });
    expect(await stage.bank.lookup.find('0011001234567', 'tcb', NOW)).toMatchObject({ state: 'found' });
  });

  test('numbers that end in 0000 have no holder; nicknames and unknown banks cannot be looked up', async () => {
    expect(await stage.bank.lookup.find('0011001230000', 'vcb', NOW)).toEqual({ state: 'invalid' });
    expect(await stage.bank.lookup.find('NGUYENA1', 'vcb', NOW)).toEqual({ state: 'unavailable' });
    expect(await stage.bank.lookup.find('0011001234567', 'nobank', NOW)).toEqual({ state: 'unavailable' });
    expect(await stage.bank.lookup.find('not an account', 'vcb', NOW)).toEqual({ state: 'invalid' });
  });

  test('lookup-unavailable and lookup-slow', async () => {
    await stage.fault('bank', 'lookup-unavailable');
    expect(await stage.bank.lookup.find('0011001234567', 'vcb', NOW)).toEqual({ state: 'unavailable' });
    await stage.fault('bank', 'lookup-slow');
    const startMs = Date.now();
    expect(await stage.bank.lookup.find('0011001234567', 'vcb', NOW)).toMatchObject({ state: 'found' });
    expect(Date.now() - startMs).toBeGreaterThan(350);
    const hasty = await openStage({ pace: { slowLookupMs: 600 }, timeoutMs: 200 });
    expect(await hasty.bank.lookup.find('0011001231111', 'vcb', NOW)).toEqual({ state: 'unavailable' });
    await hasty.close();
  });
});
