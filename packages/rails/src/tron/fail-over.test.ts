import { CURRENCIES } from '@quydoi/domain/currencies';
import { HOUR_MS, MINUTE_MS } from '@quydoi/domain/durations';
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

describe('a payout is signed by the word of the second node where the first stands still', () => {
  const REVERT = { result: { result: true, message: Buffer.from('REVERT opcode executed').toString('hex') }, energy_used: 500 };
  const ERROR = 'contract validate error : Smart contract is not exist.';
  const MISSING = { result: { code: 'CONTRACT_VALIDATE_ERROR', message: Buffer.from(ERROR).toString('hex') } };
  const told = (value: string) => ({ result: { result: true }, energy_used: 64_285, constant_result: [word(value)] });
  const GOOD: Record<string, unknown> = {
    'walletsolidity/getnowblock': headOf(),
    'wallet/triggerconstantcontract': told('1'),
    'wallet/getchainparameters': {
      chainParameter: [
        { key: 'getEnergyFee', value: 100 },
        { key: 'getTransactionFee', value: 1_000 },
      ],
    },
    'wallet/getaccount': { balance: 500_000_000 },
    'wallet/getaccountresource': {},
  };

  test.each<[string, (selector: string) => unknown]>([
    ['before the contract was made', () => MISSING],
    ['before the wallet was filled', (selector) => (selector.startsWith('transfer') ? REVERT : told('0'))],
    ['while the token was paused', (selector) => (selector.startsWith('transfer') ? REVERT : told(selector === 'paused()' ? '1' : '0'))],
  ])('%s, and tells its head last', async (_, contract) => {
    const heads: string[] = [];
    const provider: typeof fetch = async (url, init) => {
      const { host, pathname } = new URL(String(url));
      const path = pathname.slice(1);
      if (path.endsWith('getnowblock')) heads.push(host);
      if (host === 'second') return Response.json(GOOD[path]);
      if (path.endsWith('getnowblock')) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        return Response.json(headOf(HOUR_MS));
      }
      if (!path.endsWith('triggerconstantcontract')) return Response.json(GOOD[path]);
      const asked = (await new Response(init?.body).json()) as { function_selector: string };
      return Response.json(contract(asked.function_selector));
    };
    const { payouts } = createTronRail({
      node: { baseUrl: 'http://first' },
      secondNode: { baseUrl: 'http://second' },
      secret: { privateKey: '11'.repeat(32) },
      timeoutMs: ANSWER_TIMEOUT_MS,
      fetch: provider,
    });
    const request = { key: 'attempt-1', currency: 'trc20', amount: 1n, destination: ADDRESS, destinationBank: null, memo: '' } as const;
    expect(await payouts?.sign(request, NOW)).toMatchObject({ slots: [] });
    expect(heads).toEqual(['first', 'second']);
  });
});
