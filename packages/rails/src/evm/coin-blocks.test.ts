import { toChecksumAddress } from '@quydoi/domain/address/evm';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { describe, expect, test } from 'vitest';
import { type Answer, FINAL_CURSOR, hashOf, header, NOW, openEvmRail as open, type Params, quantity, refused } from '../../testing/evm-nodes.ts';
import { TRANSFER_TOPIC } from '../chain/erc20.ts';
import type { PaymentPage } from '../source.ts';

const OURS = `0x${'aa'.repeat(20)}`;
const STRANGER = `0x${'bb'.repeat(20)}`;
const ETHER = 10n ** 18n;
/** The smallest payment: 1000 units of 10^10 wei. */
const SMALLEST = 1_000n * 10n ** 10n;

interface Call {
  readonly method: string;
  readonly params: Params;
}

const blockOf = (tag: unknown) => (tag === 'latest' ? 1_000 : tag === 'finalized' ? 936 : Number(tag));
const isFull = ({ method, params }: Call) => method === 'eth_getBlockByNumber' && params[1] === true;
/** An answer that is longer than what is taken of a node. */
const tooLong = () => {
  const megabyte = new Uint8Array(1_000_000).fill(32);
  let sent = 0;
  return new Response(
    new ReadableStream({
      pull(controller) {
        if (sent++ < 33) controller.enqueue(megabyte);
        else controller.close();
      },
    }),
  );
};
/** Balances that rise in some blocks, by address, in wei. */
const rising = (rises: Readonly<Record<string, Readonly<Record<number, bigint>>>>): Answer =>
  (([wallet, tag]: Params) =>
    quantity(
      Object.entries(rises[String(wallet)] ?? {}).reduce((sum, [block, wei]) => sum + (Number(block) <= blockOf(tag) ? wei : 0n), ETHER),
    )) as Answer;
const facts = ({ facts: told }: PaymentPage) => told.map(({ account, amount, reference, payer }) => ({ account, amount, reference, payer }));
const internal = (block: number, amount: bigint, payer: string | null = null, account = OURS) => ({
  account: toChecksumAddress(account.slice(2)),
  amount,
  reference: `block:${block}:${account}`,
  payer,
});

