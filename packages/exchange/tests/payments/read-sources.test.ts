import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { RailError } from '@quydoi/rails/rail-error';
import type { AssetArrival, PaymentPage, PolledSource } from '@quydoi/rails/source';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { startPolling } from '../../src/jobs/poll.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { declarePolledSources } from '../../src/payments/polled-sources.ts';
import { askAgain } from '../../src/payments/read-again.ts';
import { readSource, readSources } from '../../src/payments/read-sources.ts';
import { createSourceReader } from '../../src/payments/source-reader.ts';
import { FAILING_MS } from '../../src/provider-health.ts';
import { operatorCaller } from '../../testing/callers.ts';
import { SWAP_60_TRC20 } from '../../testing/order-inputs.ts';
import { bankTransfer, chainPayment } from '../../testing/payment-facts.ts';
import { openWorld, type World } from '../../testing/world.ts';

const LAN = operatorCaller('lan');
let world: World;
let names = 0;
beforeAll(async () => {
  world = await openWorld(postgresUrl());
});
afterAll(() => world.database.close());
afterEach(() => {
  world.errors.splice(0);
});

/** A source that answers with what the test says. */
function sourceOf(read: () => Partial<PaymentPage>, kind: PolledSource['kind'] = 'list') {
  names += 1;
  const polled = {
    name: `test-${names}`,
    pollMs: 1_000,
    read: async (cursor: string | null) => ({ facts: [], cursor, more: false, ...read() }),
  };
  const source: PolledSource = kind === 'head' ? { ...polled, kind, dropAfterMs: HOUR_MS } : { ...polled, kind };
  const network = kind === 'list' ? ('bank' as const) : ('tron' as const);
  const look = async (ctx: Ctx = world.worker) => {
    const declare = `insert into polled_source values ('quydoi_worker', $1, $2, $3) on conflict do nothing`;
    await world.database.query(declare, [network, source.name, kind]);
    return readSource(ctx, { network, source });
  };
  return { source, look };
}

const exceptions = async () => (await bindOperations(world.operator).listExceptions(LAN, { limit: 100 })).items;
const exceptionsOf = async ({ name }: PolledSource) => (await exceptions()).filter(({ source }) => source === name);
const recorded = async (references: readonly string[]) =>
  (await world.database.query('select reference from payment where reference = any($1) order by 1', [references])).map(({ reference }) => reference);

describe('a row that cannot be journalled costs itself', () => {
  const good = (name: string): PaymentFact => bankTransfer({ reference: `good-${name}`, sourceId: `good-${name}` });

  test.each<[string, Partial<PaymentFact>]>([
    ['an amount beyond what is stored', { amount: 10n ** 30n }],
    ['an amount of nothing', { amount: 0n }],
    ['a NUL in its text', { memo: 'a\u0000b' }],
    ['a NUL in its id', { reference: 'nul', sourceId: 'a\u0000b' }],
  ])('%s', async (name, odd) => {
    const bad = bankTransfer({ reference: `bad-${name}`, sourceId: `bad-${name}`, ...odd });
    const { source, look } = sourceOf(() => ({ facts: [bad, good(name), { ...good(name), reference: `other-${name}`, sourceId: `other-${name}` }] }));
    await look();
    await look();
    expect(await recorded([`good-${name}`, `other-${name}`])).toHaveLength(2);
    const found = (await exceptions()).filter(({ detail, source: of }) => of === bad.source && detail !== '').at(-1);
    expect(found).toMatchObject({ network: 'bank', kind: 'rejected', account: bad.account, amount: bad.amount.toString() });
    expect(world.errors).toHaveLength(1);
    expect(world.errors[0]).toMatchObject({ kind: 'rejected', source: bad.source });
    expect((await world.database.query('select 1 from source_cursor where source = $1', [source.name])).length).toBe(1);
  });

  test('one that its source cannot parse waits for an operator, once', async () => {
    const { source, look } = sourceOf(() => ({ unreadable: ['row-7'], facts: [good('parsed')] }));
    await look();
    await look();
    expect(await recorded(['good-parsed'])).toHaveLength(1);
    const [found, ...more] = await exceptionsOf(source);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ kind: 'unreadable', sourceId: 'row-7', account: null, asset: null, amount: null, detail: '' });
    expect(world.errors).toHaveLength(1);
    await bindOperations(world.operator).resolveException(LAN, { id: found?.id ?? '', note: 'booked by hand' });
    expect(await exceptionsOf(source)).toEqual([]);
    await expect(bindOperations(world.operator).resolveException(LAN, { id: found?.id ?? '', note: 'again' })).rejects.toThrow('NOT_FOUND');
    await look();
    expect(await exceptionsOf(source)).toEqual([]);
  });

  test('one that its source tells again, readable, is no exception any more', async () => {
    let page: Partial<PaymentPage> = { unreadable: ['mended'] };
    const { source, look } = sourceOf(() => page);
    await look();
    expect(await exceptionsOf(source)).toMatchObject([{ kind: 'unreadable', sourceId: 'mended' }]);
    page = { facts: [bankTransfer({ reference: 'mended', sourceId: 'mended', source: source.name })] };
    await look();
    expect(await exceptionsOf(source)).toEqual([]);
    expect(world.errors).toHaveLength(1);
  });
});

