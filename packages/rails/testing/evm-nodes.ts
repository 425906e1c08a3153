import { createEvmRail, type EvmRailOptions } from '../src/evm/index.ts';

/** BIP 39 seed of the exchange in these tests. */
export const seed =
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4';
/** Time of these tests. */
export const NOW = new Date('2026-03-01T10:00:00Z');
/** The provider's key, in the address of the first node. */
export const KEY = 'k3y-of-the-provider';

/** A quantity as nodes write it. */
export const quantity = (value: number | bigint) => `0x${value.toString(16)}`;
/** Hash of the block of this number. */
export const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;
/** A block as nodes tell it. */
export const header = (number: number, more: object = {}) => ({
  number: quantity(number),
  hash: hashOf(number),
  parentHash: hashOf(number - 1),
  timestamp: quantity(NOW.getTime() / 1_000 - (1_000 - number) * 12),
  baseFeePerGas: quantity(1_000_000_000),
  logsBloom: `0x${'0'.repeat(512)}`,
  miner: `0x${'fe'.repeat(20)}`,
  transactions: [],
  ...more,
});

/** How the finalized block is named once it was read. */
export const FINAL_CURSOR = `936:${hashOf(936)}`;

/** Parameters of a call. */
export type Params = readonly unknown[];
/** A node's answer to a method: a result, `refused`, or what makes it of the parameters. */
export type Answer = unknown | ((params: Params) => unknown);
interface Refusal {
  readonly refusal: { readonly code: number; readonly message: string };
}

/** A node that answers well, but for what is said otherwise. Its newest block is 1000, the finalized one 936. */
const GOOD: Record<string, Answer> = {
  eth_chainId: '0x1',
  eth_getBlockByNumber: ([tag]: Params) => header(tag === 'latest' ? 1_000 : tag === 'finalized' ? 936 : Number(tag)),
  eth_maxPriorityFeePerGas: quantity(1_000_000_000),
  eth_getTransactionCount: '0x5',
  eth_getBalance: quantity(10n ** 18n),
  eth_getCode: '0x',
  eth_estimateGas: ([{ data }]: Params & readonly [{ data: string }]) => quantity(data === '0x' ? 21_000 : 60_000),
  eth_call: `0x${'0'.repeat(64)}`,
  eth_getTransactionReceipt: null,
  eth_getBlockReceipts: [{ logs: [] }],
  eth_sendRawTransaction: `0x${'a'.repeat(64)}`,
  eth_getLogs: [],
};

/**
 * The rail of Ethereum at one or two nodes, and the methods that each was asked for.
 * @param refuse answers a whole request, where it is not null
 */
export function openEvmRail(
  first: Record<string, Answer> | number = {},
  second?: Record<string, Answer> | number,
  refuse: (calls: readonly { method: string; params: Params }[]) => Response | null = () => null,
  more: Partial<EvmRailOptions> = {},
) {
  const asked: string[] = [];
  const unauthorized = () => Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'Unauthorized' } }, { status: 401 });
  const provider: typeof fetch = async (url, init) => {
    const { host } = new URL(String(url));
    const answers = host === 'first' ? first : second;
    if (answers === 401) return unauthorized();
    if (typeof answers === 'number') return new Response('no', { status: answers });
    const calls = (await new Response(init?.body as ReadableStream).json()) as { id: number; method: string; params: Params }[];
    const refusal = refuse(calls);
    if (refusal) return refusal;
    return Response.json(
      calls.map(({ id, method, params }) => {
        asked.push(`${host} ${method}`);
        const answer = { ...GOOD, ...(answers as Record<string, Answer>) }[method];
        const result = typeof answer === 'function' ? (answer as (params: Params) => unknown)(params) : answer;
        const refusal = (result as Refusal | null)?.refusal;
        return refusal ? { id, error: refusal } : { id, result };
      }),
    );
  };
  const rail = createEvmRail({
    network: 'ethereum',
    url: `http://first/v3/${KEY}?auth=${KEY}`,
    ...(second === undefined ? {} : { secondUrl: 'http://second' }),
    secret: { seed },
    timeoutMs: 60_000,
    fetch: provider,
    ...more,
  });
  const { payouts, sources, firstHand, sweeps } = rail;
  if (!payouts || !sources || !sweeps || firstHand?.by !== 'reference') throw new Error('a part is missing');
  return { asked, payouts, sweeps, blocks: sources[0], head: sources[1], firstHand };
}

/** An answer by which a node refuses one call. */
export const refused = (code: number, message: string) => ({ refusal: { code, message } });
