import { createBankRail } from '@quydoi/rails/bank/index';
import type { ListSource, WebhookSource } from '@quydoi/rails/source';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACCOUNT, at, OTHER_ACCOUNT, openStage, PACE, type Stage, until, VIRTUAL_ACCOUNT } from '../testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

const transfer = (memo: string, amount = 1_250_000, more = {}) => stage.post('/transfer', { rail: 'bank', to: ACCOUNT, amount, memo, ...more });

function sourceOf<T extends ListSource | WebhookSource>(name: string): T {
  const source = stage.bank.sources.find((one) => one.name === name);
  if (!source) throw new Error(`no source ${name}`);
  return source as T;
}

/** Everything that Casso's list tells from its beginning. */
async function listed(now = stage.options.now?.() ?? new Date()) {
  const facts = [];
  const unreadable: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await sourceOf<ListSource>('casso-list').read(cursor, now);
    facts.push(...page.facts);
    unreadable.push(...(page.unreadable ?? []));
    cursor = page.cursor;
    if (!page.more) return { ids: [...new Set(facts.map(({ sourceId }) => sourceId))], facts, unreadable, cursor };
  }
}

function told(index: number) {
  const caught = at(stage.exchange.caughtOfCasso, index);
  const webhook = { source: 'casso', headers: caught.headers, body: caught.body, receivedAt: caught.at };
  const source = sourceOf<Required<WebhookSource>>('casso');
  source.authenticate(webhook);
  return at(source.read(webhook), 0);
}

test('a transfer is told by the webhook, the list and SePay alike', async () => {
  const { json } = await transfer('EX24A7K9Q2 chuyen tien', 1_250_000, { to: VIRTUAL_ACCOUNT });
  await until(() => stage.exchange.caughtOfCasso.length > 0);
  const payment = {
    account: ACCOUNT,
    subAccount: VIRTUAL_ACCOUNT,
    amount: 1_250_000n,
    memo: 'EX24A7K9Q2 chuyen tien',
    reference: json.paid?.[0]?.id,
  };
  expect(told(0)).toMatchObject({ ...payment, source: 'casso-webhook' });
  const { facts } = await listed();
  expect(facts.at(0)).toMatchObject({ ...payment, source: 'casso-list' });
  const [sepay] = (await stage.bank.sources[0].read(null, new Date())).facts;
  expect({ ...facts[0], source: '', sourceId: '' }).toEqual({ ...sepay, source: '', sourceId: '' });
});

test('pages and days are walked, and the newest rows are told once', async () => {
  for (let n = 0; n < 3; n += 1) await transfer(`N${n}`, 1_000 + n, { times: 50 });
  const first = await listed();
  expect(first.ids).toHaveLength(150);
  await transfer('NEW');
  const { facts } = await sourceOf<ListSource>('casso-list').read(first.cursor, new Date());
  expect(facts.map(({ memo }) => memo)).toEqual(['NEW']);
});

test('an unknown key is refused credentials', async () => {
  const { sources } = createBankRail({
    sepay: { secrets: [], apiBaseUrl: stage.sandbox.url, apiToken: 'token' },
    casso: { apiBaseUrl: `${stage.sandbox.url}/casso`, apiKey: 'other' },
    timeoutMs: 20_000,
  });
  const list = sources.find(({ name }) => name === 'casso-list') as ListSource;
  await expect(list.read(null, new Date())).rejects.toMatchObject({ trouble: 'credentials' });
});

