import { CURRENCIES, CURRENCY_CODES, type CurrencyCode, networkOf, networkOfReserve, type ReserveCode } from '../currencies.ts';
import type { FeeUnit, NetworkCode, NetworkRows } from '../networks.ts';

/**
 * Names of ledger accounts. Signs: a positive entry is what we have (a debit), a negative one what we owe or earned (a credit);
 * the entries of one posting sum to zero per unit. A unit is a reserve's code (`pm` is US dollars in our Perfect Money wallet).
 */
export type LedgerUnit = ReserveCode | FeeUnit;

type CollectionAccountOf<C extends CurrencyCode> = NetworkRows[(typeof CURRENCIES)[C]['network']]['collection'] extends infer S extends string
  ? `rail:${(typeof CURRENCIES)[C]['reserve']}-${S}`
  : never;

/**
 * Account of money that customers sent and that is not where we pay out of yet: dong at the collecting bank, deposits on leased addresses
 * that were not swept yet.
 */
export type CollectionAccount = { [C in CurrencyCode]: CollectionAccountOf<C> }[CurrencyCode];

/** Every collection account with its unit. */
export const COLLECTION_ACCOUNTS = Object.fromEntries(
  CURRENCY_CODES.flatMap((code) => {
    const { collection } = networkOf(code);
    const { reserve } = CURRENCIES[code];
    return collection === null ? [] : [[`rail:${reserve}-${collection}`, reserve]];
  }),
) as Readonly<Record<CollectionAccount, ReserveCode>>;

/** Spendable money in a reserve, not promised to anyone. Never below zero. */
export type RailAccount = `rail:${ReserveCode}`;
/** Money in a reserve that is promised to open orders. Never below zero. */
export type HeldAccount = `held:${ReserveCode}`;

/** Name of any ledger account. */
export type AccountName =
  | RailAccount
  | HeldAccount
  | CollectionAccount
  /** Coin for fees in our wallets, topped up by hand: counted, never a reason to stop a settlement. */
  | `gas:${FeeUnit}`
  | `fx:${LedgerUnit}`
  | `fee:${LedgerUnit}`
  | `network-fee:${LedgerUnit}`
  | `suspense:${NetworkCode}:${LedgerUnit}`
  | `customer:${string}:${LedgerUnit}`
  | `refund:${LedgerUnit}`
  | `loss:${LedgerUnit}`
  | `equity:${LedgerUnit}`;

/** The unit that an account is kept in. */
export function unitOf(account: AccountName): LedgerUnit {
  if (Object.hasOwn(COLLECTION_ACCOUNTS, account)) return COLLECTION_ACCOUNTS[account as CollectionAccount];
  return account.slice(account.lastIndexOf(':') + 1) as LedgerUnit;
}

/** Whether an account may never fall below zero: it stands for money that exists or is promised. */
export function isGuarded(account: AccountName): boolean {
  return account.startsWith('held:') || account.startsWith('rail:');
}

/** The account that a reserve's incoming money is booked to. */
export function receivingAccountOf(reserve: ReserveCode): CollectionAccount | RailAccount {
  const { collection } = networkOfReserve(reserve);
  return collection === null ? `rail:${reserve}` : (`rail:${reserve}-${collection}` as CollectionAccount);
}

/** The coin that pays the network fees of a reserve's transfers, or null where they come out of the reserve itself. */
export function feeUnitOf(reserve: ReserveCode): FeeUnit | null {
  const { feeCoin } = networkOfReserve(reserve);
  return feeCoin === null || feeCoin.unit === reserve ? null : (feeCoin.unit as FeeUnit);
}