test('a payment that went back to its payer after it was journalled waits for an operator, once; any other does not', async () => {
  let page: Partial<PaymentPage> = {};
  const { source, look } = sourceOf(() => page);
  const fact = bankTransfer({ reference: 'went-back', sourceId: 'went-back', source: source.name });
  page = { facts: [fact] };
  await look();
  page = { returned: ['went-back', 'never-journalled'] };
  await look();
  await look();
  expect(await exceptionsOf(source)).toMatchObject([
    { kind: 'other_amount', sourceId: 'went-back returned', account: fact.account, amount: '0', detail: expect.stringContaining('went back') },
  ]);
  expect(world.errors).toMatchObject([{ kind: 'other_amount', source: source.name }]);
});

describe('a list none of whose newest rows can be parsed', () => {
  const cursorOf = async ({ name }: PolledSource) => {
    const rows = await world.database.query('select cursor, extract(epoch from watermark) as seconds from source_cursor where source = $1', [name]);
    return rows[0] ?? null;
  };

  test('does not count as read: its orders wait, and its network closes after minutes, until a row can be; its rows are reported then', async () => {
    let page: Partial<PaymentPage> = { unreadable: ['f1', 'f2', 'f3'], rows: { parsed: 0, unparsed: 3 }, cursor: 'after' };
    const { source, look } = sourceOf(() => page);
    const lookTimes = async (times: number) => {
      for (let n = 0; n < times; n += 1) {
        world.clock.advance(FAILING_MS / 4);
        expect(await look()).toBe(false);
      }
    };
    await lookTimes(10);
    expect([await cursorOf(source), await exceptionsOf(source)]).toEqual([null, []]);
    await lookTimes(1);
    expect(await cursorOf(source)).toEqual({ cursor: 'after', seconds: '0.000000' });
    expect(await exceptionsOf(source)).toHaveLength(3);
    const closed = { network: 'bank', cause: 'unreachable', direction: 'in', subject: source.name };
    expect(world.errors.filter((error) => 'cause' in error)).toMatchObject([closed]);
    page = { unreadable: ['f1', 'f2'], rows: { parsed: 1, unparsed: 2 }, cursor: 'more' };
    await look();
    expect(await cursorOf(source)).toMatchObject({ cursor: 'more', seconds: expect.stringMatching(/^[1-9]/) });
    expect((await world.worker.settings()).suspensions).toEqual([]);
  });

  test('is noticed also where each page has one row; single bad rows cost themselves', async () => {
    let id = 0;
    const { source, look } = sourceOf(() => {
      id += 1;
      return { unreadable: [`g${id}`], rows: { parsed: 0, unparsed: 1 }, cursor: `${id}` };
    });
    await look();
    await look();
    const before = await cursorOf(source);
    world.clock.advance(MINUTE_MS);
    await look();
    expect(await exceptionsOf(source)).toHaveLength(2);
    expect(await cursorOf(source)).toEqual({ cursor: '2', seconds: before?.seconds });
    world.clock.advance(5 * MINUTE_MS);
    await look();
    expect(await exceptionsOf(source)).toHaveLength(3);
    expect(await cursorOf(source)).toEqual({ cursor: '4', seconds: before?.seconds });
  });

  test('loses nothing to a glitch of minutes: its rows are told again', async () => {
    let page: Partial<PaymentPage> = { unreadable: ['n1', 'n2', 'n3'], rows: { parsed: 0, unparsed: 3 }, cursor: 'after' };
    const { source, look } = sourceOf(() => page);
    await look();
    world.clock.advance(4 * MINUTE_MS);
    await look();
    page = { facts: [bankTransfer({ reference: 'n1', sourceId: 'n1', source: source.name })], rows: { parsed: 1, unparsed: 0 }, cursor: 'after' };
    await look();
    expect(await recorded(['n1'])).toEqual(['n1']);
    expect([(await cursorOf(source))?.cursor, await exceptionsOf(source)]).toEqual(['after', []]);
  });

  test('closes its network for an hour only: no good row comes while nobody may order', async () => {
    let page: Partial<PaymentPage> = { unreadable: ['k1', 'k2', 'k3'], rows: { parsed: 0, unparsed: 3 }, cursor: 'k' };
    const { look } = sourceOf(() => page);
    const suspensions = async () => (await world.worker.settings()).suspensions.length;
    const lookFor = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += FAILING_MS / 2) {
        world.clock.advance(FAILING_MS / 2);
        await look();
      }
    };
    await lookFor(2 * FAILING_MS);
    // The list of new rows has none, and its window repeats the same.
    const repeated = page;
    page = { rows: { parsed: 0, unparsed: 0 } };
    await lookFor(HOUR_MS / 2);
    expect(await suspensions()).toBe(1);
    page = repeated;
    await lookFor(HOUR_MS);
    expect(await suspensions()).toBe(0);
  });

  test('has three bad rows within an hour: fewer in any hour cost themselves', async () => {
    let id = 0;
    const { source, look } = sourceOf(() => {
      id += 1;
      return { unreadable: [`m${id}`], rows: { parsed: 0, unparsed: 1 }, cursor: `${id}` };
    });
    for (let n = 0; n < 6; n += 1) {
      world.clock.advance(HOUR_MS / 2);
      await look();
      const { seconds } = (await cursorOf(source)) ?? {};
      expect(Number(seconds)).toBe(Math.floor(world.clock.now().getTime() / 1_000));
    }
    expect(await exceptionsOf(source)).toHaveLength(6);
  });

  test('is one and the same bad row that is told again and again, and costs itself', async () => {
    const { source, look } = sourceOf(() => ({ unreadable: ['h1'], rows: { parsed: 0, unparsed: 1 }, cursor: 'after' }));
    for (let n = 0; n < 5; n += 1) await look();
    expect(await cursorOf(source)).toMatchObject({ cursor: 'after' });
    expect(await exceptionsOf(source)).toHaveLength(1);
  });
});

