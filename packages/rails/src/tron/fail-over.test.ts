import { CURRENCIES } from '@quydoi/domain/currencies';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { describe, expect, test } from 'vitest';
import { ANSWER_TIMEOUT_MS } from '../../testing/serve.ts';
import { hexOf } from './address.ts';
import { createTronRail } from './index.ts';

const NOW = new Date('2026-01-05T09:00:00Z');
const TXID = 'e'.repeat(64);
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const ADDRESS = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';

const word = (text: string) => text.padStart(64, '0');
const hex = (address: string) => (hexOf(address) ?? '').slice(2);
/** Two USDT in an irreversible block. */
const PAID = {
  id: TXID,
  blockNumber: 9,
  blockTimeStamp: 1_767_600_000_000,
  receipt: { result: 'SUCCESS' },
  log: [{ address: hex(CURRENCIES.trc20.contract), topics: [TRANSFER_TOPIC, word(hex(ADDRESS)), word(hex(ADDRESS))], data: word('1e8480') }],
};

/** A node's irreversible head, usually a minute old. */
const headOf = (ageMs = MINUTE_MS) => ({
  blockID: `${'0'.repeat(15)}a${'c'.repeat(48)}`,
  block_header: { raw_data: { number: 10, timestamp: NOW.getTime() - ageMs } },
});

/** The payments of a transaction by two nodes that answer so; a number is a status, null no connection. */
function openFind(first: unknown, second?: unknown, heads: { first?: number; second?: number } = {}) {
  const asked: string[] = [];
  const provider: typeof fetch = async (url) => {
    const { host, pathname } = new URL(String(url));
    if (pathname.endsWith('/getnowblock')) return Response.json(headOf(host === 'first' ? heads.first : heads.second));
    asked.push(host);
    const answer = host === 'first' ? first : second;
    if (answer === null) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
    if (answer instanceof Response) return answer.clone();
    if (typeof answer === 'number') return new Response('no', { status: answer });
    return typeof answer === 'string' ? new Response(answer) : Response.json(answer);
  };
  const { firstHand } = createTronRail({
    node: { baseUrl: 'http://first' },
    ...(second === undefined ? {} : { secondNode: { baseUrl: 'http://second' } }),
    timeoutMs: ANSWER_TIMEOUT_MS,
    fetch: provider,
  });
  if (firstHand?.by !== 'reference') throw new Error('no node');
  const reference = `${TXID}:0`;
  return { asked, find: () => firstHand.find(reference, NOW), findAtAny: () => firstHand.findAtAny?.(reference, NOW) };
}

describe('a payment is confirmed', () => {
  test('by the first node alone while it answers', async () => {
    const { find, asked } = openFind(PAID, PAID);
    expect(await find()).toMatchObject([{ reference: `${TXID}:0`, amount: 2_000_000n, confirmed: true }]);
    expect(asked).toEqual(['first']);
  });

  test.each<[string, unknown]>([
    ['cannot be reached', null],
    ['is overloaded', { Error: 'class org.tron.core.exception : lack of computing resources' }],
    ['is over its quota', 403],
    ['answers with a page of 401', 401],
    ['fails', 500],
    ['tells something else', '<html>'],
    ['tells of another transaction', { ...PAID, id: 'f'.repeat(64) }],
  ])('by the second node when the first %s', async (_, answer) => {
    const { find, asked } = openFind(answer, PAID);
    expect(await find()).toMatchObject([{ reference: `${TXID}:0` }]);
    expect(asked).toEqual(['first', 'second']);
  });

  test('by the second node when the first stands still, and does not know the transaction', async () => {
    const { find, asked } = openFind({}, PAID, { first: 10 * MINUTE_MS });
    expect(await find()).toMatchObject([{ reference: `${TXID}:0` }]);
    expect(asked).toEqual(['first', 'second']);
  });

  test('by no node that stands still, when it is alone: that is trouble, not an answer', async () => {
    await expect(openFind({}, undefined, { first: 10 * MINUTE_MS }).find()).rejects.toMatchObject({
      trouble: 'unreachable',
      message: 'the node stands still: its newest block is 10 minutes old',
    });
    expect(await openFind({}).find()).toEqual([]);
  });

  test('by neither when none answers: the first node’s trouble is told', async () => {
    await expect(openFind(403, 500).find()).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
    await expect(openFind(500).find()).rejects.toMatchObject({ trouble: 'unreachable' });
  });

  test('by neither, of which one refuses our key: that alone is no reason to close the network', async () => {
    const refused = Response.json({ Error: 'ApiKey not exists' }, { status: 401 });
    await expect(openFind(refused, 500).find()).rejects.toMatchObject({ trouble: 'unreachable' });
    await expect(openFind(refused, refused).find()).rejects.toMatchObject({ trouble: 'credentials' });
  });
});

describe('a payment that was seen is missing', () => {
  test.each<[string, unknown, unknown, unknown[]]>([
    ['not as long as one node tells it', {}, PAID, [{ reference: `${TXID}:0` }]],
    ['not as long as one node tells it, whatever the other', 500, PAID, [{ reference: `${TXID}:0` }]],
    ['when no node tells it', {}, {}, []],
    ['when one node does not tell it and the other cannot answer', {}, 500, []],
    ['when one node cannot answer and the other does not tell it', 403, {}, []],
  ])('%s', async (_, first, second, found) => {
    const { findAtAny, asked } = openFind(first, second);
    expect(await findAtAny()).toMatchObject(found);
    expect(asked).toEqual(['first', 'second']);
  });

  test('by no word of a node that stands still, or cannot answer', async () => {
    await expect(openFind({}, 500, { first: 10 * MINUTE_MS }).findAtAny()).rejects.toMatchObject({ trouble: 'unreachable' });
    await expect(openFind(403).findAtAny()).rejects.toMatchObject({ trouble: 'busy' });
  });
});
