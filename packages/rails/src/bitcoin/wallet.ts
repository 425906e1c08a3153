import { z } from 'zod';
import type { RpcAnswer, RpcCall } from '../chain/json-rpc.ts';
import { addressOfScript } from './address.ts';
import type { BitcoinChain } from './chains.ts';
import type { Coin } from './coin-selection.ts';
import { type CoreRpc, createCoreRpc, failure, hash, hexText, type NodeOptions, RPC_ERRORS } from './core-rpc.ts';
import { coinAmount } from './node.ts';

/** Name of our wallet in each node: it watches our addresses, and has no private key. */
export const WALLET_NAME = 'quydoi';

const coin = z.object({
  txid: hash,
  vout: z.int().min(0),
  amount: coinAmount,
  scriptPubKey: hexText,
  desc: z.string(),
  confirmations: z.int().min(0),
});
const entry = z.object({
  txid: hash,
  vout: z.int().min(0),
  category: z.string(),
  amount: coinAmount,
  confirmations: z.int(),
  /** When the node got it, in Unix seconds. */
  time: z.int(),
});
const entries = z.object({ transactions: z.array(entry) });
const transaction = z.object({ hex: hexText, confirmations: z.int() });
const descriptors = z.object({
  descriptors: z.array(z.object({ desc: z.string(), range: z.tuple([z.int(), z.int()]).optional(), next_index: z.int().optional() })),
});
/** Details of a search of old blocks; false while there is none. */
const walletInfo = z.object({ scanning: z.union([z.literal(false), z.looseObject({})]) });
const addressInfo = z.object({ desc: z.string().optional() });
const imports = z.array(z.object({ success: z.boolean() }));

/** A movement in the wallet: one output of a transaction that came in, or went out. */
export type Movement = z.output<typeof entry>;
/** A transaction of the wallet: its bytes in hex, and its confirmations, below zero where another transaction replaced it in the chain. */
export type WalletTransaction = z.output<typeof transaction>;

/** The wallet of a node as any process reads it. Reads throw RailError with outcome `not-done`. */
export interface WatchedWallet {
  /** What moved in the blocks after one, and in the mempool. @throws RailError `busy` while the wallet searches old blocks */
  movementsSince(blockHash: string): Promise<readonly Movement[]>;
  transactions(txids: readonly string[]): Promise<readonly WalletTransaction[]>;
}

/** The wallet as the signer, which knows our descriptors, has set it up. */
export interface OwnWallet extends WatchedWallet {
  /** Outputs of ours that neither the chain nor the mempool spends. @throws RailError `busy` while the wallet is being set up, or searches old blocks */
  coins(confirmationsMin: number): Promise<readonly Coin[]>;
  /** Numbers of deposit addresses by their output scripts, in hex; null for the hot wallet's. @throws RailError for a script that is not ours */
  indexesOf(scripts: readonly string[]): Promise<readonly (number | null)[]>;
  /** Has the node watch all deposit addresses up to this number, and some more. @throws RailError `busy` while the wallet is being set up */
  watch(highest: number): Promise<void>;
}

/** What the wallet watches. */
export interface WalletPlan {
  /** Descriptor of the deposit addresses, without its checksum. */
  readonly deposits: string;
  readonly hotWallet: string;
  /** Output script of the hot wallet, in hex. */
  readonly hotWalletScript: string;
  /** Before this time none of our addresses was known to anybody: blocks before it need not be searched. */
  readonly since: Date;
  /**
   * Deposit addresses watched beyond the highest that an order has, at least; at most twice as many. Those that were paid to tell nothing about it:
   * orders cost nothing, so that anybody could leave more of them unpaid than the wallet watches.
   */
  readonly ahead: number;
}

const CONFIRMATIONS_MAX = 9_999_999;
const GET_INFO: RpcCall = { method: 'getwalletinfo', params: [] };
const EXISTS = /already exists/i;
/** Origin of a derived key in a descriptor: its path ends with the branch of deposits and a number. */
const DERIVED = /\/0\/(\d{1,10})\]/;

/** Opens the wallet of a node. */
export function openWallet(chain: BitcoinChain, options: NodeOptions): WatchedWallet {
  return watchedWallet(createCoreRpc(chain, options, WALLET_NAME));
}