test('all sources of one kind of a network are read, and no others; there is more to read where one of them has more', async () => {
  const asked = new Set<string>();
  let long = '';
  const [first, second, blocks, head] = (['list', 'list', 'blocks', 'head'] as const).map((kind) => {
    const { source } = sourceOf(() => {
      asked.add(source.name);
      return { more: source.name === long };
    }, kind);
    return source;
  });
  if (!first || !second || !blocks || !head) throw new Error('a source is missing');
  const rails: Ctx['rails'] = new Map([
    ['bank', { code: 'bank', sources: [first, second] }],
    ['tron', { code: 'tron', sources: [blocks, head] }],
  ]);
  const worker = { ...world.worker, rails };
  await declarePolledSources(worker);
  const readOf = async (network: 'tron' | 'bank', kind: 'list' | 'blocks' | 'head') => {
    asked.clear();
    return [await readSources(worker, network, kind), ...asked];
  };
  expect(await readOf('tron', 'blocks')).toEqual([false, blocks.name]);
  expect(await readOf('tron', 'head')).toEqual([false, head.name]);
  expect(await readOf('bank', 'blocks')).toEqual([false]);
  expect(await readOf('bank', 'list')).toEqual([false, first.name, second.name]);
  for (const name of [first.name, second.name]) {
    long = name;
    expect(await readOf('bank', 'list')).toEqual([true, first.name, second.name]);
  }
});

