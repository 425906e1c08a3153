import { CURRENCIES, CURRENCY_CODES, type CurrencyCode, networkOf, networkOfReserve, type ReserveCode } from '../currencies.ts';
import type { FeeUnit, NetworkCode, NetworkRows } from '../networks.ts';

/**
 * Unit that ledger accounts are kept in: a reserve (`pm` is US dollars in the exchange's Perfect Money wallet) or a fee coin. Positive entries
 * are debits (assets), negative ones credits (liabilities and income); the entries of one posting sum to zero per unit.
 */
export type LedgerUnit = ReserveCode | FeeUnit;

type CollectionAccountOf<C extends CurrencyCode> = NetworkRows[(typeof CURRENCIES)[C]['network']]['collection'] extends infer S extends string
  ? `rail:${(typeof CURRENCIES)[C]['reserve']}-${S}`
  : never;

/**
 * Account of received money that payouts cannot be made from yet: dong in the collection bank account, deposits on leased addresses before
 * they are swept.
 */
export type CollectionAccount = { [C in CurrencyCode]: CollectionAccountOf<C> }[CurrencyCode];

/** All collection accounts with their unit. */
export const COLLECTION_ACCOUNTS = Object.fromEntries(
  CURRENCY_CODES.flatMap((code) => {
    const { collection } = networkOf(code);
    const { reserve } = CURRENCIES[code];
    return collection === null ? [] : [[`rail:${reserve}-${collection}`, reserve]];
  }),
) as Readonly<Record<CollectionAccount, ReserveCode>>;

/** Available money of a reserve: spendable and not held. Never below zero. The prefix `rail:` names the reserve, not a client. */
export type AvailableAccount = `rail:${ReserveCode}`;
/** Account of money in a reserve that is held for open orders and refunds. Never below zero. */
export type HeldAccount = `held:${ReserveCode}`;

/** Name of any ledger account. */
export type AccountName =
  | AvailableAccount
  | HeldAccount
  | CollectionAccount
  /** Fee coin in the exchange's wallets, topped up manually. May fall below zero, so that a shortage never blocks a settlement. */
  | `gas:${FeeUnit}`
  | `fx:${LedgerUnit}`
  | `fee:${LedgerUnit}`
  /** What coupons took off the exchange's fees. */
  | `discount:${LedgerUnit}`
  | `network-fee:${LedgerUnit}`
  | `suspense:${NetworkCode}:${LedgerUnit}`
  /** A customer's balance, owed to the customer: never above zero (`wallet/wallet.ts`). */
  | `customer:${string}:${LedgerUnit}`
  | `refund:${LedgerUnit}`
  /** Owed to customers whose withdrawals are on their way, or in doubt. */
  | `withdrawal:${LedgerUnit}`
  | `loss:${LedgerUnit}`
  | `equity:${LedgerUnit}`;

/** Unit of an account. */
export function unitOf(account: AccountName): LedgerUnit {
  if (Object.hasOwn(COLLECTION_ACCOUNTS, account)) return COLLECTION_ACCOUNTS[account as CollectionAccount];
  return account.slice(account.lastIndexOf(':') + 1) as LedgerUnit;
}

/** Whether an account must never fall below zero, because it counts existing or held money. */
export function isGuarded(account: AccountName): boolean {
  return account.startsWith('held:') || account.startsWith('rail:');
}

/** Account that a reserve's incoming payments are booked to. */
export function receivingAccountOf(reserve: ReserveCode): CollectionAccount | AvailableAccount {
  const { collection } = networkOfReserve(reserve);
  return collection === null ? `rail:${reserve}` : (`rail:${reserve}-${collection}` as CollectionAccount);
}

/** Fee coin of a reserve's transfers, or null where fees come out of the reserve itself. */
export function feeUnitOf(reserve: ReserveCode): FeeUnit | null {
  const { feeCoin } = networkOfReserve(reserve);
  return feeCoin === null || feeCoin.unit === reserve ? null : (feeCoin.unit as FeeUnit);
}
