import { CURRENCIES } from '@quydoi/domain/currencies';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { BlocksRead, ChainSide, ReadableChain } from '../chain/block-sources.ts';
import { TRANSFER_TOPIC } from '../chain/erc20.ts';
import { RailError } from '../rail-error.ts';
import { openBlockReader } from './block-reader.ts';
import type { EvmChain } from './chains.ts';
import { coinPayment, directMovement, readCoinReference } from './coin-payments.ts';
import { finalNumber } from './finality.ts';
import { type EvmNodes, type InternalReader, internalAt, openInternalReader } from './internal-movements.ts';
import { type LogReader, openLogReader } from './log-reader.ts';
import { bloomMayHold } from './logs-bloom.ts';
import type { EvmNode } from './node.ts';
import { otherTokensIn, paymentsIn } from './transfers.ts';
import type { Block, ChainLog, Header } from './wire.ts';

const TOPIC = `0x${TRANSFER_TOPIC}`;
const REFERENCE = /^(0x[0-9a-f]{64})(?::\d{1,6})?$/;
const TXID = /^0x[0-9a-f]{64}$/;

/**
 * Read access to a chain of Ethereum's kind for its block sources.
 * @param nodes the one that is read, and those that are asked for what contracts moved where it cannot tell
 */
export function readableChain(chain: EvmChain, nodes: EvmNodes): ReadableChain {
  const [node] = nodes;
  // Logs of all tokens are many more than ours.
  const logs = { own: openLogReader(chain.code, node), all: openLogReader(chain.code, node) };
  const reader = openBlockReader(chain, node);
  const internal = openInternalReader(chain, nodes);
  return {
    code: chain.code,
    ...(chain.coin === null ? {} : { coin: chain.coin }),
    async head(side) {
      const { latest, final } = await readHeads(chain, node);
      const { number, hash, timestamp } = side === 'confirmed' ? final : latest;
      return { number, hash, at: dateOf(timestamp), newestAt: dateOf(latest.timestamp) };
    },
    async read(from, to, side, watched) {
      if (chain.coin === null || watched === null) return readTokens(chain, node, logs, await reader.headers(from, to), side);
      const blocks = await reader.blocks(from, to);
      const tokens = await readTokens(chain, node, logs, blocks, side);
      const coins = await readCoins(chain, internal, blocks, side, watched);
      return { ...tokens, facts: [...tokens.facts, ...coins.facts], unreadable: [...(tokens.unreadable ?? []), ...coins.unreadable] };
    },
  };
}

/** The newest block, and the highest irreversible one. @throws RailError `busy` while there is no irreversible one */
export async function readHeads(chain: EvmChain, node: EvmNode): Promise<{ readonly latest: Header; readonly final: Header }> {
  const { latest, finalized } = await node.heads();
  const number = finalNumber(latest.number, finalized?.number ?? null, chain.finality);
  if (number === null) throw new RailError(chain.code, 'busy', 'not-done', 'the node has no irreversible block yet');
  if (finalized?.number === number) return { latest, final: finalized };
  const [final] = await node.headers(number, number);
  if (!final) throw new RailError(chain.code, 'busy', 'not-done', `the node does not have block ${number} yet`);
  return { latest, final };
}

/** Readers of a node's logs: of our token's, and of all contracts'. */
interface LogReaders {
  readonly own: LogReader;
  readonly all: LogReader;
}

/**
 * Reads the transfers of some blocks: of all tokens in irreversible ones, of ours in the newest. Every log has to be of the blocks that the node
 * tells at the same time, and a block that may hold a log of our token while the node tells none is asked for once more by its hash, then by its
 * receipts: a node that is behind, or has dropped old receipts, answers without what it does not have, and that would be skipped for good. Other tokens
 * are asked for apart: anybody can fill a block with more of their logs than a node answers with, and that must not keep ours from being read.
 */