describe('other tokens and coins', () => {
  const arrival = (account: string, set: Partial<AssetArrival> = {}): AssetArrival => {
    const txid = set.txid ?? 'c'.repeat(64);
    return { account, asset: 'trx', amount: 5_000_000n, payer: null, reference: txid, txid, ...set };
  };

  test('at a deposit address wait for an operator; at any other they are nothing', async () => {
    const order = await world.create(SWAP_60_TRC20);
    const address = order.instructions?.account ?? '';
    const { source, look } = sourceOf(() => ({ otherAssets: [arrival(address), arrival('TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC')] }), 'blocks');
    await look();
    await look();
    expect(await exceptionsOf(source)).toMatchObject([{ kind: 'other_asset', account: address, asset: 'trx', amount: '5000000' }]);
    expect(world.errors).toHaveLength(1);
  });

  test('forged by the thousand at an address are one exception a day for each asset, and what a page has beyond twenty is one more', async () => {
    const order = await world.create(SWAP_60_TRC20);
    const address = order.instructions?.account ?? '';
    const forged = (count: number, assets: number) =>
      Array.from({ length: count }, (_, index) => {
        const txid = index.toString(16).padStart(64, 'a');
        return arrival(address, {
          asset: `token-${index % assets}`,
          amount: 3n,
          payer: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC',
          txid,
          reference: `${txid}:0`,
        });
      });
    let page = forged(3_000, 2);
    const { source, look } = sourceOf(() => ({ otherAssets: page }), 'blocks');
    await look();
    const first = `${'0'.padStart(64, 'a')}:0 from TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC and 1499 more`;
    const [one, two, ...more] = (await exceptionsOf(source)).toSorted((a, b) => (a.asset ?? '').localeCompare(b.asset ?? ''));
    expect([one, two]).toMatchObject([
      { kind: 'other_asset', account: address, asset: 'token-0', amount: '4500', detail: first },
      { kind: 'other_asset', account: address, asset: 'token-1', amount: '4500' },
    ]);
    expect(more).toEqual([]);
    page = forged(500, 50);
    await look();
    await look();
    const found = await exceptionsOf(source);
    expect(found).toHaveLength(21);
    expect(found.filter(({ account }) => account === null)).toMatchObject([{ kind: 'other_asset', asset: null, amount: null }]);
    expect(found.find(({ account }) => account === null)?.detail).toMatch(/^30 more in one page/);
    expect(world.errors).toHaveLength(21);
    world.clock.advance(24 * HOUR_MS);
    page = forged(3, 1);
    await look();
    expect(await exceptionsOf(source)).toHaveLength(22);
  });

  test('that we fund a sweep with are our own', async () => {
    const order = await world.create(SWAP_60_TRC20);
    const address = order.instructions?.account ?? '';
    const txid = 'f'.repeat(64);
    await world.database.query(
      `insert into sweep (id, version, network, address_index, kind, currency, amount, key, raw, slots, state, created_at, next_check_at)
       select gen_random_uuid(), 1, 'tron', index, 'fund', 'trc20', 1, $1, '', '[]', 'sent', now(), now() from deposit_address where address = $2`,
      [txid, address],
    );
    const { source, look } = sourceOf(() => ({ otherAssets: [arrival(address, { txid, reference: txid })] }), 'blocks');
    await look();
    expect(await exceptionsOf(source)).toEqual([]);
  });
});

test('a payment to an address of ours that no order has any more is taken from irreversible blocks only; one to any other, from none', async () => {
  const own = 'TXLAQ63Xg1NAzckPwKHvzw7CSEMLmEqcdj';
  await world.database.query("insert into deposit_address (network, index, address, free_at) values ('tron', 900001, $1, now())", [own]);
  const paidTo = (account: string, digit: string) => chainPayment({ account, reference: `${digit.repeat(64)}:0`, paidAt: world.clock.now() });
  const [ours, others] = [paidTo(own, '7'), paidTo('TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC', '8')];
  const recordedBy = async (kind: PolledSource['kind']) => {
    await sourceOf(() => ({ facts: [ours, others].map((fact) => ({ ...fact, confirmed: kind === 'blocks' })) }), kind).look();
    return recorded([ours.reference, others.reference]);
  };
  expect(await recordedBy('head')).toEqual([]);
  expect(await recordedBy('blocks')).toEqual([ours.reference]);
  await matchPayments(world.worker);
  const [payment] = await world.database.query('select state, case_code, order_id from payment where reference = $1', [ours.reference]);
  expect(payment).toEqual({ state: 'case', case_code: 'no_order', order_id: null });
});