describe('faults', () => {
  test('list-format-changed: no row of a page of three can be read, those of fewer can; afterwards all are', async () => {
    await transfer('A');
    await transfer('B');
    await stage.fault('casso', 'list-format-changed');
    expect((await listed()).ids).toHaveLength(2);
    await transfer('C');
    const page = await sourceOf<ListSource>('casso-list').read(null, new Date());
    expect(page).toMatchObject({ facts: [], rows: { parsed: 0, unparsed: 3 } });
    expect((await listed()).ids).toHaveLength(3);
  });

  test('list-endless: pages go on with the same rows, and end once the list does', async () => {
    await transfer('A');
    await stage.fault('casso', 'list-endless', 5);
    expect((await listed()).ids).toHaveLength(1);
    expect(await stage.hits('casso', 'list-endless')).toBe(5);
  });

  test('feed-lost: one of the two tells the transfer, and both one of the same amount', async () => {
    await stage.fault('bank', 'feed-lost');
    await stage.fault('casso', 'feed-lost');
    await transfer('AT CASSO', 1_000);
    await transfer('AT EACH', 1_000);
    await transfer('AT SEPAY', 2_000);
    await stage.fault('bank', 'feed-lost');
    await transfer('AT BOTH', 2_000);
    const sepay = (await stage.bank.sources[0].read(null, new Date())).facts.map(({ memo }) => memo);
    const casso = [...new Set((await listed()).facts.map(({ memo }) => memo))];
    expect([casso, sepay]).toEqual([
      ['AT CASSO', 'AT EACH', 'AT BOTH'],
      ['AT EACH', 'AT SEPAY', 'AT BOTH'],
    ]);
  });

  test('time-apart and reference-apart: webhook and list tell it otherwise than the bank did', async () => {
    await stage.fault('casso', 'time-apart');
    await stage.fault('casso', 'reference-apart');
    const { json } = await transfer('EX24A7K9Q2', 1_000);
    await until(() => stage.exchange.caughtOfCasso.length > 0);
    const { facts } = await listed();
    const [sepay] = (await stage.bank.sources[0].read(null, new Date())).facts;
    const expected = { reference: `VCB.${json.paid?.[0]?.id}`, paidAt: new Date((sepay?.paidAt.getTime() ?? 0) - 7 * 3_600_000) };
    expect(sepay?.reference).toBe(json.paid?.[0]?.id);
    expect(facts[0]).toMatchObject(expected);
    expect(told(0)).toMatchObject(expected);
  });

  test('webhook-bad-signature: refused, and sent again', async () => {
    await stage.fault('casso', 'webhook-bad-signature');
    stage.exchange.status = 400;
    await transfer('BAD');
    await until(() => stage.exchange.caughtOfCasso.length > 1);
    expect(() => told(0)).toThrow('signature');
    expect(told(1).memo).toBe('BAD');
  });

  test('webhook-duplicate: ten copies with one identity', async () => {
    await stage.fault('casso', 'webhook-duplicate');
    await transfer('TEN');
    await until(() => stage.exchange.caughtOfCasso.length === 10);
    expect(new Set(stage.exchange.caughtOfCasso.map((_, index) => told(index).sourceId)).size).toBe(1);
    expect(stage.exchange.caught.length).toBeLessThan(10);
  });

  test('feed-renumbered: the rows before are told again under other ids, with all else unchanged', async () => {
    await transfer('ONE', 1_000);
    await transfer('TWO', 2_000);
    const before = (await listed()).facts;
    await stage.fault('casso', 'feed-renumbered');
    const after = (await listed()).facts;
    const withoutId = (facts: typeof after) => new Map(facts.map((fact) => [fact.memo, { ...fact, sourceId: '' }]));
    expect(withoutId(after)).toEqual(withoutId(before));
    expect(after.filter(({ sourceId }) => before.some((fact) => fact.sourceId === sourceId))).toEqual([]);
  });

  test('ids-restarted: a new transfer has the id of the first, which is listed no more', async () => {
    await transfer('ONE', 1_000);
    await transfer('TWO', 2_000);
    const { ids } = await listed();
    for (let times = 0; times < 2; times += 1) {
      await stage.fault('casso', 'ids-restarted');
      expect((await listed()).ids).toEqual([]);
      await transfer('AGAIN', 3_000);
      const { facts } = await listed();
      expect(facts[0]).toMatchObject({ memo: 'AGAIN', sourceId: ids[0] });
    }
  });

  test('feed-lost: SePay tells of the transfer, Casso never does', async () => {
    await stage.fault('casso', 'feed-lost');
    await transfer('LOST');
    await until(() => stage.exchange.caught.length > 0);
    expect((await listed()).ids).toEqual([]);
    expect(stage.exchange.caughtOfCasso).toEqual([]);
    expect((await stage.bank.sources[0].read(null, new Date())).facts).toHaveLength(1);
  });

  test('feed-late: told after a newer one', async () => {
    const advance = stage.stopClock();
    await stage.fault('casso', 'feed-late');
    await transfer('LATE');
    await transfer('NEWER');
    const before = await listed();
    expect(before.facts.map(({ memo }) => memo)).toContain('NEWER');
    expect(before.facts.map(({ memo }) => memo)).not.toContain('LATE');
    advance(12 * PACE.webhookStepMs);
    const page = await sourceOf<ListSource>('casso-list').read(before.cursor, stage.options.now?.() ?? new Date());
    expect(page.facts.map(({ memo }) => memo)).toEqual(['LATE']);
  });

  test.each([
    ['list-unavailable', 'unreachable'],
    ['list-forbidden', 'unreachable'],
  ] as const)('%s', async (kind, trouble) => {
    await stage.fault('casso', kind);
    await expect(listed()).rejects.toMatchObject({ trouble });
    await expect(listed()).resolves.toBeDefined();
  });

  test('account-disconnected: the list says so, and goes on', async () => {
    await stage.fault('casso', 'account-disconnected');
    await transfer('STILL');
    const { ids, unreadable } = await listed();
    expect(ids).toHaveLength(1);
    expect(unreadable).toEqual([expect.stringContaining(ACCOUNT), expect.stringContaining(OTHER_ACCOUNT)]);
  });
});