async function readTokens(chain: EvmChain, node: EvmNode, readers: LogReaders, headers: readonly Header[], side: ChainSide): Promise<BlocksRead> {
  const contract = CURRENCIES[chain.token].contract.toLowerCase();
  const [from, to] = [headers[0]?.number ?? 0, headers.at(-1)?.number ?? 0];
  const told = await readers.own(from, to, { topic: TOPIC, contract });
  const spoken = new Set(told.map(({ blockNumber }) => blockNumber));
  const silent = headers.filter(
    ({ number, logsBloom }) => !spoken.has(number) && bloomMayHold(logsBloom, contract) && bloomMayHold(logsBloom, TOPIC),
  );
  const again = await Promise.all(silent.map(({ hash }) => logsOfSilent(node, hash, contract)));
  const unreadable: string[] = [];
  const leaveOut = (block: number) => unreadable.push(`block ${block}`);
  const others = side === 'confirmed' ? await readers.all(from, to, { topic: TOPIC, leaveOut }) : [];
  const logs = [...[...told, ...again.flat()].filter(({ address }) => address === contract), ...others.filter(({ address }) => address !== contract)];
  // Only ours: whatever strangers' tokens write must not keep ours from being read.
  requireOnce(
    chain,
    logs.filter(({ address }) => address === contract),
  );
  const byNumber = new Map(headers.map((header) => [header.number, header]));
  for (const { blockNumber, blockHash } of logs) {
    if (byNumber.get(blockNumber)?.hash !== blockHash) throw new RailError(chain.code, 'busy', 'not-done', 'the chain changed while it was read');
  }
  const timeOf = ({ blockNumber }: ChainLog) => byNumber.get(blockNumber)?.timestamp ?? 0;
  const [first, last] = [headers[0], headers.at(-1)];
  return {
    facts: paymentsIn(chain, logs, side, timeOf),
    otherAssets: side === 'confirmed' ? otherTokensIn(chain, logs) : [],
    unreadable,
    lastAt: side === 'confirmed' && last ? dateOf(last.timestamp) : null,
    ...(first && last ? { ends: { before: first.parentHash, last: last.hash } } : {}),
  };
}

/** Requires each log to be told once: a payment's reference is its place in its transaction, so that one told twice would be two payments. */
function requireOnce({ code }: EvmChain, logs: readonly ChainLog[]): void {
  const keys = logs.map(({ transactionHash, logIndex, address, topics, data }) => [transactionHash, logIndex, address, ...topics, data].join());
  if (new Set(keys).size < keys.length) throw new RailError(code, 'busy', 'not-done', 'the node tells a log twice');
}

/** Reads the transfers of a contract in a block that may hold some, and of which the node has told none. */
async function logsOfSilent(node: EvmNode, blockHash: string, contract: string): Promise<readonly ChainLog[]> {
  const told = await node.logsOf(blockHash, TOPIC, contract);
  // Nodes without the receipts of a block answer as if it had no logs (reth before 2026-09, erigon where logs are looked for by contract).
  return told.length > 0 ? told : (await node.receiptLogsOf(blockHash)).filter(({ address, topics }) => address === contract && topics[0] === TOPIC);
}

/** Reads the payments of the coin in blocks: of transactions, and in irreversible ones what contracts moved to the watched addresses. */
async function readCoins(
  chain: EvmChain,
  readInternal: InternalReader,
  blocks: readonly Block[],
  side: ChainSide,
  watched: readonly string[],
): Promise<{ readonly facts: readonly PaymentFact[]; readonly unreadable: readonly string[] }> {
  const direct = blocks.flatMap(({ timestamp, transactions }) => transactions.flatMap((one) => directMovement(one, timestamp) ?? []));
  const addresses = [...new Set(watched.map((address) => address.toLowerCase()))];
  const { movements, unreadable } = side === 'confirmed' ? await readInternal(blocks, addresses) : { movements: [], unreadable: [] };
  return { facts: [...direct, ...movements].flatMap((movement) => coinPayment(chain, movement, side)), unreadable };
}

