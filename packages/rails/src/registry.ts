import type { NetworkCode } from '@quydoi/domain/networks';
import type { Settings } from '@quydoi/domain/settings';
import { BANK_CONFIG } from './bank/config.ts';
import { BITCOIN_CONFIG } from './bitcoin/config.ts';
import type { RailConfig, RailRole } from './config.ts';
import { BSC_CONFIG, ETHEREUM_CONFIG } from './evm/config.ts';
import { PERFECT_MONEY_CONFIG } from './perfect-money/config.ts';
import type { Rail } from './rail.ts';
import { TRON_CONFIG } from './tron/config.ts';
import { WEBMONEY_CONFIG } from './webmoney/config.ts';

/** Configurations of all rails. */
export const RAIL_CONFIGS: readonly RailConfig[] = [
  PERFECT_MONEY_CONFIG,
  WEBMONEY_CONFIG,
  BANK_CONFIG,
  TRON_CONFIG,
  ETHEREUM_CONFIG,
  BSC_CONFIG,
  BITCOIN_CONFIG,
];

/** Creates the rails of a role. @param values the role's parsed variables */
export function createRails(role: RailRole, values: object, settings: Settings): ReadonlyMap<NetworkCode, Rail> {
  const rails = RAIL_CONFIGS.flatMap(({ roles }) => roles[role]?.create(values, settings) ?? []);
  return new Map(rails.map((rail) => [rail.code, rail]));
}
