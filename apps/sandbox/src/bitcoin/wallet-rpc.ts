import { nodeAddressOf, scriptOf } from './address.ts';
import { checksumOf } from './descriptor.ts';
import type { PlainTransaction } from './ledger.ts';
import type { ChainNode } from './node.ts';
import { asCoins, type CoreAnswer, type CoreParams, fault } from './rpc-types.ts';
import type { WatchWallet } from './watch-wallet.ts';

/** A transaction of the wallet, with its place. */
interface Placed {
  readonly transaction: PlainTransaction;
  readonly confirmations: number;
  /** When the node got it, in Unix seconds. */
  readonly time: number;
}

/** State of the wallet in its node. */
export interface WalletState {
  readonly isLoaded: boolean;
  /**
   * Whether it searches old blocks, as after an import. That takes hours, in which other calls know the descriptors, "but related transactions are
   * still missing" (help of `importdescriptors` in Bitcoin Core, `wallet/rpc/backup.cpp`).
   */
  readonly isScanning: boolean;
}

const NOT_LOADED = fault(-18, 'Requested wallet does not exist or is not loaded');
const SCANNING = fault(-4, 'Wallet is currently rescanning. Abort existing rescan or wait.');
const UNKNOWN = fault(-5, 'Invalid or non-wallet transaction id');

/** The calls of Bitcoin Core that concern a wallet. */
export const WALLET_CALLS = [
  'getwalletinfo',
  'listdescriptors',
  'importdescriptors',
  'listunspent',
  'listsinceblock',
  'gettransaction',
  'getaddressinfo',
];

/** Answers a call that concerns a wallet. */
export function answerWallet(
  node: ChainNode,
  wallet: WatchWallet,
  { isLoaded, isScanning }: WalletState,
  method: string,
  params: CoreParams,
): CoreAnswer {
  if (!isLoaded || !wallet.exists()) return NOT_LOADED;
  wallet.lookAhead();
  const all = transactionsOf(node).filter(({ confirmations }) => !isScanning || confirmations === 0);
  for (const { transaction } of all) for (const { script } of transaction.outputs) wallet.used(script);
  switch (method) {
    case 'getwalletinfo':
      return { result: { walletname: 'quydoi', txcount: all.length, scanning: isScanning ? { duration: 60, progress: 0.25 } : false } };
    case 'listdescriptors':
      return { result: { wallet_name: 'quydoi', descriptors: wallet.descriptors() } };
    case 'importdescriptors':
      if (isScanning) return SCANNING;
      return { result: (params[0] as readonly ImportRequest[]).map((request) => imported(wallet, request)) };
    case 'listunspent':
      return { result: unspentOf(node, wallet, all, Number(params[0] ?? 1)) };
    case 'listsinceblock':
      return sinceBlock(node, wallet, all, String(params[0]));
    case 'gettransaction': {
      const found = all.find(({ transaction }) => transaction.txid === params[0]);
      if (!found || !concerns(node, wallet, found.transaction)) return UNKNOWN;
      return { result: { txid: found.transaction.txid, hex: found.transaction.raw, confirmations: found.confirmations, time: found.time } };
    }
    default: {
      const script = scriptOf(String(params[0]));
      if (script === null) return fault(-5, 'Invalid address');
      const watched = wallet.watched(script);
      return {
        result: {
          address: params[0],
          scriptPubKey: script,
          ismine: watched !== null,
          solvable: watched !== null,
          ...(watched ? { desc: watched.desc } : {}),
        },
      };
    }
  }
}

interface ImportRequest {
  readonly desc: string;
  readonly range?: number | readonly [number, number];
}

function imported(wallet: WatchWallet, { desc, range }: ImportRequest): object {
  const [text = '', checksum] = desc.split('#');
  if (checksum !== checksumOf(text))
    return { success: false, error: { code: -5, message: `Provided checksum '${checksum}' does not match computed checksum` } };
  const end = typeof range === 'number' ? range : (range?.[1] ?? 0);
  return wallet.import(text, end) ? { success: true } : { success: false, error: { code: -5, message: `${text} is not a valid descriptor` } };
}

function transactionsOf({ ledger, pool, since }: ChainNode): Placed[] {
  const height = ledger.blocks.length - 1;
  const mined = ledger.blocks.flatMap((block) =>
    block.transactions
      .filter(({ isCoinbase }) => !isCoinbase)
      .map((transaction) => ({ transaction, confirmations: height - block.height + 1, time: block.time })),
  );
  return [...mined, ...pool().map(({ transaction, txid }) => ({ transaction, confirmations: 0, time: since(txid) }))];
}

function unspentOf(node: ChainNode, wallet: WatchWallet, all: readonly Placed[], least: number): object[] {
  const spent = new Set(node.pool().flatMap(({ transaction }) => transaction.inputs.map(({ txid, vout }) => `${txid}:${vout}`)));
  return all.flatMap(({ transaction: { txid, outputs }, confirmations }) =>
    outputs.flatMap(({ script, amount }, vout) => {
      const watched = wallet.watched(script);
      if (!watched || confirmations < least || node.ledger.spentIn(txid, vout) || spent.has(`${txid}:${vout}`)) return [];
      const own = { txid, vout, address: nodeAddressOf(script), scriptPubKey: script, amount: asCoins(amount), confirmations };
      return [{ ...own, spendable: true, solvable: true, desc: watched.desc, safe: confirmations > 0 }];
    }),
  );
}

function sinceBlock(node: ChainNode, wallet: WatchWallet, all: readonly Placed[], hash: string): CoreAnswer {
  const block = node.ledger.byHash(hash);
  if (!block) return fault(-5, 'Block not found');
  const newest = node.ledger.blocks.length - 1 - block.height;
  const transactions = all
    .filter(({ confirmations }) => confirmations <= newest)
    .flatMap(({ transaction, confirmations, time }) => {
      const isOurs = spends(node, wallet, transaction);
      return transaction.outputs.flatMap(({ script, amount }, vout) => {
        const common = { txid: transaction.txid, vout, address: nodeAddressOf(script) ?? '', confirmations, time };
        const isWatched = wallet.watched(script) !== null;
        if (isOurs) return isWatched ? [] : [{ ...common, category: 'send', amount: -asCoins(amount) }];
        return isWatched ? [{ ...common, category: 'receive', amount: asCoins(amount) }] : [];
      });
    });
  return { result: { transactions, removed: [], lastblock: node.ledger.blocks.at(-1)?.hash } };
}

function concerns(node: ChainNode, wallet: WatchWallet, transaction: PlainTransaction): boolean {
  return transaction.outputs.some(({ script }) => wallet.watched(script) !== null) || spends(node, wallet, transaction);
}

/** Whether a transaction spends an output that the wallet watches. */
function spends({ ledger, pool }: ChainNode, wallet: WatchWallet, { inputs, isCoinbase }: PlainTransaction): boolean {
  if (isCoinbase) return false;
  return inputs.some(({ txid, vout }) => {
    const found = ledger.find(txid)?.transaction ?? pool().find((one) => one.txid === txid)?.transaction;
    const script = found?.outputs[vout]?.script;
    return script !== undefined && wallet.watched(script) !== null;
  });
}
