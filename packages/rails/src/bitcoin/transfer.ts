import type { Slot } from '@quydoi/domain/transfer/slot';
import { RailError } from '../rail-error.ts';
import type { SignedTransfer } from '../signed-payout.ts';
import { type Outpoint, parseTransaction, type RawTransaction } from './block.ts';

/** A signed transfer on Bitcoin: it stays valid until an output that it spends is spent by another. */
export type BitcoinTransfer = SignedTransfer & { readonly validUntil: null };

/** The slot of an output of ours. @param address the output's address */
export function slotOf(address: string, { txid, vout }: Outpoint): Slot {
  return { wallet: address, resource: `${txid}:${vout}` };
}

/** Whether one of the slots is this output, whatever its address. */
export function holdsOutpoint(slots: readonly Slot[], { txid, vout }: Outpoint): boolean {
  return slots.some(({ resource }) => resource === `${txid}:${vout}`);
}

/** The content of a stored transfer. @throws RailError when its bytes are not what its id says; it is then never broadcast */
export function requireContent({ txid, raw, slots }: SignedTransfer): RawTransaction {
  const content = parse(raw);
  const isWhole = content?.txid === txid && content.inputs.length === slots.length && content.inputs.every((input) => holdsOutpoint(slots, input));
  if (!content || !isWhole) throw new RailError('bitcoin', 'malformed', 'not-done', `the stored transfer ${txid} is not what its id says`);
  return content;
}

function parse(raw: string): RawTransaction | null {
  try {
    return parseTransaction(raw);
  } catch {
    return null;
  }
}
