import type { NetworkCode } from '@quydoi/domain/networks';
import { RailError, type RailTrouble } from '../rail-error.ts';

/** Troubles that are a node's answer about what it was asked: another node would tell the same. */
const ANSWERS: readonly RailTrouble[] = ['refused', 'short', 'suspended', 'dear'];

/** Which of the failures of a chain's nodes is told: refused credentials only when every node refuses ours, because that closes the chain for good. */
export function toldOf(failures: readonly RailError[]): RailError | undefined {
  return failures.find(({ trouble }) => trouble !== 'credentials') ?? failures[0];
}

/**
 * Asks nodes in turn until one answers. For what any node of ours may answer alone.
 * @param isLate whether a node may have fallen behind, without being known to: it is asked after the others. Never by default
 * @throws RailError the first node's, when none can answer; refused credentials only when every node refuses them
 */
export async function askFirstAble<N, T>(
  code: NetworkCode,
  nodes: readonly N[],
  ask: (node: N) => Promise<T>,
  isLate: (node: N) => Promise<boolean> = async () => false,
): Promise<T> {
  const failures: RailError[] = [];
  const turns = nodes.map((node) => ({ node, canWait: nodes.length > 1 }));
  for (const { node, canWait } of turns) {
    try {
      if (canWait && (await isLate(node))) turns.push({ node, canWait: false });
      else return await ask(node);
    } catch (error) {
      if (!(error instanceof RailError) || ANSWERS.includes(error.trouble)) throw error;
      failures.push(error);
    }
  }
  throw toldOf(failures) ?? new RailError(code, 'unreachable', 'not-done', 'there is no node');
}

/**
 * Requires a node's newest block to be recent: a node that stands still answers well, and knows nothing of what happened since.
 * @param at time of the block by the chain's clock
 * @throws RailError trouble `unreachable`
 */
export function requireMoving(code: NetworkCode, at: Date, ageMsMax: number, now: Date): void {
  const ageMs = now.getTime() - at.getTime();
  if (ageMs > ageMsMax) {
    throw new RailError(code, 'unreachable', 'not-done', `the node stands still: its newest block is ${Math.floor(ageMs / 60_000)} minutes old`);
  }
}
