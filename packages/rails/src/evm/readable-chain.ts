import { CURRENCIES } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { BlocksRead, ChainSide, ReadableChain } from '../chain/block-sources.ts';
import { TRANSFER_TOPIC } from '../chain/erc20.ts';
import { RailError } from '../rail-error.ts';
import type { EvmChain } from './chains.ts';
import { finalNumber } from './finality.ts';
import { bloomMayHold } from './logs-bloom.ts';
import { type ChainLog, type EvmNode, type Header, TooManyLogs } from './node.ts';
import { otherTokensIn, paymentsIn } from './transfers.ts';

const TOPIC = `0x${TRANSFER_TOPIC}`;
const REFERENCE = /^(0x[0-9a-f]{64}):\d{1,6}$/;

/** Read access to a chain of Ethereum's kind for its block sources. */
export function readableChain(chain: EvmChain, node: EvmNode): ReadableChain {
  return {
    code: chain.code,
    async head(side) {
      const { latest, final } = await readHeads(chain, node);
      const { number, timestamp } = side === 'confirmed' ? final : latest;
      return { number, at: dateOf(timestamp), newestAt: dateOf(latest.timestamp) };
    },
    read: (from, to, side) => readBlocks(chain, node, from, to, side),
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

/**
 * Reads the transfers of some blocks: of all tokens in irreversible ones, of ours in the newest. Every log has to be of the blocks that the node
 * tells at the same time, and a block that may hold a log of our token while the node tells none is asked for once more by its hash: a node that is
 * behind answers a range without what it does not have, and that would be skipped for good.
 */
async function readBlocks(chain: EvmChain, node: EvmNode, from: number, to: number, side: ChainSide): Promise<BlocksRead> {
  const contract = CURRENCIES[chain.token].contract.toLowerCase();
  const only = side === 'newest' ? contract : undefined;
  const [headers, found] = await Promise.all([node.headers(from, to), readRange(chain.code, node, from, to, only)]);
  const byNumber = new Map(headers.map((header) => [header.number, header]));
  const told = new Set(found.filter(({ address }) => address === contract).map(({ blockNumber }) => blockNumber));
  const silent = headers.filter(({ number, logsBloom }) => !told.has(number) && bloomMayHold(logsBloom, contract) && bloomMayHold(logsBloom, TOPIC));
  const again = await Promise.all(silent.map(({ hash }) => node.logsOf(hash, TOPIC, contract)));
  const logs = [...found, ...again.flat()];
  for (const { blockNumber, blockHash } of logs) {
    if (byNumber.get(blockNumber)?.hash !== blockHash) throw new RailError(chain.code, 'busy', 'not-done', 'the chain changed while it was read');
  }
  const timeOf = ({ blockNumber }: ChainLog) => byNumber.get(blockNumber)?.timestamp ?? 0;
  const last = headers.at(-1);
  return {
    facts: paymentsIn(chain, logs, side, timeOf),
    otherAssets: side === 'confirmed' ? otherTokensIn(chain, logs) : [],
    lastAt: side === 'confirmed' && last ? dateOf(last.timestamp) : null,
  };
}

/** Reads a range of logs; in halves where the node refuses so many at once. */
async function readRange(code: NetworkCode, node: EvmNode, from: number, to: number, contract?: string): Promise<readonly ChainLog[]> {
  try {
    return await node.logs(from, to, TOPIC, contract);
  } catch (error) {
    if (!(error instanceof TooManyLogs)) throw error;
    if (from === to) throw new RailError(code, 'too-long', 'not-done', `block ${from}: ${error.message}`);
    const middle = from + Math.floor((to - from) / 2);
    return [...(await readRange(code, node, from, middle, contract)), ...(await readRange(code, node, middle + 1, to, contract))];
  }
}

/**
 * The token transfers of an irreversible transaction; none when there is no such transaction, or it is not irreversible.
 * @param reference a payment's: the transaction's id, with the transfer's place in it
 */
export async function paymentsAt(chain: EvmChain, node: EvmNode, reference: string): Promise<readonly PaymentFact[]> {
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
