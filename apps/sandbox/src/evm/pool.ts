import type { LoggedNode } from './node.ts';

/** A transaction that waits for its block. Amount in wei, as hex. */
export interface PoolTransaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly input: string;
  readonly value: string;
}

/** Transactions by sender and nonce. */
type BySender = Readonly<Record<string, Readonly<Record<string, PoolTransaction>>>>;

/** Reads the transactions that wait for their block. */
export async function readPool(node: LoggedNode): Promise<PoolTransaction[]> {
  const { pending } = await readContent(node);
  return listOf(pending);
}

/** Reads the transactions that wait for their block, or for another one of their sender whose nonce comes before. */
export async function readWholePool(node: LoggedNode): Promise<PoolTransaction[]> {
  const { pending, queued } = await readContent(node);
  return [...listOf(pending), ...listOf(queued)];
}

function readContent(node: LoggedNode): Promise<{ readonly pending: BySender; readonly queued: BySender }> {
  return node.read('txpool_content');
}

function listOf(transactions: BySender): PoolTransaction[] {
  return Object.values(transactions).flatMap((ofSender) => Object.values(ofSender));
}

/** Reads the waiting transactions of one sender. */
export async function readPoolOf(node: LoggedNode, sender: string): Promise<PoolTransaction[]> {
  return (await readPool(node)).filter(({ from }) => from === sender);
}

/** Removes the waiting transactions of one sender. */
export async function emptyPoolOf(node: LoggedNode, sender: string): Promise<void> {
  for (const { hash } of await readPoolOf(node, sender)) await node.change('anvil_dropTransaction', hash);
}
