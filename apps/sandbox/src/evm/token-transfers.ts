import { balanceData, readTransfer, TRANSFER_TOPIC, word } from './abi.ts';
import type { LoggedNode } from './node.ts';
import type { PoolTransaction } from './pool.ts';

/** A transfer of tokens in a block, or waiting for one. Addresses in lower case, amount in the token's units. */
export interface ChainTransfer {
  readonly txid: string;
  /** Position among the token's transfers of the transaction. */
  readonly position: number;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly at: Date;
}

interface TokenLog {
  readonly topics: readonly [string, string, string];
  readonly data: string;
  readonly transactionHash: string;
  readonly blockTimestamp: string;
}

/** Reads an address's balance of a token, waiting transactions not included. */
export async function readTokens(node: LoggedNode, token: string, address: string): Promise<bigint> {
  return BigInt(await node.read<string>('eth_call', { to: token, data: balanceData(address) }, 'latest'));
}

/** Reads a token's transfers in blocks, oldest first: all, or those to one address. */
export async function readTokenTransfers(node: LoggedNode, token: string, to?: string): Promise<ChainTransfer[]> {
  const topics = [TRANSFER_TOPIC, ...(to === undefined ? [] : [null, `0x${word(to)}`])];
  const logs = await node.read<TokenLog[]>('eth_getLogs', { fromBlock: '0x0', toBlock: 'latest', address: token, topics });
  const counts = new Map<string, number>();
  return logs.map(({ topics: [, payer, payee], data, transactionHash, blockTimestamp }) => {
    const position = counts.get(transactionHash) ?? 0;
    counts.set(transactionHash, position + 1);
    const [from, recipient] = [`0x${payer.slice(26)}`, `0x${payee.slice(26)}`];
    return { txid: transactionHash, position, from, to: recipient, amount: BigInt(data), at: new Date(Number(blockTimestamp) * 1_000) };
  });
}

/** Transfers of a token among waiting transactions. */
export function waitingTokenTransfers(pool: readonly PoolTransaction[], token: string, at: Date): ChainTransfer[] {
  return pool.flatMap(({ hash, from, to, input }) => {
    const moved = to?.toLowerCase() === token ? readTransfer(input) : null;
    return moved ? [{ txid: hash, position: 0, from: from.toLowerCase(), ...moved, at }] : [];
  });
}
