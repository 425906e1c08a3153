import type { NetworkDefinition } from '@quydoi/sandbox/network';
import { SIMULATED_NETWORKS, type SimulatedNetworkCode } from '@quydoi/sandbox/networks';
import { simulatedNetwork } from '../customers/accounts.ts';
import { type SeededRandom, shuffledCycle } from '../seeded-random.ts';
import type { PlannedReorganisation } from './plan.ts';
import type { Trade } from './trades.ts';

/** Pause between reorganisations of each chain, on average. */
const REORGANISATION_PAUSE_MS = 6_000;

/** A chain whose blocks can be replaced. */
interface ReorganisedChain {
  readonly network: SimulatedNetworkCode;
  /** With how many blocks, its own included, a payment is irreversible. */
  readonly confirmations: number;
}

/** The chains of these trades whose blocks can be replaced. */
export function reorganisedChains(trades: readonly Trade[]): ReorganisedChain[] {
  const networks = new Set(trades.flatMap(({ from, to }) => [simulatedNetwork(from), simulatedNetwork(to)]));
  return [...networks].flatMap((network) => {
    const { confirmations }: Pick<NetworkDefinition<unknown>, 'confirmations'> = SIMULATED_NETWORKS[network];
    return confirmations === undefined ? [] : [{ network, confirmations }];
  });
}

/** How deep a chain is reorganised: also by one block more than makes a payment irreversible. */
export function depthsOf({ confirmations }: ReorganisedChain): readonly [number, ...number[]] {
  return [1, ...Array.from({ length: confirmations }, (_, index) => index + 2)];
}

/** Plans reorganisations of a chain at random times, of all depths in turn. */
export function planReorganisations(random: SeededRandom, durationMs: number, chain: ReorganisedChain): PlannedReorganisation[] {
  const { network, confirmations } = chain;
  const nextDepth = shuffledCycle(random, depthsOf(chain));
  const planned: PlannedReorganisation[] = [];
  for (let atMs = random.int(0, REORGANISATION_PAUSE_MS); atMs < durationMs; atMs += random.int(0, 2 * REORGANISATION_PAUSE_MS)) {
    const depth = nextDepth();
    // Senders do not repeat irreversible payments: dropping one would lose the money whatever the number of confirmations.
    planned.push({ atMs, network, depth, branch: depth >= confirmations || random.oneIn(2) ? 'full' : 'empty' });
  }
  return planned;
}
