import type { LoggedNode } from './node.ts';

/** A transaction that waits for its block. Amount in wei, as hex. */
export interface PoolTransaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly input: string;
  readonly value: string;
}

/** Reads the transactions that wait for their block. */
export async function readPool(node: LoggedNode): Promise<PoolTransaction[]> {
  const { pending } = await node.read<{ pending: Record<string, Record<string, PoolTransaction>> }>('txpool_content');
  return Object.values(pending).flatMap((ofSender) => Object.values(ofSender));
}

/** Reads the waiting transactions of one sender. */
export async function readPoolOf(node: LoggedNode, sender: string): Promise<PoolTransaction[]> {
  return (await readPool(node)).filter(({ from }) => from === sender);
}

/** Removes the waiting transactions of one sender. */
export async function emptyPoolOf(node: LoggedNode, sender: string): Promise<void> {
  for (const { hash } of await readPoolOf(node, sender)) await node.change('anvil_dropTransaction', hash);
}