test('a source is read twenty pages at a time', async () => {
  let pages = 0;
  const { look } = sourceOf(() => {
    pages += 1;
    return { more: pages < 30 };
  });
  expect(await look()).toBe(true);
  expect(pages).toBe(20);
  expect(await look()).toBe(false);
  expect(pages).toBe(30);
});

test('a source of the newest blocks that keeps failing raises an alarm, and says when it is read again; orders are still taken', async () => {
  let fails = true;
  const { source, look } = sourceOf(() => {
    if (fails) throw new RailError('tron', 'busy', 'not-done', 'wallet/getnowblock answered 403');
    return {};
  }, 'head');
  for (let passedMs = 0; passedMs < 2 * FAILING_MS; passedMs += 10_000) {
    await look();
    world.clock.advance(10_000);
  }
  expect(world.errors).toEqual([{ network: 'tron', source: source.name, trouble: 'busy', reason: 'wallet/getnowblock answered 403' }]);
  expect((await world.worker.settings()).suspensions.filter(({ subject }) => subject === source.name)).toEqual([]);
  fails = false;
  world.log.length = 0;
  for (let times = 0; times < 2; times += 1) await look();
  expect(world.log).toEqual([`{"network":"tron","source":"${source.name}"} payments are read again`]);
});

test('a provider that hangs keeps no process from stopping', async () => {
  const stopping = new AbortController();
  const ctx: Ctx = { ...world.worker, stopping: stopping.signal };
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const source: PolledSource = {
    kind: 'list',
    name: 'test-hanging',
    pollMs: 1_000,
    read() {
      asked();
      return new Promise(() => {});
    },
  };
  const loop = startPolling(ctx, 'read', createSourceReader(ctx, { network: 'bank', source }), 1_000);
  await isAsked;
  stopping.abort();
  await loop.stop();
  expect(world.errors).toEqual([]);
});

test('what is to be read again is so once the list answers, if it did not before', async () => {
  let fails = false;
  const cursors: (string | null)[] = [];
  const source: PolledSource = {
    kind: 'list',
    name: 'test-again',
    pollMs: 1_000,
    read: async (cursor) => {
      cursors.push(cursor);
      if (fails) throw new RailError('bank', 'busy', 'not-done', 'HTTP 503');
      return { facts: [], cursor: cursor?.replace(/^again /, '') ?? 'end', more: false };
    },
    readAgain: (cursor) => `again ${cursor}`,
  };
  await world.database.query(`insert into polled_source values ('quydoi_worker', 'bank', 'test-again', 'list')`);
  const look = () => readSource(world.worker, { network: 'bank', source });
  await look();
  askAgain(world.worker, source, [{ network: 'bank', paidAt: world.clock.now() }]);
  fails = true;
  await look();
  fails = false;
  world.clock.advance(31_000);
  await look();
  world.clock.advance(31_000);
  await look();
  expect(cursors).toEqual([null, 'again end', 'again end', 'end']);
});

test('a source that keeps failing raises one alarm, and says when it is read again', async () => {
  let fails = true;
  const { source, look } = sourceOf(() => {
    if (fails) throw new RailError('tron', 'busy', 'not-done', 'wallet/getnowblock answered 403');
    return {};
  }, 'blocks');
  const failFor = async (ms: number) => {
    for (let passedMs = 0; passedMs < ms; passedMs += 10_000) {
      await look();
      world.clock.advance(10_000);
    }
  };
  await failFor(FAILING_MS);
  expect(world.errors).toEqual([]);
  await failFor(FAILING_MS);
  expect(world.errors).toEqual([
    { network: 'tron', cause: 'unreachable', direction: 'in', subject: source.name, detail: 'wallet/getnowblock answered 403' },
  ]);
  fails = false;
  await look();
  fails = true;
  await failFor(2 * FAILING_MS);
  expect(world.errors).toHaveLength(2);
});

test('a source’s time ahead of our clock does not become the watermark', async () => {
  const { source, look } = sourceOf(() => ({ watermark: new Date(world.clock.now().getTime() + HOUR_MS) }), 'blocks');
  await look();
  const [row] = await world.database.query('select watermark from source_cursor where source = $1', [source.name]);
  expect(row?.watermark).toEqual(world.clock.now());
});
