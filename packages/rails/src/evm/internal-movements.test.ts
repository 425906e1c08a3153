import { toChecksumAddress } from '@quydoi/domain/address/evm';
import { describe, expect, test } from 'vitest';
import { type Answer, FINAL_CURSOR, hashOf, header, NOW, openEvmRail as open, type Params, quantity, refused } from '../../testing/evm-nodes.ts';
import type { PaymentPage } from '../source.ts';

const OURS = `0x${'aa'.repeat(20)}`;
const OTHER = `0x${'ab'.repeat(20)}`;
const CONTRACT = `0x${'cc'.repeat(20)}`;
const STRANGER = `0x${'bb'.repeat(20)}`;
const ETHER = 10n ** 18n;
/** The smallest payment: 1000 units of 10^10 wei. */
const SMALLEST = 1_000n * 10n ** 10n;
/** Reads in which a page that may yet be told of is tried, and while a node that may tell it is away. */
const TRIES = 10;
const AWAY_TRIES = 200;

type Entry = Readonly<Record<string, unknown>>;

/** A transaction of a block, which calls a contract, and its entries besides its own. */
interface Called {
  readonly block: number;
  readonly id: number;
  readonly to?: string | null;
  readonly entries?: readonly Entry[];
  readonly error?: string;
}

const paid = (wei: bigint, more: Entry = {}, action: Entry = {}): Entry => ({
  type: 'call',
  action: { callType: 'call', from: CONTRACT, to: OURS, value: quantity(wei), ...action },
  traceAddress: [0],
  ...more,
});
const destroyed = (wei: bigint, traceAddress = [0]): Entry => ({
  type: 'suicide',
  action: { address: CONTRACT, refundAddress: OURS, balance: quantity(wei) },
  traceAddress,
});
/** All entries of a transaction. */
const entriesOf = ({ block, id, to = CONTRACT, entries = [], error }: Called): readonly Entry[] =>
  [
    to === null
      ? { type: 'create', action: { from: STRANGER, value: '0x0' }, traceAddress: [], error }
      : paid(0n, { traceAddress: [], error }, { from: STRANGER, to }),
    ...entries,
  ].map((entry) => ({ ...entry, blockHash: hashOf(block), transactionHash: hashOf(id) }));
const placeOf = ({ action }: Entry) => {
  const { to, refundAddress } = action as { to?: string; refundAddress?: string };
  return to ?? refundAddress;
};
const gone = refused(-32_000, 'missing trie node');
const noMethod = refused(-32_601, 'the method does not exist/is not available');

/** A node that has dropped the states of blocks, and traces these transactions. */
function tracing(
  called: readonly Called[],
  more: Record<string, Answer> = {},
  ofBlock: (block: number) => object = () => ({}),
): Record<string, Answer> {
  const transactionsIn = (block: number) =>
    called
      .filter((one) => one.block === block)
      .map(({ id, to = CONTRACT }) => ({ hash: hashOf(id), from: STRANGER, to, value: '0x0', gas: quantity(90_000) }));
  return {
    eth_getBlockByNumber: ([tag]: Params) => {
      const number = tag === 'latest' ? 1_000 : tag === 'finalized' ? 936 : Number(tag);
      return header(number, { transactions: transactionsIn(number), ...ofBlock(number) });
    },
    eth_getBalance: gone,
    eth_getCode: '0x',
    trace_filter: ([filter]: Params) => {
      const { fromBlock, toBlock, toAddress, count } = filter as { fromBlock: string; toBlock: string; toAddress: string[]; count: number };
      return called
        .filter(({ block }) => block >= Number(fromBlock) && block <= Number(toBlock))
        .flatMap(entriesOf)
        .filter((entry) => toAddress.includes(String(placeOf(entry))))
        .slice(0, count);
    },
    trace_transaction: ([hash]: Params) => called.filter(({ id }) => hashOf(id) === hash).flatMap(entriesOf),
    ...more,
  };
}
const facts = ({ facts: told }: PaymentPage) => told.map(({ account, amount, reference, payer }) => ({ account, amount, reference, payer }));
const internal = (block: number, amount: bigint, payer: string | null = CONTRACT, account = OURS) => ({
  account: toChecksumAddress(account.slice(2)),
  amount,
  reference: `block:${block}:${account}`,
  payer: payer && toChecksumAddress(payer.slice(2)),
});
/** Reads a page as often as it takes. @returns the page, and how many reads failed before */
async function readOften({ blocks }: ReturnType<typeof open>, watched: readonly string[] = [OURS]) {
  for (let failed = 0; ; failed += 1) {
    try {
      return { failed, page: await blocks.read('916', NOW, watched) };
    } catch (error) {
      if (failed > AWAY_TRIES) throw error;
    }
  }
}
const rising = (block: number, wei: bigint): Answer =>
  (([, tag]: Params) => quantity(tag !== 'latest' && Number(tag) < block ? ETHER : ETHER + wei)) as Answer;