/** Opens the wallet of a node, and sets it up where it is missing. */
export function openOwnWallet(chain: BitcoinChain, options: NodeOptions, plan: WalletPlan): OwnWallet {
  const node = createCoreRpc(chain, options);
  const rpc = createCoreRpc(chain, options, WALLET_NAME);
  let highest: number | null = null;

  /** Asks the wallet, which is set up first where it, or a descriptor of ours, is missing. */
  async function ask(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> {
    for (let [isLoaded, isTold] = [false, false]; ; ) {
      const [known, ...answers] = await rpc.ask([{ method: 'listdescriptors', params: [] }, ...calls]);
      const isMissing = Boolean(known && 'error' in known && known.error.code === RPC_ERRORS.noWallet);
      const missing = isMissing ? [] : missingDescriptors(plan, rpc.resultOf('listdescriptors', known, descriptors).descriptors, highest);
      if (!isMissing && missing.length === 0) return answers;
      if (isMissing ? isLoaded : isTold) throw failure('busy', 'the wallet of the node is not set up yet');
      if (isMissing) await loadWallet(node);
      else await importDescriptors(node, rpc, missing);
      [isLoaded, isTold] = [isLoaded || isMissing, !isMissing];
    }
  }

  return {
    ...watchedWallet(rpc),
    async coins(confirmationsMin) {
      const [info, unspent] = await ask([GET_INFO, { method: 'listunspent', params: [confirmationsMin, CONFIRMATIONS_MAX, [], true] }]);
      requireSearched(rpc, info);
      return rpc.resultOf('listunspent', unspent, z.array(coin)).map((one) => asCoin(chain, plan, one));
    },
    async watch(index) {
      highest = Math.max(highest ?? 0, index);
      await ask([]);
    },
    async indexesOf(scripts) {
      const inNodeForm = { ...chain, addresses: chain.nodeAddresses };
      const told = await rpc.readAll(
        'getaddressinfo',
        scripts.map((script) => [addressOfScript(inNodeForm, script)]),
        addressInfo,
      );
      return scripts.map((script, n) => indexOf(plan, script, told[n]?.desc ?? ''));
    },
  };
}

function watchedWallet(rpc: CoreRpc): WatchedWallet {
  return {
    async movementsSince(blockHash) {
      const method = 'listsinceblock';
      const [info, moved] = await rpc.ask([GET_INFO, { method, params: [blockHash, 1, true, false] }]);
      requireSearched(rpc, info);
      return rpc.resultOf(method, moved, entries).transactions;
    },
    transactions: (txids) =>
      rpc.readAll(
        'gettransaction',
        txids.map((txid) => [txid, true]),
        transaction,
      ),
  };
}

/** A wallet that searches old blocks, for hours after an import, answers well meanwhile and leaves out what it has not found yet. */
function requireSearched(rpc: CoreRpc, info: RpcAnswer | undefined): void {
  if (rpc.resultOf(GET_INFO.method, info, walletInfo).scanning !== false) throw failure('busy', 'the wallet of the node searches old blocks');
}

function asCoin(
  chain: BitcoinChain,
  plan: WalletPlan,
  { txid, vout, amount, scriptPubKey: script, desc, confirmations }: z.output<typeof coin>,
): Coin {
  const address = addressOfScript(chain, script);
  if (address === null) throw failure('malformed', `listunspent: ${txid}:${vout} is at no address`);
  return { txid, vout, amount, script, address, index: indexOf(plan, script, desc), confirmations };
}

/** The number of a deposit address as its descriptor tells it; null at the hot wallet. Whoever signs derives the address and compares. */
function indexOf({ hotWalletScript }: WalletPlan, script: string, desc: string): number | null {
  if (script === hotWalletScript) return null;
  const index = DERIVED.exec(desc)?.[1];
  if (index === undefined) throw failure('malformed', 'the wallet of the node watches an address that is not ours');
  return Number(index);
}

/** An import that is due. */
interface DueImport {
  readonly desc: string;
  readonly end?: number;
  /** From when on the node searches blocks for payments to it. */
  readonly since: Date | 'now';
}

/** @param highest number of the highest address that an order has; null while it is not known */
function missingDescriptors(plan: WalletPlan, known: z.output<typeof descriptors>['descriptors'], highest: number | null): DueImport[] {
  const { since, ahead } = plan;
  const bare = known.map((one) => ({ ...one, desc: one.desc.split('#')[0] ?? '' }));
  const deposits = bare.find(({ desc }) => desc === plan.deposits);
  const next = Math.max(deposits?.next_index ?? 0, highest === null ? 0 : highest + 1);
  const end = deposits?.range?.[1] ?? -1;
  // A search takes the node hours. Nobody can have paid to addresses that no order has had.
  const areNew = highest !== null && end >= highest;
  return [
    ...(end >= next + ahead ? [] : [{ desc: plan.deposits, end: next + 2 * ahead, since: areNew ? ('now' as const) : since }]),
    ...(bare.some(({ desc }) => desc === plan.hotWallet) ? [] : [{ desc: plan.hotWallet, since }]),
  ];
}

/** Loads the wallet after a restart of its node, or creates it: without private keys, and empty. */
async function loadWallet(node: CoreRpc): Promise<void> {
  const [loaded] = await node.ask([{ method: 'loadwallet', params: [WALLET_NAME, true] }]);
  if (loaded && !('error' in loaded)) return;
  const [created] = await node.ask([{ method: 'createwallet', params: [WALLET_NAME, true, true, '', false, true, true] }]);
  // Another job of ours may have created it meanwhile.
  if (created && 'error' in created && EXISTS.test(created.error.message)) return;
  node.resultOf('createwallet', created, z.looseObject({}));
}

async function importDescriptors(node: CoreRpc, rpc: CoreRpc, due: readonly DueImport[]): Promise<void> {
  const told = await node.readAll(
    'getdescriptorinfo',
    due.map(({ desc }) => [desc]),
    z.object({ checksum: z.string().regex(/^[a-z0-9]{8}$/) }),
  );
  const requests = due.map(({ desc, end, since }, n) => ({
    desc: `${desc}#${told[n]?.checksum}`,
    timestamp: since === 'now' ? since : Math.floor(since.getTime() / 1_000),
    ...(end === undefined ? {} : { range: [0, end] }),
  }));
  const results = await rpc.read('importdescriptors', [requests], imports);
  if (!results.every(({ success }) => success)) throw failure('busy', 'the node did not take our descriptors');
}