describe('blocks', () => {
  test('are read as headers, and no balances, where the coin is not traded; with their transactions where it is', async () => {
    const shapes: unknown[] = [];
    const look = async (watched?: readonly string[]) => {
      shapes.length = 0;
      const { blocks, head, asked } = open({}, undefined, (calls) => {
        for (const { method, params } of calls) if (method === 'eth_getBlockByNumber' && !Number.isNaN(Number(params[0]))) shapes.push(params[1]);
        return null;
      });
      await blocks.read('930', NOW, watched);
      await head.read('994', NOW, watched);
      return { shapes: [...new Set(shapes)], balances: asked.filter((method) => method.includes('getBalance')).length > 0 };
    };
    expect(await look()).toEqual({ shapes: [false], balances: false });
    expect(await look([])).toEqual({ shapes: [true], balances: false });
    expect(await look([OURS])).toEqual({ shapes: [true], balances: true });
  });

  test.each([
    ['the answer is longer than what we take', () => tooLong()],
    ['the node refuses the whole', () => Response.json({ id: null, error: { code: -32_005, message: 'Exceeded max limit' } })],
    ['the node’s gateway gives up', () => new Response('late', { status: 504 })],
  ])('are read by fewer at once, down to one, where strangers fill them with data: %s', async (_, answer) => {
    const sizes: number[] = [];
    const { blocks } = open({}, undefined, (calls) => {
      const full = calls.filter(isFull).length;
      if (full > 0) sizes.push(full);
      return full > 1 ? answer() : null;
    });
    let cursor: string | null = '916';
    // A gateway does not say why: such a read ends after two, and the next one begins with fewer.
    for (let tries = 0; tries < 4 && cursor === '916'; tries += 1)
      cursor = await blocks.read('916', NOW, []).then(
        (page) => page.cursor,
        () => '916',
      );
    expect(cursor).toBe(FINAL_CURSOR);
    expect(sizes.slice(0, 3)).toEqual([20, 10, 5]);
    expect(sizes.slice(-20)).toEqual(Array.from({ length: 20 }, () => 1));
    // The next page begins as the last one was answered.
    sizes.length = 0;
    await blocks.read('926', NOW, []);
    expect(sizes).toEqual(Array.from({ length: 10 }, () => 1));
  });

  test('are read by fewer at once where the node answers some of a request, and the rest is too large for it (geth)', async () => {
    let answered = 0;
    const { blocks } = open(
      {
        eth_getBlockByNumber: ([tag, full]: Params) =>
          full === true && ++answered > 7 ? refused(-32_003, 'response too large') : header(blockOf(tag)),
      },
      undefined,
      () => {
        answered = 0;
        return null;
      },
    );
    expect(await blocks.read('916', NOW, [])).toMatchObject({ cursor: FINAL_CURSOR, more: false });
  });

  test('of the largest size are read: eight mebibytes of data (EIP-7934), each byte two digits', async () => {
    const stuffed = {
      hash: hashOf(1),
      from: STRANGER,
      to: OURS,
      value: quantity(ETHER),
      gas: quantity(21_000),
      input: `0x${'00'.repeat(8 * 2 ** 20)}`,
    };
    const { blocks } = open({
      eth_getBlockByNumber: ([tag, full]: Params) => header(blockOf(tag), full === true ? { transactions: [stuffed] } : {}),
    });
    expect(await blocks.read('935', NOW, [])).toMatchObject({
      cursor: FINAL_CURSOR,
      facts: [{ amount: 100_000_000n, reference: `${hashOf(1)}:coin` }],
    });
  });

  test('that are read by parts have to be of one chain', async () => {
    const { blocks } = open(
      { eth_getBlockByNumber: ([tag]: Params) => header(blockOf(tag), blockOf(tag) === 931 ? { parentHash: hashOf(7) } : {}) },
      undefined,
      (calls) => (calls.filter(isFull).length > 5 ? tooLong() : null),
    );
    await expect(blocks.read('925', NOW, [])).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
  });

  test('that came while we were away are read in the end, by a node that takes a hundred calls at once', async () => {
    const { head } = open({}, undefined, (calls) => (calls.length > 100 ? new Response('batch too large', { status: 400 }) : null));
    for (const watched of [undefined, []]) {
      const cursors: (string | null)[] = [];
      for (let page: Pick<PaymentPage, 'cursor' | 'more'> = { cursor: '5', more: true }; page.more; cursors.push(page.cursor)) {
        page = await head.read(page.cursor, NOW, watched);
      }
      expect(cursors).toEqual(['920', '940', '960', '980', '1000']);
    }
  });
});

