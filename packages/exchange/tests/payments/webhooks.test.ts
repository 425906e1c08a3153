import { readCursor } from '@quydoi/database/repositories/cursors';
import { postgresUrl } from '@quydoi/database/testing/postgres-url';
import { DAY_MS, MINUTE_MS } from '@quydoi/domain/durations';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { Rail } from '@quydoi/rails/rail';
import { RailError } from '@quydoi/rails/rail-error';
import type { ListSource, PaymentPage } from '@quydoi/rails/source';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { endTimedOutOrders } from '../../src/jobs/end-orders.ts';
import { bindOperations } from '../../src/operations/operations.ts';
import { getOrder } from '../../src/orders/get-order.ts';
import { handleWebhooks } from '../../src/payments/handle-webhooks.ts';
import { matchPayments } from '../../src/payments/match-payments.ts';
import { readSources } from '../../src/payments/read-sources.ts';
import { receiveWebhook } from '../../src/payments/receive-webhook.ts';
import { recordPayment } from '../../src/payments/record-payment.ts';
import { readRefsToldByWebhooks } from '../../src/payments/told-by-webhooks.ts';
import { expectBooksInOrder } from '../../testing/books.ts';
import { operatorCaller, testCaller } from '../../testing/callers.ts';
import { SELL_100_PM } from '../../testing/order-inputs.ts';
import { bankTransfer, walletTransfer } from '../../testing/payment-facts.ts';
import { factBody } from '../../testing/rails.ts';
import { openWorld, type World } from '../../testing/world.ts';

const GOOD = { 'x-signature': 'good' };

let world: World;
let otherWorker: Ctx;

beforeAll(async () => {
  world = await openWorld(postgresUrl());
  otherWorker = { ...world.worker, orm: await world.database.open('quydoi_worker') };
});
afterEach(async () => {
  expect(world.errors.splice(0)).toEqual([]);
  await expectBooksInOrder(world);
});
afterAll(() => world.database.close());

let transfers = 0;

/** A transfer not reported yet. */
function transfer(set: Partial<PaymentFact> = {}): PaymentFact {
  transfers += 1;
  return bankTransfer({
    reference: `FT-${transfers}`,
    amount: 1_000n + BigInt(transfers),
    source: 'sepay-webhook',
    sourceId: `${transfers}`,
    ...set,
  });
}

/** The same transfer as the bank's own list shows it. */
function listed(fact: PaymentFact): PaymentFact {
  world.bank.statement.push({ ...fact, source: 'sepay-list', sourceId: `list-${fact.sourceId}` });
  return fact;
}

function receive(body: string, headers: Record<string, string> = GOOD, source = 'sepay'): Promise<string | null> {
  return receiveWebhook(world.web, world.deps, { source, headers, body });
}

async function payments(fact: PaymentFact): Promise<{ count: number; sightings: string[] }> {
  const rows = await world.database.query(
    `select p.id, s.source || ' ' || s.source_id as sighting from payment p join sighting s on s.payment_id = p.id where p.reference = $1 order by 2`,
    [fact.reference],
  );
  return { count: new Set(rows.map(({ id }) => id)).size, sightings: rows.map(({ sighting }) => String(sighting)) };
}

/** Rails of which one only hears webhooks, as the worker's do where the signer reads the list. */
function hearing(network: NetworkCode, told: () => readonly PaymentFact[], authenticate = () => {}): Ctx['rails'] {
  return new Map([[network, { code: network, sources: [{ kind: 'webhook', name: network, authenticate, read: told }] }]]);
}

function broken(): never {
  throw new TypeError('bug');
}

async function outcomeOf(body: string): Promise<unknown> {
  return (await world.database.query('select handled_at is null as "isOpen", outcome from webhook where body = $1', [body]))[0];
}

/** Cases of a network that no operator has resolved. */
async function casesOf(network: NetworkCode) {
  const { items } = await bindOperations(world.operator).listExceptions(operatorCaller('lan'), { limit: 100 });
  return items.filter((each) => each.source === network);
}

async function storedWebhooks(columns: string): Promise<Record<string, unknown>[]> {
  return world.database.query(`select ${columns} from webhook order by received_at, id`);
}

