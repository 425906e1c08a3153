import type { NetworkCode } from '@quydoi/domain/networks';
import { RailError, type RailTrouble } from '../rail-error.ts';

/** Troubles that are a node's answer to the question itself: another node would give the same. */
const ANSWERS: readonly RailTrouble[] = ['refused', 'short', 'suspended', 'dear'];

/**
 * Chooses which failure of a chain's nodes to report: refused credentials only if every node refuses ours, because that closes the chain for good.
 */
export function toldOf(failures: readonly RailError[]): RailError | undefined {
  return failures.find(({ trouble }) => trouble !== 'credentials') ?? failures[0];
}

/**
 * Asks nodes in turn until one answers. For questions that any single node of ours may answer.
 * @param isLate whether a node may have fallen behind: it is then asked after the others. Never by default
 * @throws RailError of the first node, if none can answer; refused credentials only if every node refuses them
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
  throw noneAble(code, failures);
}

function noneAble(code: NetworkCode, failures: readonly RailError[]): RailError {
  return toldOf(failures) ?? new RailError(code, 'unreachable', 'not-done', 'there is no node');
}

/**
 * Asks nodes in turn until one has something to tell. For questions in which a node that has nothing may be wrong.
 * @returns nothing only if no node that answers has anything
 * @throws RailError as `askFirstAble`, if none can answer
 */
export async function askUntilFound<N, T>(code: NetworkCode, nodes: readonly N[], ask: (node: N) => Promise<readonly T[]>): Promise<readonly T[]> {
  const failures: RailError[] = [];
  for (const node of nodes) {
    try {
      const found = await ask(node);
      if (found.length > 0) return found;
    } catch (error) {
      if (!(error instanceof RailError) || ANSWERS.includes(error.trouble)) throw error;
      failures.push(error);
    }
  }
  if (failures.length < nodes.length) return [];
  throw noneAble(code, failures);
}

/**
 * Waits for a check of a node and for its answer, which run concurrently.
 * @throws the check's error first, because a stalled node's report that a wallet is short, or a token paused, is no answer
 */
export async function checkedFirst<C, T>(check: Promise<C>, answer: Promise<T>): Promise<[C, T]> {
  // An answer that fails first waits for the check, and is not unhandled meanwhile.
  await Promise.allSettled([check, answer]);
  return [await check, await answer];
}

/**
 * Requires a node's newest block to be recent: a stalled node answers every call, but knows nothing newer.
 * @param at time of the block by the chain's clock
 * @throws RailError trouble `unreachable`
 */
export function requireFreshHead(code: NetworkCode, at: Date, ageMsMax: number, now: Date): void {
  const ageMs = now.getTime() - at.getTime();
  if (ageMs > ageMsMax) {
    throw new RailError(code, 'unreachable', 'not-done', `the node stands still: its newest block is ${Math.floor(ageMs / 60_000)} minutes old`);
  }
}
