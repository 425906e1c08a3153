import type { RpcFault } from '../chain/json-rpc.ts';
import { RailError } from '../rail-error.ts';
import type { EvmChain } from './chains.ts';

/** A node has dropped the state of an old block: most keep those of the newest 128. Or it traces no block: most do not. */
export class StateGone extends RailError {
  constructor(network: EvmChain['code'], why: string) {
    super(network, 'busy', 'not-done', why);
  }
}

/**
 * A node did not tell all traces: they are more than it traces in time or tells in one answer, or it fails at them for reasons of its own. Fewer blocks
 * may be told.
 */
export class Untraced extends RailError {
  /** Whether the node has dropped what it needs, and will never tell. */
  readonly isGone: boolean;

  constructor(network: EvmChain['code'], why: string, isGone = false) {
    super(network, 'too-long', 'not-done', why);
    this.isGone = isGone;
  }
}

const REVERTED = 3;
/**
 * What ends a contract besides a revert: an instruction that does not exist, as old compilers wrote for a failed check, and a full stack. In the words of
 * geth, bsc, erigon, reth, anvil, nethermind and besu.
 */
const FAILED =
  /revert|(?:invalid|bad|undefined) ?(?:opcode|jump|instruction)|opcode .*not (?:defined|found)|opcodenotfound|invalidfeopcode|stack (?:under|over)flow/i;
/**
 * In the words of geth, besu, nethermind, erigon, reth and anvil, and of providers that ask for a dearer plan. What none of these says is a failure of
 * the moment, after which the same blocks are read again.
 */
const STATE_GONE = new RegExp(
  [
    'missing trie node|historical state|state .*(?:not available|unavailable|not found)',
    'no state available|not available due to pruning|pruned|outofrange|out of range',
    'archive',
  ].join('|'),
  'i',
);
const NO_METHOD = -32_601;
/** Nodes and providers that do not trace, or not for us, where their code does not say so. */
const UNSUPPORTED = /unsupported method|method .*(?:not (?:found|available|supported)|disabled)/i;
const LIMIT_EXCEEDED = -32_005;
/** `too large`: geth, for the rest of a request whose answers are above 25 MB. `too big`: reth. */
const TOO_MANY = /limit|too many|exceed|range|more than|too large|too big|response size/i;
const TOO_MANY_REQUESTS = 429;
/** In the words of Alchemy (compute units per second), Infura and QuickNode (requests per second), among others. */
const TOO_FAST = /\brate\b|rate.?limit|(?:per |\/) ?second|capacity|throughput|too many requests/i;
/** What a refusal for the size of what was asked names, even if it praises a dearer plan as well. */
const SIZE = /\brange|\bresults\b|response size|\bbatch|\bblocks\b|\blogs\b|more than \d/i;
/**
 * Answers of a node that has the transaction already, whose chain has gone past its nonce, or that has another one of ours in it: the receipts tell
 * which. In the words of geth, bsc, erigon, nethermind (old and new), besu and openethereum. `transaction underpriced` is none of them: such a
 * transaction is below the pool's floor, and nobody has it, except in releases of bsc that put it into another pool and say so.
 */
const KNOWN = new RegExp(
  [
    'already ?known|already imported|already exists|(?<!un)known transaction|same hash',
    'nonce (?:is )?too low|oldnonce',
    'replacement transaction underpriced|could not replace existing tx|replacement ?not ?allowed',
    'underpriced, so it is either in pool',
  ].join('|'),
  'i',
);

/** Whether a contract would not do what was asked. */
export function isReverted({ code, message }: RpcFault): boolean {
  return code === REVERTED || FAILED.test(message);
}

/** Whether a call took all the gas that the node, or the caller's balance, allowed. In the words of geth, bsc, erigon, reth, anvil, nethermind and besu. */
export function isOutOfGas(message: string): boolean {
  return /out ?of ?gas|gas required exceeds allowance|gas spent exceeded/i.test(message);
}

/** Whether a request was for more than the node answers at once. */
export function isLimit(fault: RpcFault): boolean {
  return (fault.code === LIMIT_EXCEEDED || TOO_MANY.test(fault.message)) && !isTooFast(fault);
}

/** Whether a node answers no more for a moment, however little is asked, since it was asked too often: nothing is said of the request. */
export function isTooFast({ code, message }: RpcFault): boolean {
  return (code === TOO_MANY_REQUESTS || TOO_FAST.test(message)) && !SIZE.test(message);
}

/** Whether the node has dropped the state of the block. */
export function isStateGone({ message }: RpcFault): boolean {
  return STATE_GONE.test(message);
}

/** Whether the node has no such method, or not for us. */
export function isUnsupported({ code, message }: RpcFault): boolean {
  return code === NO_METHOD || UNSUPPORTED.test(message);
}

/** Whether the node refuses a transaction because the pool or the chain has that transaction, or another one of its nonce. */
export function isKnownTransaction({ message }: RpcFault): boolean {
  return KNOWN.test(message);
}