/**
 * The payments that a reference names, once they are irreversible; none when there is no such transaction or block, or when they are our own transfers.
 * @param nodes as those of `readableChain`
 * @param reference a payment's: the transaction's id with the transfer's place in it, or a block with the address whose balance rose in it; or the id
 *   of a transaction alone, for all that it moves itself
 * @param hotWallet what it sends to deposit addresses pays for their sweeps
 */
export async function paymentsAt(chain: EvmChain, nodes: EvmNodes, reference: string, hotWallet: string | null): Promise<readonly PaymentFact[]> {
  const [node] = nodes;
  if (chain.coin !== null && TXID.test(reference)) {
    return [...(await tokenPaymentsAt(chain, node, reference)), ...(await paymentsAt(chain, nodes, `${reference}:coin`, hotWallet))];
  }
  const coin = chain.coin === null ? null : readCoinReference(reference);
  if (coin === null) return tokenPaymentsAt(chain, node, reference);
  if ('txid' in coin) {
    const [receipt, transaction] = [await node.receipt(coin.txid), await node.transaction(coin.txid)];
    if (receipt?.status !== '0x1' || !transaction || transaction.from === hotWallet?.toLowerCase()) return [];
    const block = await readFinalBlock(chain, node, receipt);
    const movement = block && directMovement(transaction, block.timestamp);
    return movement ? coinPayment(chain, movement, 'confirmed') : [];
  }
  const { final } = await readHeads(chain, node);
  if (coin.block > final.number || coin.block === 0) return [];
  const [block] = await node.blocks(coin.block, coin.block);
  const movements = block ? await internalAt(chain, nodes, block, coin.account) : [];
  return movements.flatMap((movement) => coinPayment(chain, movement, 'confirmed'));
}

/** Leaves out payments of the coin whose transactions failed. @throws RailError `busy` when the node does not have them all */
export async function withoutFailed(chain: EvmChain, node: EvmNode, facts: readonly PaymentFact[]): Promise<readonly PaymentFact[]> {
  const txids = facts.map(({ reference }) => {
    const coin = readCoinReference(reference);
    return coin && 'txid' in coin ? coin.txid : null;
  });
  const direct = [...new Set(txids.filter((txid) => txid !== null))];
  const receipts = await node.receipts(direct);
  if (receipts.includes(null)) throw new RailError(chain.code, 'busy', 'not-done', 'the node has no receipt of a payment yet');
  const failed = new Set(receipts.flatMap((receipt) => (receipt?.status === '0x0' ? [receipt.transactionHash] : [])));
  return facts.filter((_, index) => !failed.has(txids[index] ?? ''));
}

/** The token transfers of an irreversible transaction. */
async function tokenPaymentsAt(chain: EvmChain, node: EvmNode, reference: string): Promise<readonly PaymentFact[]> {
  const txid = REFERENCE.exec(reference)?.[1];
  if (txid === undefined) return [];
  const receipt = await node.receipt(txid);
  if (receipt?.status !== '0x1') return [];
  const block = await readFinalBlock(chain, node, receipt);
  return block
    ? paymentsIn(
        chain,
        receipt.logs.filter(({ topics }) => topics[0] === TOPIC),
        'confirmed',
        () => block.timestamp,
      )
    : [];
}

/** The irreversible block of a receipt; null while it is not irreversible. A receipt may tell of a block that the chain has dropped meanwhile. */
export async function readFinalBlock(
  chain: EvmChain,
  node: EvmNode,
  { blockNumber, blockHash }: { readonly blockNumber: number; readonly blockHash: string },
): Promise<Header | null> {
  const { final } = await readHeads(chain, node);
  if (blockNumber > final.number) return null;
  const [block] = await node.headers(blockNumber, blockNumber);
  return block?.hash === blockHash ? block : null;
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1_000);
}
