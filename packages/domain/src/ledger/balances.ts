import { RESERVE_CODES, RESERVES, type ReserveCode } from '../currencies.ts';
import { FEE_UNITS, type FeeUnit, NETWORK_CODES, NETWORKS, type NetworkCode } from '../networks.ts';
import { type AccountName, COLLECTION_ACCOUNTS, type CollectionAccount, type LedgerUnit } from './accounts.ts';

type CollectionCode = CollectionAccount extends `rail:${infer Code}` ? Code : never;

/**
 * Code of money that is compared with what its provider tells: a reserve, money that was collected and cannot be paid out yet (`vnd-collection`,
 * `usdt-tron-deposits`), or the fee coin of a hot wallet (`trx`).
 */
export type BalanceCode = ReserveCode | CollectionCode | FeeUnit;

/** Money that is compared with its provider. */
export interface ComparedBalance {
  readonly kind: 'reserve' | 'collection' | 'fee-coin';
  readonly network: NetworkCode;
  /** Ledger account; a reserve has `held:` besides. */
  readonly account: AccountName;
  readonly unit: LedgerUnit;
  readonly scale: number;
}

/** Everything that is compared with its provider, by code. */
export const BALANCES = Object.fromEntries([
  ...NETWORK_CODES.flatMap((network) => {
    const { feeCoin } = NETWORKS[network];
    if (!feeCoin) return [];
    const unit = feeCoin.unit as FeeUnit;
    return [[unit, { kind: 'fee-coin', network, account: `gas:${unit}`, unit, scale: FEE_UNITS[unit].scale }]];
  }),
  ...Object.entries(COLLECTION_ACCOUNTS).map(([account, reserve]) => [
    account.slice('rail:'.length),
    { kind: 'collection', account, unit: reserve, ...RESERVES[reserve] },
  ]),
  // Last: a coin that is a reserve pays its fees out of it.
  ...RESERVE_CODES.map((reserve) => [reserve, { kind: 'reserve', account: `rail:${reserve}`, unit: reserve, ...RESERVES[reserve] }]),
]) as Readonly<Record<BalanceCode, ComparedBalance>>;

/** All codes of money that is compared with its provider. */
export const BALANCE_CODES = Object.keys(BALANCES) as BalanceCode[];