describe('where a node has dropped the states of blocks', () => {
  test('another one of ours that has them is asked by balances', async () => {
    const { blocks, firstHand, asked } = open({ eth_getBalance: gone }, { eth_getBalance: rising(930, ETHER / 2n), trace_filter: [] });
    expect(await blocks.read('916', NOW, [OURS])).toMatchObject({ cursor: FINAL_CURSOR, more: false });
    expect(facts(await blocks.read('916', NOW, [OURS]))).toEqual([internal(930, 50_000_000n, null)]);
    expect(await firstHand.find(`block:930:${OURS}`, NOW)).toMatchObject([{ amount: 50_000_000n }]);
    expect(asked).not.toContain('first trace_filter');
    // Balances of another chain are none of these blocks'.
    const called = [{ block: 930, id: 1 }];
    const other = tracing([], { trace_filter: noMethod, eth_getBalance: rising(930, ETHER) }, () => ({ hash: hashOf(7) }));
    const apart = open(tracing(called, { trace_filter: noMethod }), other);
    await expect(apart.blocks.read('916', NOW, [OURS])).rejects.toMatchObject({ trouble: 'busy', message: 'the nodes tell different chains' });
  });

  test('what contracts moved is read from traces: lasting calls and ends of contracts, as one payment of a block and address', async () => {
    const called = [
      { block: 920, id: 1, entries: [paid(ETHER / 2n)] },
      { block: 920, id: 2, entries: [destroyed(ETHER)] },
      { block: 921, id: 3, entries: [paid(ETHER, {}, { to: OTHER })] },
      // Taken back: by itself, by the call above, by the transaction.
      { block: 922, id: 4, entries: [paid(ETHER, { error: 'Reverted' })] },
      {
        block: 923,
        id: 5,
        entries: [
          paid(0n, { error: 'Reverted' }, { to: STRANGER }),
          paid(ETHER, { traceAddress: [0, 10, 2] }),
          paid(ETHER / 4n, { traceAddress: [1] }),
        ],
      },
      { block: 924, id: 6, error: 'Out of gas', entries: [paid(ETHER), destroyed(ETHER, [1, 0])] },
      // The values of these move nothing to the address.
      ...['delegatecall', 'callcode', 'staticcall'].map((callType, n) => ({ block: 925 + n, id: 7 + n, entries: [paid(ETHER, {}, { callType })] })),
      // The transaction's own payment is told by its block.
      { block: 929, id: 11, to: OURS, entries: [] },
      { block: 930, id: 12, entries: [paid(SMALLEST - 1n)] },
      { block: 931, id: 13, entries: [paid(SMALLEST - 1n), paid(1n, { traceAddress: [1] })] },
      { block: 932, id: 14, to: null, entries: [paid(ETHER)] },
    ];
    const { blocks, firstHand, asked } = open(tracing(called));
    const page = await blocks.read('916', NOW, [OURS, OTHER]);
    expect(page).toMatchObject({ cursor: FINAL_CURSOR, more: false });
    expect(page.unreadable ?? []).toEqual([]);
    expect(facts(page)).toEqual([
      internal(920, 150_000_000n),
      internal(921, 100_000_000n, CONTRACT, OTHER),
      internal(923, 25_000_000n),
      internal(931, 1_000n),
      internal(932, 100_000_000n),
    ]);
    for (const fact of page.facts) expect(await firstHand.find(fact.reference, NOW)).toEqual([fact]);
    for (const block of [922, 924, 925, 926, 927, 930]) expect(await firstHand.find(`block:${block}:${OURS}`, NOW)).toEqual([]);
    // Dust, and what cannot have come, are not looked into.
    asked.length = 0;
    await open(tracing([{ block: 930, id: 12, entries: [paid(SMALLEST - 1n)] }])).blocks.read('916', NOW, [OURS]);
    expect(asked).not.toContain('first trace_transaction');
  });

  test('stakes that are paid out count; blocks whose fees an address took, and contracts, are left out by their names', async () => {
    const more = { eth_getCode: ([wallet]: Params) => (wallet === OTHER ? '0x6001' : '0x') };
    const called = [
      { block: 920, id: 1, entries: [paid(ETHER), paid(ETHER, {}, { to: OTHER })] },
      { block: 925, id: 2, entries: [paid(ETHER)] },
    ];
    const { blocks, firstHand } = open(
      tracing(called, more, (block) => ({
        ...(block === 925 ? { miner: OURS } : {}),
        ...(block === 920 || block === 930
          ? { withdrawals: [{ index: '0x1', validatorIndex: '0x1', address: OURS, amount: quantity(500_000_000n) }] }
          : {}),
      })),
    );
    const page = await blocks.read('916', NOW, [OURS, OTHER]);
    expect(facts(page)).toEqual([internal(920, 150_000_000n, null), internal(930, 50_000_000n, null)]);
    expect(page.unreadable).toEqual([`balance of the contract ${OTHER}`, 'balances of blocks 925 to 925']);
    await expect(firstHand.find(`block:925:${OURS}`, NOW)).rejects.toMatchObject({ outcome: 'not-done' });
  });

  test('fewer blocks are asked for at once where strangers fill them with calls; one that is too much is left out in the end', async () => {
    const dust = Array.from({ length: 600 }, (_, n) => paid(1n, { traceAddress: [n] }));
    const called = [
      { block: 920, id: 1, entries: [paid(ETHER)] },
      { block: 921, id: 2, entries: dust },
      { block: 922, id: 3, entries: dust },
      { block: 923, id: 4, entries: [paid(ETHER)] },
    ];
    const fine = open(tracing(called));
    expect(await readOften(fine)).toMatchObject({ failed: 0, page: { cursor: FINAL_CURSOR, facts: [{}, {}] } });
    expect(fine.asked.filter((method) => method.includes('trace_')).length).toBeLessThan(30);
    const full = open(tracing([...called, { block: 922, id: 5, entries: dust }]));
    const { failed, page } = await readOften(full);
    expect(failed).toBe(TRIES - 1);
    expect(facts(page)).toEqual([internal(920, 100_000_000n), internal(923, 100_000_000n)]);
    expect(page).toMatchObject({ cursor: FINAL_CURSOR, unreadable: ['balances of blocks 922 to 922'] });
    await expect(full.firstHand.find(`block:922:${OURS}`, NOW)).rejects.toMatchObject({ outcome: 'not-done' });
  });

  test.each([
    ['geth', -32_000, 'missing trie node d744 (path ) state 0xd744 is not available'],
    ['Nethermind', -32_002, 'No state available for block 916 (0x1f...2e)'],
    ['Erigon', -32_000, 'old data not available due to pruning: requested block 916, history is available from block 930'],
    ['Besu', -32_000, 'World state unavailable'],
    ['Reth', -32_000, 'state at block #916 is pruned'],
    ['Infura', -32_002, 'project ID does not have access to archive state'],
    ['Chainstack', -32_002, 'Archive, Debug and Trace requests are not available on your current plan.'],
  ])('a dropped state is understood in the words of %s', async (_, code, message) => {
    const called = [{ block: 920, id: 1, entries: [paid(ETHER)] }];
    const worded = { eth_getBalance: refused(code, message) };
    expect(facts(await open(tracing(called, worded)).blocks.read('916', NOW, [OURS]))).toEqual([internal(920, 100_000_000n)]);
    const untraced = open(tracing(called, { ...worded, trace_filter: noMethod }));
    expect(await untraced.blocks.read('916', NOW, [OURS])).toMatchObject({ cursor: FINAL_CURSOR, unreadable: ['balances of blocks 917 to 936'] });
  });

  test('a node that lacks the traces of a block is not believed that there are none, but another one is', async () => {
    const called = [
      { block: 920, id: 1, entries: [paid(ETHER)] },
      { block: 930, id: 2, entries: [paid(ETHER)] },
    ];
    // An index that was cut off, a trace that is of a block which the chain has dropped, an entry that is none.
    for (const answer of [[], entriesOf({ block: 7, id: 1 }), [{ error: { code: -32_000, message: 'no history' } }]]) {
      const lacking = { trace_filter: answer };
      expect(await readOften(open(tracing(called, lacking)))).toMatchObject({
        failed: TRIES - 1,
        page: { facts: [], unreadable: ['balances of blocks 920 to 920', 'balances of blocks 930 to 930'] },
      });
      const both = open(tracing(called, lacking), tracing(called));
      const page = await both.blocks.read('916', NOW, [OURS]);
      expect(facts(page)).toEqual([internal(920, 100_000_000n), internal(930, 100_000_000n)]);
      for (const fact of page.facts) expect(await both.firstHand.find(fact.reference, NOW)).toEqual([fact]);
    }
    for (const trace_transaction of [null, [], entriesOf({ block: 7, id: 1 }), refused(-32_000, 'execution timeout')]) {
      expect(await readOften(open(tracing(called, { trace_transaction })))).toMatchObject({ failed: TRIES - 1, page: { facts: [] } });
    }
  });

  test('blocks are left out at once where no node has states or traces, and never before all have said so', async () => {
    const called = [{ block: 920, id: 1, entries: [paid(ETHER)] }];
    const untraced = tracing(called, { trace_filter: noMethod });
    const pruned = tracing(called, { trace_filter: refused(-32_000, 'state at block is pruned') });
    const { blocks, firstHand } = open(untraced, untraced);
    expect(await blocks.read('916', NOW, [OURS])).toMatchObject({ facts: [], cursor: FINAL_CURSOR, unreadable: ['balances of blocks 917 to 936'] });
    await expect(firstHand.find(`block:920:${OURS}`, NOW)).rejects.toMatchObject({ trouble: 'refused', outcome: 'not-done' });
    expect(await open(pruned).blocks.read('916', NOW, [OURS])).toMatchObject({ unreadable: ['balances of blocks 920 to 920'] });
    const away = await readOften(open(untraced, 503));
    expect(away).toMatchObject({ failed: AWAY_TRIES - 1, page: { unreadable: ['balances of blocks 917 to 936'] } });
    expect(await readOften(open(tracing(called), 503))).toMatchObject({ failed: 0, page: { facts: [{ amount: 100_000_000n }] } });
  });

  test('a node that restarts for minutes is waited for, and then tells what the other has dropped', async () => {
    const called = [{ block: 930, id: 1 }];
    const untraced = tracing(called, { trace_filter: noMethod });
    const restartReads = 100;
    let asked = 0;
    const restarting = tracing(called, {
      eth_getBlockByNumber: (params: Params) => {
        if (Number(params[0]) === 936) asked += 1;
        return asked > restartReads ? (untraced.eth_getBlockByNumber as (params: Params) => unknown)(params) : refused(-32_000, 'starting');
      },
      eth_getBalance: rising(930, ETHER / 2n),
      trace_filter: noMethod,
    });
    const { page, failed } = await readOften(open(untraced, restarting));
    expect(failed).toBe(restartReads);
    expect(page.unreadable ?? []).toEqual([]);
    expect(facts(page)).toEqual([internal(930, 50_000_000n, null)]);
  });
});
