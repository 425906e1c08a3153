import { type Books, openBooks } from './books.ts';
import { presentTime } from './clock.ts';
import { type Faults, openFaults } from './faults.ts';
import type { SimulatedNetwork } from './network.ts';
import { FAULTS, NETWORK_LIST, type OpenNetworks, type SimulatedNetworkCode } from './networks.ts';
import type { SandboxOptions } from './options.ts';
import { PRICE_FAULTS } from './prices/index.ts';

/** The simulated outside world: every network over one set of books. */
export interface World {
  readonly books: Books;
  readonly faults: Faults;
  readonly networks: OpenNetworks;
  /** {@link networks} as a list, for code that treats all networks alike. */
  readonly networkList: readonly (readonly [SimulatedNetworkCode, SimulatedNetwork])[];
}

/** Opens the books and every network on them; interrupted background work (webhooks) resumes. */
export function openWorld(options: SandboxOptions): World {
  const now = options.now ?? presentTime;
  const books = openBooks(options.dataFolder);
  const faults = openFaults(books, [...FAULTS, ...PRICE_FAULTS]);
  const networkList = NETWORK_LIST.map(([code, { open }]) => [code, open({ books, faults, now }, options.networks[code])] as const);
  return { books, faults, networks: Object.fromEntries(networkList) as unknown as OpenNetworks, networkList };
}
