import type { CurrencyCode, ReserveCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { DepositBoosts } from './boosts.ts';
import type { FirstHand } from './first-hand.ts';
import type { Lookup } from './lookup.ts';
import type { KeyedPayouts, OneShotPayouts } from './payout.ts';
import type { SignedPayouts } from './signed-payout.ts';
import type { Source } from './source.ts';
import type { StrayCoins } from './stray-coins.ts';
import type { DepositAddresses, DepositSweeps, WatchedAddresses } from './sweeps.ts';
import type { Vouchers } from './voucher.ts';

/**
 * Client of one payment network, with the capabilities that this process has credentials for. A rail implements its providers' protocols and is
 * stateless: the exchange keeps cursors, keys and attempts, and passes the time as an argument.
 */
export interface Rail {
  readonly code: NetworkCode;
  /** Sources of incoming payments. Source names are unique across rails. */
  readonly sources?: readonly Source[];
  readonly payouts?: PayoutCapability;
  /** Further providers of the same payouts, each with a name and a wallet of its own; the reserve is the sum of all wallets. */
  readonly otherPayouts?: readonly NamedPayouts[];
  /** Confirms payments before money is paid out for them. */
  readonly firstHand?: FirstHand;
  readonly lookup?: Lookup;
  readonly vouchers?: Vouchers;
  /** Deposit addresses, on networks where each order has its own. */
  readonly addresses?: DepositAddresses;
  readonly watched?: WatchedAddresses;
  /** Shared pay-in accounts by currency, on networks that attribute payments by memo. */
  readonly payInAccounts?: ReadonlyMap<CurrencyCode, string>;
  /** The provider's own page for paying an order, as an alternative to a transfer with the order's memo. */
  readonly checkout?: Checkout;
  /** Balances of the accounts that customers pay into, if payouts are made from other accounts. */
  readonly collected?: CollectedBalances;
  /** Our own accounts and wallets, rejected as payout destinations. */
  readonly ownAccounts?: readonly string[];
  readonly sweeps?: DepositSweeps;
  /** Boosts of deposits that are stuck with too low a fee. Absent on chains where deposits do not get stuck. */
  readonly boosts?: DepositBoosts;
  readonly strayCoins?: StrayCoins;
  /** Our nodes of the chain, where there are several: another one is asked where one fails, so that nothing else would tell operators. */
  readonly nodes?: readonly ChainNode[];
  /**
   * Hard limit of one payout by reserve, in minor units, from the signer's environment (`*_PAYOUT_LIMIT`): larger payouts are rejected. The
   * operators' cap, above which a payout waits for approval, is the setting `payout-cap`.
   */
  readonly payoutLimits?: ReadonlyMap<ReserveCode, bigint>;
}

/** One of several nodes of ours on a chain. */
export interface ChainNode {
  /** Name for operators, by its place in the settings: `node 1`. */
  readonly name: string;
  /** Reads its newest block. @throws RailError when the node cannot be read, or stands still */
  requireWell(now: Date): Promise<void>;
}

/** The provider's page for paying an order, which the customer's browser opens by posting a form. */
export interface Checkout {
  /** URL that forms are posted to. */
  readonly url: string;
  /** Fields of the form for a payment into one of our accounts. `ref`: the order's reference, also the memo. */
  fieldsOf(payment: { readonly ref: string; readonly account: string; readonly amount: bigint }): Readonly<Record<string, string>>;
}

/** Payouts by one of several providers. */
export type NamedPayouts = KeyedPayouts & { readonly name: string };

/** Payout capability of a rail, by the provider's idempotency guarantee. */
export type PayoutCapability = OneShotPayouts | KeyedPayouts | SignedPayouts;

/**
 * Reads the balances of the accounts that customers pay into, in minor units, by account number. An account whose bank reports no balance is absent.
 * @param isZeroTold whether a zero is a real balance. If false, a zero of an account with payments is left out: its bank may report no balances
 * @throws RailError when the balances cannot be read
 */
export type CollectedBalances = (isZeroTold: boolean) => Promise<ReadonlyMap<string, bigint>>;
