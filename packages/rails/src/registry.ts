import type { NetworkCode } from '@quydoi/domain/networks';
import { type BankRailOptions, createBankRail } from './bank/index.ts';
import { createPerfectMoneyRail, type PerfectMoneyRailOptions } from './perfect-money/index.ts';
import type { Rail } from './rail.ts';
import { createTronRail, type TronRailOptions } from './tron/index.ts';

/** Every rail that exists, by code. A new one is a folder and a line here. */
export const RAIL_FACTORIES = {
  bank: createBankRail,
  'perfect-money': createPerfectMoneyRail,
  tron: createTronRail,
} as const satisfies Partial<Record<NetworkCode, (options: never) => Rail>>;

/** Options of each rail that exists. A process gives those of the rails that it may use, and no others. */
export interface RailOptions {
  readonly bank?: BankRailOptions;
  readonly 'perfect-money'?: PerfectMoneyRailOptions;
  readonly tron?: TronRailOptions;
}

/** Makes the rails that options are given for. */
export function createRails(options: RailOptions): ReadonlyMap<NetworkCode, Rail> {
  const rails: Rail[] = [];
  if (options.bank) rails.push(RAIL_FACTORIES.bank(options.bank));
  if (options['perfect-money']) rails.push(RAIL_FACTORIES['perfect-money'](options['perfect-money']));
  if (options.tron) rails.push(RAIL_FACTORIES.tron(options.tron));
  return new Map(rails.map((rail) => [rail.code, rail]));
}