describe('a webhook', () => {
  test('that comes ten times at once, read by two workers at once, is stored and credited once', async () => {
    const { ref, amountSent } = await world.create();
    const fact = listed(transfer({ memo: ref, amount: amountSent }));
    await Promise.all(Array.from({ length: 10 }, () => receive(factBody(fact))));
    expect(await storedWebhooks('handled_at')).toHaveLength(1);
    await Promise.all([handleWebhooks(world.worker), handleWebhooks(otherWorker), handleWebhooks(world.worker)]);
    await Promise.all([matchPayments(world.worker), matchPayments(otherWorker)]);
    expect(await payments(fact)).toEqual({ count: 1, sightings: [`sepay-list list-${fact.sourceId}`, `sepay-webhook ${fact.sourceId}`] });
    expect(await world.order(ref)).toMatchObject({ status: 'paid', amountPaid: amountSent });
    expect(
      new Set((await storedWebhooks('handled_at is not null as handled, outcome')).map(({ handled, outcome }) => `${handled} ${outcome}`)),
    ).toEqual(new Set(['true payments: 1']));
    await world.run();
  });

  test('and the list report one transfer under different ids: one payment is journalled', async () => {
    const fact = transfer();
    world.bank.statement.push({ ...fact, source: 'sepay-list', sourceId: 'uuid-1' });
    await receive(factBody(fact));
    await Promise.all([handleWebhooks(world.worker), readSources(otherWorker, 'bank', 'list')]);
    expect(await payments(fact)).toEqual({ count: 1, sightings: ['sepay-list uuid-1', `sepay-webhook ${fact.sourceId}`] });
  });

  test('with a valid signature credits nothing if the list does not have the transfer', async () => {
    const { ref, amountSent } = await world.create();
    const fact = transfer({ memo: ref, amount: amountSent });
    await receive(factBody(fact));
    for (let looks = 0; looks < 17; looks += 1) {
      await handleWebhooks(world.worker);
      world.clock.advance(60_000);
    }
    expect((await payments(fact)).count).toBe(0);
    expect(await world.order(ref)).toMatchObject({ status: 'pending', amountPaid: 0n });
    expect((await world.database.query('select outcome from webhook where body = $1', [factBody(fact)]))[0]?.outcome).toBe(
      'given up: not in the list',
    );
    expect(world.errors.splice(0)).toHaveLength(1);
    const { items } = await bindOperations(world.operator).listExceptions(operatorCaller('lan'), { limit: 100 });
    expect(items).toMatchObject([
      { kind: 'unlisted_webhook', sourceId: fact.sourceId, account: fact.account, amount: String(fact.amount), detail: ref },
    ]);
  });

  test.each(['perfect-money', 'webmoney'] as const)(
    'of %s, whose list the signer reads, is left to an operator too when given up',
    async (network) => {
      const fact = walletTransfer({ reference: '77', amount: 5_00n, source: network, sourceId: `${network}-77` });
      const rails = hearing(network, () => [{ ...fact, network }]);
      await receiveWebhook({ ...world.web, rails }, world.deps, { source: network, headers: {}, body: network });
      for (let looks = 0; looks < 17; looks += 1) {
        await handleWebhooks({ ...world.worker, rails });
        world.clock.advance(60_000);
      }
      expect(await outcomeOf(network)).toEqual({ isOpen: false, outcome: 'given up: not in the list' });
      expect(world.errors.splice(0)).toMatchObject([{ network, source: network, kind: 'unlisted_webhook' }]);
      expect(await casesOf(network)).toMatchObject([{ kind: 'unlisted_webhook', sourceId: `${network}-77`, amount: '500' }]);
    },
  );

  test.each(['perfect-money', 'webmoney'] as const)(
    'of %s ends once the signer, which reads its list, has journalled the payment',
    async (network) => {
      const fact = { ...walletTransfer({ reference: '91', amount: 5_00n, source: network, sourceId: `${network}-91` }), network };
      const rails = hearing(network, () => [fact]);
      await receiveWebhook({ ...world.web, rails }, world.deps, { source: network, headers: {}, body: `${network} 91` });
      await handleWebhooks({ ...world.worker, rails });
      expect(await outcomeOf(`${network} 91`)).toMatchObject({ isOpen: true });
      await recordPayment(world.signer, { ...fact, source: `${network}-list` });
      world.clock.advance(60_000);
      await handleWebhooks({ ...world.worker, rails });
      expect(await outcomeOf(`${network} 91`)).toEqual({ isOpen: false, outcome: 'payments: 1' });
    },
  );

  test.each([
    ['cannot be read', 'perfect-money', broken, 'its id'],
    ['cannot be handled', 'perfect-money', () => [walletTransfer({ source: 'perfect-money', sourceId: '78' })], '78'],
    ['cannot be reported either', 'bank', () => [transfer({ source: 'payouts', sourceId: '79' })], null],
    ['is not genuine', 'perfect-money', () => [walletTransfer({ source: 'perfect-money', sourceId: '80' })], 'its id', broken],
  ] as const)('that %s ends after a day of failures, with an alarm', async (what, network, told, reported, authenticate?: () => void) => {
    const rails = hearing(network, told, authenticate);
    const worker: Ctx = { ...world.worker, rails, checkpoint: broken };
    await receiveWebhook({ ...world.web, rails: hearing(network, told) }, world.deps, { source: network, headers: {}, body: what });
    const tried = (times: number) => world.database.query('update webhook set tries = $1 where body = $2', [times, what]);
    await tried(100);
    await handleWebhooks(worker);
    expect(await outcomeOf(what)).toEqual({ isOpen: true, outcome: 'failed' });
    expect(world.errors.splice(0)).toHaveLength(1);
    await tried(24 * 60);
    world.clock.advance(60_000);
    await handleWebhooks(worker);
    expect(await outcomeOf(what)).toEqual({ isOpen: false, outcome: 'given up: failed' });
    const [{ id } = {}] = await world.database.query('select id from webhook where body = $1', [what]);
    const alarm = reported === null ? { webhook: id, error: expect.any(String) } : { network, source: network, kind: 'unlisted_webhook' };
    expect(world.errors.splice(0)).toMatchObject([{ webhook: id }, alarm]);
    expect(await casesOf(network)).toEqual(
      reported === null ? [] : expect.arrayContaining([expect.objectContaining({ sourceId: reported === 'its id' ? id : reported })]),
    );
  });

  test('whose transfer came in behind the list’s cursor has that time read again after the third look, at most twice a minute', async () => {
    const { ref, amountSent } = await world.create();
    const fact = transfer({ memo: ref, amount: amountSent, paidAt: world.clock.now() });
    const again: string[] = [];
    let isListed = false;
    const list: ListSource = {
      kind: 'list',
      name: 'statement',
      pollMs: 1_000,
      async read(cursor) {
        const facts = cursor?.startsWith('again ') && isListed ? [{ ...fact, source: 'sepay-list', sourceId: 'behind' }] : [];
        return { facts, cursor: cursor?.replace('again ', '') ?? '0', more: false };
      },
      readAgain(cursor, from) {
        again.push(from.toISOString());
        return `again ${cursor}`;
      },
    };
    const webhook = world.bank.rail.sources?.find(({ kind }) => kind === 'webhook');
    const bank: Rail = { code: 'bank', sources: webhook ? [list, webhook] : [] };
    const worker: Ctx = { ...world.worker, orm: await world.database.open('quydoi_worker'), rails: new Map([['bank', bank]]) };
    await receive(factBody(fact));
    const look = async (afterMs: number) => {
      await handleWebhooks(worker);
      world.clock.advance(afterMs);
    };
    await look(1_000);
    await look(2_000);
    expect(again).toEqual([]);
    for (let looks = 0; looks < 2; looks += 1) await look(8_000);
    expect(again).toHaveLength(1);
    expect(Date.parse(again[0] ?? '')).toBeLessThan(fact.paidAt.getTime());
    expect((await payments(fact)).count).toBe(0);
    isListed = true;
    for (let looks = 0; looks < 3; looks += 1) await look(16_000);
    expect(again).toHaveLength(2);
    await matchPayments(worker);
    expect(await world.order(ref)).toMatchObject({ status: 'paid', amountPaid: amountSent });
    world.bank.received.push({ ...fact, source: 'sepay-list', sourceId: 'behind' });
    await world.run();
  });

  test('keeps the order that it names from expiring until its payment is listed', async () => {
    const [told, untold] = [await world.create(), await world.create()];
    const fact = transfer({ memo: told.ref, amount: told.amountSent, paidAt: world.clock.now() });
    world.clock.advance(29 * MINUTE_MS);
    await receive(factBody(fact));
    const look = async () => {
      await handleWebhooks(world.worker);
      await readSources(world.worker, 'bank', 'list');
      await endTimedOutOrders(world.worker);
    };
    for (let n = 0; n < 4; n += 1) {
      world.clock.advance(MINUTE_MS);
      await look();
    }
    expect(await world.order(untold.ref)).toMatchObject({ status: 'cancelled', reason: 'expired' });
    expect(await world.order(told.ref)).toMatchObject({ status: 'pending', reason: null });
    listed(fact);
    world.clock.advance(MINUTE_MS);
    await look();
    await matchPayments(world.worker);
    expect(await world.order(told.ref)).toMatchObject({ status: 'paid', amountPaid: told.amountSent });
    await world.run();
  });

  test('that is given up keeps no order from expiring', async () => {
    const { ref, amountSent } = await world.create();
    const fact = transfer({ memo: ref, amount: amountSent, paidAt: world.clock.now() });
    await receive(factBody(fact));
    for (let n = 0; n < 45; n += 1) {
      world.clock.advance(MINUTE_MS);
      await handleWebhooks(world.worker);
      await readSources(world.worker, 'bank', 'list');
      await endTimedOutOrders(world.worker);
    }
    expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'expired' });
    expect(world.errors.splice(0)).toMatchObject([{ kind: 'unlisted_webhook' }]);
  });

  const told = () => world.log.filter((line) => line.endsWith(' webhook not looked at'));

  test.each(['null', '5', '["good"]', '{"x-signature":5}', '{"x-signature":null}'])(
    'stored with the headers %s is refused, and stops nothing',
    async (headers) => {
      const { ref, amountSent } = await world.create();
      const body = factBody(transfer({ memo: ref, amount: amountSent, paidAt: world.clock.now() }));
      const columns = 'id, source, headers, body, digest, received_at, next_at';
      const text = `insert into webhook (${columns}) values (gen_random_uuid(), 'sepay', $1::jsonb, $2, md5($2), $3, $3)`;
      await world.database.query(text, [headers, body, world.clock.now()], 'quydoi_web');
      world.clock.advance(33 * MINUTE_MS);
      await readSources(world.worker, 'bank', 'list');
      await endTimedOutOrders(world.worker);
      expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'expired' });
      // What refuses it reports it.
      expect(told()).toEqual([]);
      await handleWebhooks(world.worker);
      expect(await outcomeOf(body)).toEqual({ isOpen: false, outcome: 'refused: signature' });
    },
  );

  test('that no code can read keeps no order from expiring, and is told in the log once a minute', async () => {
    const first = await world.create();
    world.clock.advance(30_000);
    const second = await world.create();
    const body = `{"memo":"${first.ref}"}`;
    await receive(body);
    world.clock.advance(32 * MINUTE_MS - 15_000);
    const [{ id } = {}] = await world.database.query('select id from webhook where body = $1', [body]);
    for (const { ref } of [first, second]) {
      await readSources(world.worker, 'bank', 'list');
      await endTimedOutOrders(world.worker);
      expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'expired' });
      world.clock.advance(30_000);
    }
    expect(told()).toEqual([expect.stringContaining(`"webhook":"${id}","source":"sepay","error":"TypeError`)]);
    await world.database.query('delete from webhook where body = $1', [body]);
  });

  test('is not looked at for orders of another network', async () => {
    const { ref } = await world.create(SELL_100_PM);
    const body = factBody(transfer());
    await receive(body);
    let looks = 0;
    const bank = world.worker.rails.get('bank') as Rail;
    const sources = (bank.sources ?? []).map((source) =>
      source.kind !== 'webhook'
        ? source
        : {
            ...source,
            authenticate() {
              looks += 1;
            },
          },
    );
    world.clock.advance(33 * MINUTE_MS);
    for (const network of ['perfect-money', 'bank'] as const) await readSources(world.signer, network, 'list');
    await readSources(world.worker, 'bank', 'list');
    await endTimedOutOrders({ ...world.worker, rails: new Map([...world.worker.rails, ['bank', { ...bank, sources }]]) });
    expect(await world.order(ref)).toMatchObject({ status: 'cancelled', reason: 'expired' });
    expect(looks).toBe(0);
    await world.database.query('delete from webhook where body = $1', [body]);
  });

  test('whose list fails as no provider should is open until it can be read, and the log names the network', async () => {
    const fact = transfer();
    await receive(factBody(fact));
    const outcome = async () => (await world.database.query('select outcome from webhook where body = $1', [factBody(fact)]))[0]?.outcome;
    const read = () => Promise.reject(new TypeError('the list has no rows'));
    const sources = world.bank.rail.sources?.map((source) => (source.kind === 'list' ? { ...source, read } : source)) ?? [];
    await handleWebhooks({ ...world.worker, rails: new Map([['bank', { ...world.bank.rail, sources }]]) });
    expect(world.errors.splice(0)).toMatchObject([{ network: 'bank', error: expect.stringContaining('no rows') }]);
    expect(await outcome()).toBe('not in the list');
    listed(fact);
    world.clock.advance(2_000);
    await handleWebhooks(world.worker);
    expect(await outcome()).toBe('payments: 1');
  });

  test('that tells a memo which the journalled payment lacks is open until the list tells it too', async () => {
    const { ref, amountSent } = await world.create();
    const fact = transfer({ memo: ref, amount: amountSent, paidAt: world.clock.now() });
    const row = { ...fact, source: 'sepay-list', sourceId: `list-${fact.sourceId}` };
    await recordPayment(world.worker, { ...row, memo: '.' });
    await receive(factBody(fact));
    const outcome = async () => (await world.database.query('select outcome from webhook where body = $1', [factBody(fact)]))[0]?.outcome;
    await handleWebhooks(world.worker);
    expect(await outcome()).toBe('not in the list');
    world.bank.statement.push(row);
    world.clock.advance(2_000);
    await handleWebhooks(world.worker);
    expect(await outcome()).toBe('payments: 1');
    await matchPayments(world.worker);
    expect(await world.order(ref)).toMatchObject({ status: 'paid', amountPaid: amountSent });
    await world.run();
  });

  test('with a wrong signature is not stored', async () => {
    const before = (await storedWebhooks('id')).length;
    await expect(receive(factBody(transfer()), { 'x-signature': 'forged' })).rejects.toThrow('SIGNATURE_INVALID');
    await expect(receive(factBody(transfer()), {})).rejects.toThrow('SIGNATURE_INVALID');
    await expect(receive(factBody(transfer()), GOOD, 'unknown')).rejects.toThrow('NOT_FOUND');
    await expect(receive(factBody(transfer()), GOOD, 'constructor')).rejects.toThrow('NOT_FOUND');
    await expect(receive('\u0000')).rejects.toThrow('BODY_INVALID');
    expect((await storedWebhooks('id')).length).toBe(before);
  });

  test('is stored without its sender’s cookies and addresses', async () => {
    await receive(factBody(listed(transfer())), {
      ...GOOD,
      cookie: 'session=1',
      'x-forwarded-for': '203.0.113.9',
      'x-real-ip': '203.0.113.9',
      host: 'pay',
    });
    await handleWebhooks(world.worker);
    expect((await storedWebhooks('headers')).at(-1)?.headers).toEqual(GOOD);
  });

  test('inserted unsigned by the web is rejected by the worker', async () => {
    const fact = transfer();
    const at = world.clock.now();
    await world.database.query(
      `insert into webhook (id, source, headers, body, digest, received_at, next_at) values (gen_random_uuid(), 'sepay', '{"x-signature":"forged"}', $1, '', $2, $2)`,
      [factBody(fact), at],
      'quydoi_web',
    );
    const refusals: string[] = [];
    const telemetry = { ...world.worker.telemetry, refused: (refusal: string) => void refusals.push(refusal) };
    await handleWebhooks({ ...world.worker, telemetry });
    expect(refusals).toEqual(['webhook_signature']);
    expect(await payments(fact)).toEqual({ count: 0, sightings: [] });
    expect((await world.database.query(`select outcome from webhook where body = $1`, [factBody(fact)]))[0]?.outcome).toBe('refused: signature');
    const told = world.log.filter((line) => line.endsWith(' webhook refused'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('"source":"sepay","trouble":"signature"');
  });

  test('that cannot be parsed is retried with back-off, and does not delay others', async () => {
    const first = world.clock.now().getTime();
    await receive('not what it seems');
    world.clock.advance(1);
    const fact = listed(transfer());
    await receive(factBody(fact));
    await handleWebhooks(world.worker);
    expect(world.errors.splice(0)).toHaveLength(1);
    expect((await payments(fact)).count).toBe(1);

    const row = async () => {
      const [found] = await world.database.query(`select tries, next_at, handled_at, outcome from webhook where body = 'not what it seems'`);
      return found as { tries: number; next_at: Date; handled_at: null; outcome: string };
    };
    expect(await row()).toEqual({ tries: 1, next_at: new Date(first + 1 + 1_000), handled_at: null, outcome: 'failed' });
    await handleWebhooks(world.worker);
    expect(await row()).toMatchObject({ tries: 1 });
    const waits: number[] = [];
    for (let tries = 2; tries <= 9; tries += 1) {
      world.clock.advance((await row()).next_at.getTime() - world.clock.now().getTime());
      await handleWebhooks(world.worker);
      expect(await row()).toMatchObject({ tries });
      waits.push((await row()).next_at.getTime() - world.clock.now().getTime());
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(world.errors.splice(0)).toHaveLength(8);
    await world.database.query(`update webhook set handled_at = received_at where body = 'not what it seems'`);
  });

  test('whose worker is killed before closing it is handled again, and counts once', async () => {
    for (const point of ['webhook.read', 'payment.before-write', 'payment.after-write', 'webhook.before-close'] as const) {
      const fact = listed(transfer());
      await receive(factBody(fact));
      world.checkpoints.stopAt(point);
      await handleWebhooks(world.worker);
      expect(world.errors.splice(0)).toHaveLength(1);
      world.clock.advance(1_000);
      await handleWebhooks(world.worker);
      await readSources(world.worker, 'bank', 'list');
      expect(await payments(fact)).toEqual({ count: 1, sightings: [`sepay-list list-${fact.sourceId}`, `sepay-webhook ${fact.sourceId}`] });
    }
  });

  test('whose payment was journalled meanwhile causes no request', async () => {
    let asked = 0;
    const facts = [transfer(), transfer()];
    const list = async () => {
      asked += 1;
      return { facts, cursor: 'end', more: false };
    };
    const sources = world.bank.rail.sources?.map((source) => (source.kind === 'list' ? { ...source, read: list } : source)) ?? [];
    const worker: Ctx = { ...world.worker, rails: new Map([['bank', { ...world.bank.rail, sources }]]) };
    for (const fact of facts) {
      await receive(factBody(fact));
      await handleWebhooks(worker);
    }
    expect(asked).toBe(1);
    for (const fact of facts) expect((await payments(fact)).count).toBe(1);
    expect(await storedWebhooks('handled_at')).not.toContainEqual({ handled_at: null });
  });

  test('is handled within two runs behind fifty others', async () => {
    const facts = Array.from({ length: 60 }, () => listed(transfer()));
    for (const fact of facts) await receive(factBody(fact));
    expect(await handleWebhooks(world.worker)).toBe(true);
    expect(await handleWebhooks(world.worker)).toBe(false);
    for (const fact of facts) expect((await payments(fact)).count).toBe(1);
  });
});

describe('the bank’s own list', () => {
  const cursor = async () => {
    const found = await readCursor(world.worker.orm, { network: 'bank', source: 'statement' });
    return found && { cursor: found.cursor, watermark: found.watermark };
  };

  test('finds payments without a webhook', async () => {
    const { ref, amountSent } = await world.create();
    const fact = transfer({ memo: ref, amount: amountSent, source: 'sepay-list', paidAt: world.clock.now() });
    world.bank.statement.push(fact);
    expect(await readSources(world.worker, 'bank', 'list')).toBe(false);
    await world.run();
    expect((await world.order(ref)).status).toBe('delivered');
    expect(await cursor()).toEqual({ cursor: String(world.bank.statement.length), watermark: world.clock.now() });
  });

  test('advances its cursor only after its page is journalled', async () => {
    for (const point of ['payment.before-write', 'payment.after-write'] as const) {
      const before = await cursor();
      world.clock.advance(60_000);
      const facts = [transfer(), transfer(), transfer()];
      world.bank.statement.push(...facts);
      world.checkpoints.stopAt(point);
      await expect(readSources(world.worker, 'bank', 'list')).rejects.toThrow(point);
      expect(await cursor()).toEqual(before);
      await readSources(world.worker, 'bank', 'list');
      expect(await cursor()).toEqual({ cursor: String(world.bank.statement.length), watermark: world.clock.now() });
      for (const fact of facts) expect((await payments(fact)).count).toBe(1);
    }
  });

  test('counts as read up to now only after its last page', async () => {
    const before = await cursor();
    world.clock.advance(60_000);
    const pages = [[transfer()], [transfer()], [transfer()]];
    const asked: (string | null)[] = [];
    const worker = listing((from): PaymentPage => {
      asked.push(from);
      const page = asked.length;
      if (page === 3) throw new RailError('bank', 'unreachable', 'not-done', 'gone');
      return { facts: pages[page - 1] ?? [], cursor: `page-${page}`, more: true };
    });
    await readSources(worker, 'bank', 'list');
    expect(asked).toEqual([before?.cursor ?? null, 'page-1', 'page-2']);
    // The pages that were read stay read, but nothing is known up to now.
    expect(await cursor()).toEqual({ cursor: 'page-2', watermark: before?.watermark });
    await readSources(
      listing((from) => ({ facts: from === 'page-2' ? (pages[2] ?? []) : [], cursor: null, more: false })),
      'bank',
      'list',
    );
    expect(await cursor()).toEqual({ cursor: 'page-2', watermark: world.clock.now() });
    for (const [fact] of pages) if (fact) expect((await payments(fact)).count).toBe(1);
  });

  test('is read page by page within the provider’s rate limit, and once for concurrent callers', async () => {
    const PAGES = 8;
    const askedAtMs: number[] = [];
    const read = async (): Promise<PaymentPage> => {
      const nowMs = world.clock.now().getTime();
      if (askedAtMs.filter((ms) => ms > nowMs - 1_000).length >= 3) throw new RailError('bank', 'busy', 'unknown', 'Too Many Requests');
      askedAtMs.push(nowMs);
      return { facts: [transfer()], cursor: `page-${askedAtMs.length}`, more: askedAtMs.length < PAGES };
    };
    const source = { kind: 'list', name: 'statement', pollMs: 1, minPauseMs: 334, read } as const;
    const worker: Ctx = { ...world.worker, rails: new Map([['bank', { code: 'bank', sources: [source] }]]) };
    world.clock.sleepAdvances = true;
    try {
      await Promise.all([readSources(worker, 'bank', 'list'), readSources(worker, 'bank', 'list')]);
    } finally {
      world.clock.sleepAdvances = false;
    }
    expect(askedAtMs).toHaveLength(PAGES);
    expect(await cursor()).toMatchObject({ cursor: `page-${PAGES}` });
  });

  test('read by two workers concurrently yields each transfer once', async () => {
    const facts = Array.from({ length: 20 }, () => transfer());
    const page = listing(() => ({ facts, cursor: 'end', more: false }));
    await Promise.all([readSources(page, 'bank', 'list'), readSources({ ...page, orm: otherWorker.orm }, 'bank', 'list')]);
    for (const fact of facts) expect(await payments(fact)).toMatchObject({ count: 1, sightings: [`sepay-webhook ${fact.sourceId}`] });
  });

  test('tells of two payments where the bank gives a reference again, each with its own webhook', async () => {
    const first = listed(transfer({ reference: '3516', amount: 7_000_000n, paidAt: world.clock.now() }));
    await receive(factBody(first));
    await handleWebhooks(world.worker);
    world.clock.advance(DAY_MS);
    const again = transfer({ reference: '3516', amount: 7_000_000n, paidAt: world.clock.now() });
    await receive(factBody(again));
    await handleWebhooks(world.worker);
    // The webhook waits for its own payment, not for yesterday's.
    expect((await payments(first)).count).toBe(1);
    listed(again);
    world.clock.advance(60_000);
    await handleWebhooks(world.worker);
    expect(await payments(first)).toEqual({
      count: 2,
      sightings: [
        `sepay-list list-${first.sourceId}`,
        `sepay-list list-${again.sourceId}`,
        `sepay-webhook ${first.sourceId}`,
        `sepay-webhook ${again.sourceId}`,
      ].sort(),
    });
    const pairs = await world.database.query(
      `select count(*)::int as n from payment p where reference = '3516' and 2 = (select count(*) from sighting s where s.payment_id = p.id)`,
    );
    expect(pairs).toEqual([{ n: 2 }]);
  });

  test('tells of two payments where the bank gives a reference again within the same minute', async () => {
    const same = { reference: '1', amount: 3_000_000n, paidAt: world.clock.now() };
    const facts = [listed(transfer(same)), listed(transfer(same))];
    for (const fact of facts) await receive(factBody(fact));
    await Promise.all([handleWebhooks(world.worker), readSources(otherWorker, 'bank', 'list')]);
    world.clock.advance(60_000);
    await Promise.all([handleWebhooks(world.worker), handleWebhooks(otherWorker)]);
    expect(await payments(same as PaymentFact)).toMatchObject({ count: 2, sightings: { length: 4 } });
  });

  test('and another provider’s tell of one payment where account, amount, reference and minutes agree, one to one', async () => {
    const same = { reference: '77', amount: 4_000_000n, paidAt: world.clock.now() };
    const read = (source: string, ids: readonly string[], laterMs = 0) => {
      const facts = ids.map((sourceId) => transfer({ ...same, source, sourceId, paidAt: new Date(same.paidAt.getTime() + laterMs) }));
      return readSources(
        listing(() => ({ facts, cursor: source, more: false })),
        'bank',
        'list',
      );
    };
    await read('sepay-list', ['a', 'b']);
    await read('casso-list', ['1'], 3 * 60_000);
    expect(await payments(same as PaymentFact)).toEqual({ count: 2, sightings: ['casso-list 1', 'sepay-list a', 'sepay-list b'] });
    await read('casso-list', ['1', '2', '3'], 3 * 60_000);
    // Two of the three are the first source's; the third is one that it has not told of.
    expect((await payments(same as PaymentFact)).count).toBe(3);
    await read('sepay-list', ['a', 'b', 'c']);
    expect(await payments(same as PaymentFact)).toMatchObject({ count: 3, sightings: { length: 6 } });
    await read('casso-list', ['4'], 60 * 60_000);
    expect((await payments(same as PaymentFact)).count).toBe(4);
  });

  test('without a reference is one payment with its webhook, although their texts differ', async () => {
    const { ref, amountSent } = await world.create();
    const fact = transfer({ reference: '', memo: `CT DEN:${ref} chuyen tien`, amount: amountSent, paidAt: world.clock.now() });
    world.bank.statement.push({ ...fact, source: 'sepay-list', sourceId: `list-${fact.sourceId}`, memo: `MBVCB.123.${ref} CHUYEN TIEN-CT DEN` });
    await receive(factBody(fact));
    await handleWebhooks(world.worker);
    expect((await world.database.query('select outcome from webhook where body = $1', [factBody(fact)]))[0]).toEqual({ outcome: 'payments: 1' });
    const rows = await world.database.query('select distinct payment_id from sighting where source_id like $1', [`%${fact.sourceId}`]);
    expect(rows).toHaveLength(1);
  });

  test('reports two transfers of equal amount and memo as two payments', async () => {
    const [first, second] = [transfer({ amount: 5_000n }), transfer({ amount: 5_000n })];
    await readSources(
      listing(() => ({ facts: [first, second], cursor: 'end', more: false })),
      'bank',
      'list',
    );
    expect((await payments(first)).count + (await payments(second)).count).toBe(2);
  });
});

describe('the account that customers pay into', () => {
  const NEW = { bank: 'tcb', accountNumber: '19031234567890', accountName: 'CONG TY QUY DOI MOI', branch: 'Sài Gòn' };
  const operations = () => bindOperations(world.operator);
  const LAN = operatorCaller('lan');
  const setAccount = async (account: typeof NEW) => {
    const { proposal = '' } = await operations().setCollectionAccount(LAN, account);
    await operations().confirmAct(operatorCaller('minh'), { id: proposal });
  };
  const instructionsOf = async (ref: string, orderKey: string) =>
    (await getOrder(world.web, world.deps, testCaller({ orderKey }), { ref })).instructions;

  test('is changed by an operator without a restart: orders keep the one that they were told, and both are read', async () => {
    const before = await world.create();
    await setAccount(NEW);
    const after = await world.create();
    expect(after.instructions).toMatchObject({ account: NEW.accountNumber, bankCode: 'tcb', accountName: NEW.accountName, branch: NEW.branch });
    expect(after.instructions?.qr).toContain('0006970407');
    expect(after.instructions?.qr).toContain(NEW.accountNumber);
    expect(await instructionsOf(before.ref, before.key)).toEqual(before.instructions);
    expect(before.instructions).toMatchObject({ account: '0011004567890', bankCode: 'vcb' });

    const facts = [
      transfer({ memo: before.ref, amount: before.amountSent, paidAt: world.clock.now() }),
      transfer({ memo: after.ref, amount: after.amountSent, paidAt: world.clock.now(), account: NEW.accountNumber }),
    ];
    for (const fact of facts) world.bank.statement.push({ ...fact, source: 'sepay-list', sourceId: `list-${fact.sourceId}` });
    for (const fact of facts) await receive(factBody(fact));
    await handleWebhooks(world.worker);
    await matchPayments(world.worker);
    for (const { ref } of [before, after]) expect((await world.order(ref)).status).toBe('paid');
    expect(await storedWebhooks('handled_at')).not.toContainEqual({ handled_at: null });
    await world.run();
  });

  test('is none that we pay to, however long ago it was told', async () => {
    for (const [destinationBank, destination] of [
      ['vcb', '0011004567890'],
      ['tcb', NEW.accountNumber],
    ] as const) {
      await expect(world.create({ ...SELL_100_PM, destination, destinationBank })).rejects.toMatchObject({ code: 'BANK_ACCOUNT_INVALID' });
    }
  });

  test('may be a virtual one, behind which the provider names the main account', async () => {
    await setAccount({ ...NEW, bank: 'bidv', accountNumber: '96247VA01' });
    const { ref, amountSent, instructions } = await world.create();
    expect(instructions).toMatchObject({ account: '96247VA01', bankCode: 'bidv' });
    const fact = transfer({ memo: ref, amount: amountSent, account: '1234567890', subAccount: '96247VA01', paidAt: world.clock.now() });
    world.bank.statement.push({ ...fact, source: 'sepay-list', sourceId: `list-${fact.sourceId}` });
    await receive(factBody(fact));
    await handleWebhooks(world.worker);
    await matchPayments(world.worker);
    expect((await world.order(ref)).status).toBe('paid');
    expect(await world.database.query('select account from payment where reference = $1', [fact.reference])).toEqual([{ account: '96247VA01' }]);
    await world.run();
  });

  test('is not any other that the provider tells of: such money is an operator’s, and is not booked', async () => {
    const fact = transfer({ account: '5555555555' });
    world.bank.statement.push({ ...fact, source: 'sepay-list', sourceId: 'foreign' });
    await receive(factBody(fact));
    await handleWebhooks(world.worker);
    expect((await payments(fact)).count).toBe(0);
    expect(world.errors.splice(0)).toMatchObject([{ source: 'sepay-list', sourceId: 'foreign' }]);
    const { items } = await operations().listExceptions(LAN, { limit: 100 });
    expect(items.at(-1)).toMatchObject({ kind: 'unknown_account', sourceId: 'foreign', account: '5555555555', amount: String(fact.amount) });
    const [row] = await world.database.query('select outcome from webhook where body = $1', [factBody(fact)]);
    expect(row).toEqual({ outcome: 'payment into an unknown account' });
  });

  test('has a bank that transfers reach by its number, and a number of that bank’s form', async () => {
    for (const wrong of [{ bank: 'nobank' }, { accountNumber: '12' }, { accountNumber: '1'.repeat(20) }]) {
      await expect(setAccount({ ...NEW, ...wrong })).rejects.toMatchObject({ code: 'BANK_ACCOUNT_INVALID' });
    }
  });
});

/** The worker with another list at its bank. */
function listing(list: (cursor: string | null) => PaymentPage): Ctx {
  return {
    ...world.worker,
    rails: new Map([['bank', { code: 'bank', sources: [{ kind: 'list', name: 'statement', pollMs: 1, read: async (cursor) => list(cursor) }] }]]),
  };
}

test('a webhook that is replayed is stored once', async () => {
  const body = factBody(listed(transfer()));
  world.checkpoints.reached.length = 0;
  await receive(body);
  expect(world.checkpoints.reached).toEqual(['webhook.before-write', 'webhook.after-write']);
  await Promise.all(Array.from({ length: 20 }, () => receive(body)));
  // Signed anew, as a provider's retry is.
  await receive(body, { ...GOOD, 'x-timestamp': '2' });
  expect((await world.database.query('select count(*)::int as n from webhook where body = $1', [body]))[0]).toEqual({ n: 1 });
  await handleWebhooks(world.worker);
  await receive(body);
  expect((await world.database.query('select count(*)::int as n from webhook where body = $1', [body]))[0]).toEqual({ n: 1 });
});

test('a webhook of a source that this worker does not have is closed as such', async () => {
  const body = factBody(transfer());
  await receive(body);
  await handleWebhooks({ ...world.worker, rails: new Map() });
  expect(await world.database.query('select outcome from webhook where body = $1', [body])).toEqual([{ outcome: 'unknown source' }]);
});

test('a webhook that this worker cannot read is closed as such: it names no order, and leaves no case when it is given up', async () => {
  const { ref } = await world.create();
  const [read, failing] = [factBody(transfer({ memo: ref })), factBody(transfer({ memo: ref }))];
  for (const body of [read, failing]) await receive(body);
  const rails: Ctx['rails'] = new Map([['bank', { code: 'bank', sources: [{ kind: 'webhook', name: 'sepay', authenticate() {} }] }]]);
  const worker: Ctx = { ...world.worker, rails };
  expect(await readRefsToldByWebhooks(worker, 'bank')).toEqual(new Set());
  await world.database.query(`update webhook set tries = 1440, next_at = case body when $1 then next_at else $2 end where handled_at is null`, [
    failing,
    new Date(world.clock.now().getTime() + MINUTE_MS),
  ]);
  await handleWebhooks({ ...worker, checkpoint: broken });
  expect([await outcomeOf(failing), world.errors.splice(0).length]).toEqual([{ isOpen: false, outcome: 'given up: failed' }, 1]);
  world.clock.advance(MINUTE_MS);
  await handleWebhooks(worker);
  expect(await outcomeOf(read)).toEqual({ isOpen: false, outcome: 'unknown source' });
});