describe('coins that contracts move', () => {
  const paid = rising({ [OURS]: { 934: ETHER / 2n } });
  const traceOf = (from: string, to = OURS) => ({
    type: 'call',
    action: { callType: 'call', from, to, value: quantity(ETHER / 2n) },
    traceAddress: [0],
    blockHash: hashOf(934),
    transactionHash: hashOf(1),
  });

  test.each<[string, Record<string, Answer>, () => Response | null]>([
    ['is refused', {}, () => Response.json({ id: null, error: { code: -32_601, message: 'the method does not exist' } })],
    ['is too long', {}, () => tooLong()],
    ['takes too long', {}, () => new Response('late', { status: 504 })],
    ['is empty', { trace_filter: null, trace_block: null }, () => null],
    ['is of another shape', { trace_filter: [{}], trace_block: [{}] }, () => null],
  ])('are told without their payer where a trace %s', async (_, answers, answer) => {
    const { blocks, firstHand } = open({ ...answers, eth_getBalance: paid }, undefined, (calls) =>
      calls.some(({ method }) => method.startsWith('trace_')) ? answer() : null,
    );
    expect(facts(await blocks.read('916', NOW, [OURS]))).toEqual([internal(934, 50_000_000n)]);
    expect(await firstHand.find(`block:934:${OURS}`, NOW)).toMatchObject([{ amount: 50_000_000n, payer: null }]);
  });

  test('are told with their payer where a trace names one, of this block and address only; none where it may lack some', async () => {
    const asked: unknown[] = [];
    const look = async (traces: readonly object[]) => {
      const answers = {
        eth_getBalance: paid,
        trace_filter: ([filter]: Params) => {
          asked.push(filter);
          return traces;
        },
      };
      return facts(await open(answers).blocks.read('916', NOW, [OURS]))[0]?.payer;
    };
    expect(await look([traceOf(STRANGER), traceOf(OURS, STRANGER)])).toBe(toChecksumAddress(STRANGER.slice(2)));
    expect(asked).toEqual([{ fromBlock: quantity(934), toBlock: quantity(934), toAddress: [OURS], count: expect.any(Number) }]);
    expect(await look([traceOf(STRANGER), traceOf(`0x${'cc'.repeat(20)}`)])).toBeNull();
    expect(await look(Array.from({ length: 1_000 }, () => traceOf(STRANGER)))).toBeNull();
  });

  test('are not looked for where they are less than the smallest payment; after a trace that failed no other one is tried', async () => {
    const look = async (wei: bigint) => {
      const { blocks, asked } = open({
        eth_getBalance: rising({ [OURS]: { 920: wei, 925: wei, 934: ETHER } }),
        trace_filter: refused(-32_000, 'execution timeout'),
        trace_block: refused(-32_000, 'execution timeout'),
      });
      const found = facts(await blocks.read('916', NOW, [OURS]));
      return { found, traces: asked.filter((method) => method.includes('trace_')).length };
    };
    expect(await look(SMALLEST - 1n)).toEqual({ found: [internal(934, 100_000_000n)], traces: 1 });
    expect(await look(SMALLEST)).toEqual({ found: [internal(920, 1_000n), internal(925, 1_000n), internal(934, 100_000_000n)], traces: 1 });
  });

  test('to a hundred addresses in each of twenty blocks are read by some dozens of requests; dust by a few', async () => {
    const watched = Array.from({ length: 100 }, (_, n) => `0x${(n + 1).toString(16).padStart(40, '0')}`);
    const look = async (wei: bigint) => {
      let requests = 0;
      const rises = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [917 + n, wei]));
      const { blocks } = open({ eth_getBalance: rising(Object.fromEntries(watched.map((one) => [one, rises]))), trace_filter: [] }, undefined, () => {
        requests += 1;
        return null;
      });
      return { payments: (await blocks.read('916', NOW, watched)).facts.length, requests };
    };
    const [payments, dust] = [await look(SMALLEST), await look(1n)];
    expect(payments.payments).toBe(2_000);
    expect(payments.requests).toBeLessThan(60);
    expect(dust.payments).toBe(0);
    expect(dust.requests).toBeLessThan(15);
  });

  test('to an address that is a contract are left out by its address, and keep nothing else from being read', async () => {
    const contract = `0x${'cc'.repeat(20)}`;
    const look = (code: string) =>
      open({
        eth_getBalance: rising({ [OURS]: { 934: ETHER }, [contract]: { 920: ETHER, 930: -1n } }),
        eth_getCode: ([wallet]: Params) => (wallet === contract ? code : '0x'),
        trace_filter: [],
      });
    const page = await look('0x6001').blocks.read('916', NOW, [OURS, contract]);
    expect(page).toMatchObject({ cursor: FINAL_CURSOR, unreadable: [`balance of the contract ${contract}`] });
    expect(facts(page)).toEqual([internal(934, 100_000_000n)]);
    expect(await look('0x6001').firstHand.find(`block:930:${contract}`, NOW)).toEqual([]);
    // Nodes behind one address may be of different blocks.
    await expect(look('0x').blocks.read('916', NOW, [OURS, contract])).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
  });

  test('are not told of blocks that are replaced between the reading of transactions and of balances', async () => {
    let isReplaced = false;
    const { blocks, firstHand } = open({
      eth_getBlockByNumber: ([tag]: Params) => header(blockOf(tag), isReplaced && blockOf(tag) >= 934 ? { hash: hashOf(9_000 + blockOf(tag)) } : {}),
      eth_getBalance: ([wallet, tag]: Params) => {
        isReplaced = true;
        return (rising({ [OURS]: { 934: ETHER } }) as (params: Params) => unknown)([wallet, tag]);
      },
      trace_filter: [],
    });
    await expect(blocks.read('916', NOW, [OURS])).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
    isReplaced = false;
    await expect(firstHand.find(`block:934:${OURS}`, NOW)).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
  });

  test('count beside what the address spent itself, of which all receipts are asked for at once', async () => {
    const sent = Array.from({ length: 5 }, (_, n) => ({
      hash: hashOf(50 + n),
      from: OURS,
      to: STRANGER,
      value: quantity(10n),
      gas: quantity(21_000),
    }));
    const receipts: number[] = [];
    const { blocks } = open(
      {
        eth_getBlockByNumber: ([tag]: Params) => header(blockOf(tag), blockOf(tag) === 930 ? { transactions: sent } : {}),
        eth_getBalance: rising({ [OURS]: { 930: SMALLEST - 5n * (10n + 21_000n) } }),
        eth_getTransactionReceipt: ([hash]: Params) => ({
          transactionHash: hash,
          blockHash: hashOf(930),
          blockNumber: quantity(930),
          status: '0x1',
          gasUsed: quantity(21_000),
          effectiveGasPrice: '0x1',
          logs: [],
        }),
        trace_filter: [],
      },
      undefined,
      (calls) => {
        const asked = calls.filter(({ method }) => method === 'eth_getTransactionReceipt').length;
        if (asked > 0) receipts.push(asked);
        return null;
      },
    );
    expect(facts(await blocks.read('916', NOW, [OURS]))).toContainEqual(internal(930, 1_000n));
    expect(receipts).toEqual([5]);
  });
});

