import { RESERVE_CODES, RESERVES, type ReserveCode } from '../currencies.ts';
import { FEE_UNITS, type FeeUnit, NETWORK_CODES, NETWORKS, type NetworkCode } from '../networks.ts';
import { type AccountName, COLLECTION_ACCOUNTS, type CollectionAccount, type LedgerUnit } from './accounts.ts';

type CollectionCode = CollectionAccount extends `rail:${infer Code}` ? Code : never;

type FeeCoinCode = Exclude<FeeUnit, ReserveCode> | `${Extract<FeeUnit, ReserveCode>}-gas`;

/**
 * Code of our own money at a provider, as operators book it: a reserve, money that was collected and cannot be paid out yet (`vnd-collection`,
 * `usdt-bsc-deposits`), or the fee coin of a hot wallet (`bnb`; `eth-gas`, where the coin is a reserve too).
 */
export type BalanceCode = ReserveCode | CollectionCode | FeeCoinCode;

/** Our own money at a provider. */
export interface OwnBalance {
  readonly kind: 'reserve' | 'collection' | 'fee-coin';
  readonly network: NetworkCode;
  /** Ledger account; a reserve has `held:` besides. */
  readonly account: AccountName;
  readonly unit: LedgerUnit;
  readonly scale: number;
}

/** All our own money at providers, by code. */
export const BALANCES = Object.fromEntries([
  ...NETWORK_CODES.flatMap((network) => {
    const { feeCoin } = NETWORKS[network];
    if (!feeCoin) return [];
    const unit = feeCoin.unit as FeeUnit;
    return [[unit in RESERVES ? `${unit}-gas` : unit, { kind: 'fee-coin', network, account: `gas:${unit}`, unit, scale: FEE_UNITS[unit].scale }]];
  }),
  ...Object.entries(COLLECTION_ACCOUNTS).map(([account, reserve]) => [
    account.slice('rail:'.length),
    { kind: 'collection', account, unit: reserve, ...RESERVES[reserve] },
  ]),
  ...RESERVE_CODES.map((reserve) => [reserve, { kind: 'reserve', account: `rail:${reserve}`, unit: reserve, ...RESERVES[reserve] }]),
]) as Readonly<Record<BalanceCode, OwnBalance>>;

/** All codes of our own money. */
export const BALANCE_CODES = Object.keys(BALANCES) as BalanceCode[];

/** Codes of the money that is compared with its provider by itself. Gas of a coin that is a reserve lies in one wallet with it: their sum is compared. */
export const COMPARED_CODES = BALANCE_CODES.filter((code) => BALANCES[code].kind !== 'fee-coin' || !(BALANCES[code].unit in RESERVES));
