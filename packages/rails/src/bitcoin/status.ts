import { agreedStatus } from '../chain/agreed-status.ts';
import type { SignedTransfer, TransferStatus } from '../signed-payout.ts';
import type { Outpoint, RawTransaction } from './block.ts';
import { failure } from './core-rpc.ts';
import type { BitcoinNode, FoundTransaction } from './node.ts';
import { requireContent } from './transfer.ts';

/**
 * Status of an attempt's transfers, which spend the same outputs: that of the one with enough confirmations. `superseded` needs a node to tell that
 * another transaction with enough confirmations has spent an output of each, and then to know none of the transfers. The outputs are looked at first;
 * in the other order, a transfer mined in between would be missed.
 */
export async function statusOf(nodes: readonly BitcoinNode[], transfers: readonly SignedTransfer[], confirmations: number): Promise<TransferStatus> {
  const contents = transfers.map(requireContent);
  if (transfers.length === 0) return { state: 'pending' };
  return agreedStatus(nodes, async (node) => {
    const isVoid = await areVoid(node, contents, confirmations);
    const found = await node.transactions(contents.map(({ txid }) => txid));
    const mined = found.find((one) => one !== null && one.confirmations >= confirmations);
    if (mined?.block) return { state: 'paid', reference: mined.txid, fee: await feeOf(node, mined), at: mined.block.at };
    return { state: isVoid && found.every((one) => one === null) ? 'superseded' : 'pending' };
  });
}

/** Whether an output of each transfer was spent for good. */
async function areVoid(node: BitcoinNode, contents: readonly RawTransaction[], confirmations: number): Promise<boolean> {
  const outpoints = contents.flatMap(({ inputs }) => inputs);
  const spent = await spentForGood(node, outpoints, confirmations);
  return contents.every(({ inputs }) => inputs.some((input) => spent.has(keyOf(input))));
}

/**
 * Those of some outputs that a transaction with enough confirmations has spent: the transaction that made them has enough too, the chain has them no
 * longer, and no newer block spends them.
 */
async function spentForGood(node: BitcoinNode, outpoints: readonly Outpoint[], confirmations: number): Promise<ReadonlySet<string>> {
  const tip = await node.tip();
  const parents = await node.transactions(outpoints.map(({ txid }) => txid));
  const unspent = await node.areUnspent(outpoints);
  const gone = outpoints.filter((_, n) => (parents[n]?.confirmations ?? 0) >= confirmations && !unspent[n]);
  if (gone.length === 0) return new Set();
  const newer = confirmations > 1 ? await node.blocks(Math.max(tip.height - confirmations + 2, 0), tip.height) : [];
  const isSame = newer.length === 0 || newer.at(-1)?.hash === tip.hash;
  const after = await node.tip();
  // Blocks that came meanwhile may be the ones that spend.
  if (!isSame || after.hash !== tip.hash) return new Set();
  const spentLately = new Set(newer.flatMap(({ transactions }) => transactions.flatMap(({ inputs }) => inputs.map(keyOf))));
  return new Set(gone.map(keyOf).filter((key) => !spentLately.has(key)));
}

/** The fee of a transaction, in satoshi. */
async function feeOf(node: BitcoinNode, { inputs, outputs }: FoundTransaction): Promise<bigint> {
  const parents = await node.transactions(inputs.map(({ txid }) => txid));
  const spent = inputs.reduce((sum, { vout }, n) => {
    const amount = parents[n]?.outputs[vout]?.amount;
    if (amount === undefined) throw failure('busy', 'the node does not know what the transfer spends');
    return sum + amount;
  }, 0n);
  return outputs.reduce((left, { amount }) => left - amount, spent);
}

function keyOf({ txid, vout }: Outpoint): string {
  return `${txid}:${vout}`;
}