test('what a transaction moves is found by its id alone, in the coin and in tokens, where all nodes tell the same', async () => {
  const txid = hashOf(50);
  const { contract } = CURRENCIES.erc20;
  const word = (digits: string) => `0x${digits.padStart(64, '0')}`;
  const log = {
    address: contract.toLowerCase(),
    topics: [`0x${TRANSFER_TOPIC}`, word(STRANGER.slice(2)), word(OURS.slice(2))],
    data: word((25_000_000).toString(16)),
    ...{ blockNumber: quantity(930), blockHash: hashOf(930), transactionHash: txid, logIndex: '0x0' },
  };
  const node = (value = ETHER): Record<string, Answer> => ({
    eth_getTransactionReceipt: {
      ...{ transactionHash: txid, blockHash: hashOf(930), blockNumber: quantity(930), status: '0x1' },
      ...{ gasUsed: quantity(60_000), effectiveGasPrice: '0x1', logs: [log] },
    },
    eth_getTransactionByHash: { hash: txid, from: STRANGER, to: OURS, value: quantity(value), gas: quantity(60_000), blockHash: hashOf(930) },
  });
  const find = (...nodes: Parameters<typeof open>) => open(...nodes).firstHand.find(txid, NOW);
  const both = [
    { unit: 'usdt-eth', amount: 25_000_000n, reference: `${txid}:0` },
    { unit: 'eth', amount: 100_000_000n, reference: `${txid}:coin` },
  ];
  expect(await find(node())).toMatchObject(both);
  // No node alone makes us pay.
  expect(await find(node(), node())).toMatchObject(both);
  const blank = { eth_getTransactionByHash: null };
  expect(await find(node(), blank)).toEqual([]);
  expect(await find(blank, node())).toEqual([]);
  await expect(find(node(), node(2n * ETHER))).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
  await expect(find(node(), 503)).rejects.toMatchObject({ trouble: 'busy', outcome: 'not-done' });
});

test('a payout of the coin is estimated at the price that it offers: a contract cannot take it then, and refuse it when it is sent', async () => {
  const { payouts } = open({
    eth_estimateGas: ([call]: Params) => ('maxFeePerGas' in (call as object) ? refused(3, 'execution reverted') : quantity(21_019)),
  });
  const order = {
    key: 'attempt-1',
    currency: 'eth',
    amount: 1_000_000n,
    destination: toChecksumAddress(STRANGER.slice(2)),
    destinationBank: null,
    memo: '',
  } as const;
  await expect(payouts.sign(order, NOW, [])).rejects.toMatchObject({ trouble: 'refused', outcome: 'not-done' });
});
