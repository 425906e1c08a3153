import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import { bank } from './bank/index.ts';
import { bitcoin } from './bitcoin/index.ts';
import { bsc, ethereum } from './evm/index.ts';
import type { FaultDefinition } from './faults.ts';
import type { NetworkDefinition } from './network.ts';
import { perfectMoney } from './perfect-money/index.ts';
import { tron } from './tron/index.ts';
import { webMoney } from './webmoney/index.ts';

/** Every simulated network. Pages, control API, books, faults and the chaos plans derive from this table. */
export const SIMULATED_NETWORKS = {
  bank,
  'perfect-money': perfectMoney,
  webmoney: webMoney,
  tron,
  ethereum,
  bsc,
  bitcoin,
} as const satisfies Partial<Record<NetworkCode, unknown>>;

type Table = typeof SIMULATED_NETWORKS;
/** Code of a simulated network. */
export type SimulatedNetworkCode = keyof Table;

/** Options of every network. */
export type NetworkOptions = { readonly [C in SimulatedNetworkCode]: Table[C] extends NetworkDefinition<infer Options> ? Options : never };

/** Every network after it was opened. */
export type OpenNetworks = { readonly [C in SimulatedNetworkCode]: ReturnType<Table[C]['open']> };

/** The table as a list, for code that treats all networks alike. */
export const NETWORK_LIST = Object.entries(SIMULATED_NETWORKS) as unknown as readonly (readonly [SimulatedNetworkCode, NetworkDefinition<unknown>])[];

/** The simulated network that a currency is paid in on; null if it is not simulated. */
export function simulatedNetworkOf(currency: CurrencyCode): SimulatedNetworkCode | null {
  return NETWORK_LIST.find(([, { currencies }]) => currencies.includes(currency))?.[0] ?? null;
}

/** One fault that can be injected. `rail` is the provider's name in `POST /faults`. */
export interface InjectableFault extends FaultDefinition {
  readonly network: SimulatedNetworkCode;
  readonly rail: string;
  readonly kind: string;
}

/** Every fault of every network. */
export const FAULTS: readonly InjectableFault[] = NETWORK_LIST.flatMap(([network, { faults }]) =>
  Object.entries(faults).flatMap(([rail, table]) => Object.entries(table).map(([kind, fault]) => ({ ...fault, network, rail, kind }))),
);
