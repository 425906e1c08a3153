import { z } from 'zod';
import { address, hash, quantity } from './wire.ts';

const place = {
  error: z.string().nullish(),
  traceAddress: z.array(z.int()),
  blockHash: hash,
  transactionHash: hash,
};

/**
 * Entry of a trace, as OpenEthereum wrote it and others do. An unknown kind is no entry: it could have moved coins. The value of a call that is none of
 * `call` moves nothing: `delegatecall` repeats its caller's, `callcode` pays the caller itself.
 */
export const trace = z.discriminatedUnion('type', [
  z.object({ ...place, type: z.literal('call'), action: z.object({ callType: z.string(), from: address, to: address, value: quantity }) }),
  z.object({
    ...place,
    type: z.literal(['suicide', 'selfdestruct']),
    action: z.object({ address, refundAddress: address, balance: quantity }),
  }),
  z.object({ ...place, type: z.literal('create') }),
  z.object({ ...place, type: z.literal('reward'), transactionHash: z.null().optional() }),
]);

/** Entry of a trace: a call, a contract's creation or its end. */
export type Trace = z.output<typeof trace>;

/** Coins that a contract moved within a transaction. Addresses in lower case. */
export interface InnerMove {
  readonly from: string;
  readonly to: string;
  readonly wei: bigint;
}

/** The coins that a contract moved by an entry, if what it did was not taken back; null when it moved none, as a transaction itself does. */
export function innerMove(entry: Trace): InnerMove | null {
  if (entry.error || entry.traceAddress.length === 0 || entry.type === 'create' || entry.type === 'reward') return null;
  if (entry.type === 'call') {
    const { callType, from, to, value } = entry.action;
    return callType === 'call' && value > 0n ? { from, to, wei: value } : null;
  }
  const { address: from, refundAddress: to, balance } = entry.action;
  return balance > 0n ? { from, to, wei: balance } : null;
}

/** Returns the moves to addresses that lasted, of all entries of one transaction: what a failed call moved, its callees included, was taken back. */
export function lastingMoves(entries: readonly Trace[], to: ReadonlySet<string>): readonly InnerMove[] {
  const failed = new Set(entries.filter(({ error }) => error).map(({ traceAddress }) => traceAddress.join()));
  const isTakenBack = ({ traceAddress }: Trace) =>
    failed.size > 0 && [...traceAddress.keys()].some((depth) => failed.has(traceAddress.slice(0, depth).join()));
  return entries.flatMap((entry) => {
    const move = innerMove(entry);
    return move && to.has(move.to) && !isTakenBack(entry) ? [move] : [];
  });
}
