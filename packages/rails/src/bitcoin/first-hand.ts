import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { BitcoinChain } from './chains.ts';
import { failure } from './core-rpc.ts';
import type { BitcoinNode } from './node.ts';
import { paymentsOf } from './payments.ts';
import { finalHead, type SourceOptions } from './sources.ts';

/** A well-formed reference that no payment has. */
export const ABSENT_REFERENCE = `${'0'.repeat(64)}:0`;

const REFERENCE = /^([0-9a-f]{64})(?::\d{1,6})?$/;

/**
 * The payments of a final transaction; none when there is no such transaction, or it is not final. All nodes must report
 * it in the same block, because a node on a branch of its own could otherwise make us pay.
 * @param reference a payment's: the transaction's id, with the output's place in it; or the id alone
 * @throws RailError when a node cannot be read or is stalled, or when two nodes differ
 */
export async function paymentsAt(
  chain: BitcoinChain,
  nodes: readonly BitcoinNode[],
  reference: string,
  options: Pick<SourceOptions, 'confirmations' | 'headAgeMsMax'>,
  now: Date,
): Promise<readonly PaymentFact[]> {
  const txid = REFERENCE.exec(reference)?.[1];
  if (txid === undefined || nodes.length === 0) return [];
  const told = await Promise.all(
    nodes.map(async (node) => {
      await finalHead(node, options, now);
      const [found] = await node.transactions([txid]);
      return found && found.confirmations >= options.confirmations ? found : null;
    }),
  );
  const [first, ...others] = told;
  if (!first?.block || others.includes(null)) return [];
  if (others.some((other) => other?.block?.hash !== first.block?.hash)) throw failure('busy', `the nodes have ${txid} in different blocks`);
  return paymentsOf(chain, first, first.block.at);
}
