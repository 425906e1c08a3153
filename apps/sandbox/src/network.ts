import type { HttpBindings } from '@hono/node-server';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { Hono } from 'hono';
import type { z } from 'zod';
import type { Books } from './books.ts';
import type { Faults, FaultTable } from './faults.ts';

/** `held`: waits for a code from the payer. `pending`: waits for a block or the bank. `reversed`: completed, then returned to the payer. */
export type TransferState = 'held' | 'pending' | 'completed' | 'failed' | 'reversed';

/** One transfer in a network's books. Amounts in minor units of its currency. */
export interface Transfer {
  readonly currency: CurrencyCode;
  /** The provider's id as payees see it: bank reference, batch number, transaction id. */
  readonly id: string;
  /** Identity of the payment in the provider's list: {@link id}, on chains followed by the position in the transaction. */
  readonly reference: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  /** Charged to the payer on top. */
  readonly fee: bigint;
  readonly memo: string;
  /** The payer's own id of it: idempotency key or PAYMENT_ID; empty if none was given. */
  readonly key: string;
  readonly at: Date;
  readonly state: TransferState;
}

/** Balance of one account, in minor units of a reserve or of a fee coin. */
export interface Balance {
  readonly account: string;
  readonly unit: string;
  readonly amount: bigint;
}

/**
 * Unusual ways to make a payment. `internal-call`: by a contract that calls the token, as exchanges do to pay many recipients at once. `fake-token`:
 * with a worthless token of the same name; `fake-decimals`: with one of the same name and other decimals.
 */
export const PAYMENT_WAYS = ['internal-call', 'fake-token', 'fake-decimals'] as const;
/** An unusual way to make a payment. */
export type PaymentWay = (typeof PAYMENT_WAYS)[number];

/** Kinds of branches that replace a chain's newest blocks. `empty`: their transactions are in the mempool again; `full`: they are in the branch. */
export const BRANCHES = ['empty', 'full'] as const;
/** Kind of a branch that replaces a chain's newest blocks. */
export type Branch = (typeof BRANCHES)[number];

/** A payment that a customer makes. */
export interface PaymentDraft {
  readonly currency: CurrencyCode;
  /** The network's default customer if omitted. */
  readonly from?: string | undefined;
  readonly to: string;
  /** In the currency: dong, dollars, USDT. */
  readonly amount: number | string;
  readonly memo: string;
  /** Booking time; now if omitted. Chains refuse it: a block cannot be backdated. */
  readonly at?: Date | undefined;
  /** Number of identical payments; 1 if omitted. */
  readonly times?: number | undefined;
  /** The usual way if omitted. Networks refuse ways that they do not offer. */
  readonly way?: PaymentWay | undefined;
}

/** A voucher as customers hold it. Whoever knows number and code can take its money. */
export interface VoucherCode {
  readonly number: string;
  readonly code: string;
}

/** A network's vouchers, as customers use them. */
export interface CustomerVouchers {
  /** Buys a voucher with money of a customer's wallet (by default the network's default customer). @throws Problem when the network refuses it */
  make(amount: number | string, from?: string): { readonly voucher: VoucherCode; readonly transfer: Transfer };
  /** Activates a voucher into a customer's wallet. @returns its amount in minor units @throws Problem when the network refuses it */
  activate(voucher: VoucherCode, to?: string): bigint;
}

/** The exchange's own accounts on a network. */
export interface OwnAccounts {
  /** Account that all customers pay into; null where each order has an address of its own. */
  readonly payIn: string | null;
  /** Further accounts of the exchange that customers may be told to pay into. */
  readonly otherPayIns?: readonly string[];
  readonly payOut: string;
  /** Further accounts that payouts are made from. */
  readonly otherPayOuts?: readonly string[];
}

/** Result of a network: a promise if it has a node process of its own. */
type Awaitable<T> = T | Promise<T>;

/** Simulation of one payment network: its providers' HTTP interfaces over books of their own. */
export interface SimulatedNetwork {
  readonly routes: Hono<{ Bindings: HttpBindings }>;
  readonly ownAccounts: OwnAccounts;
  /** Absent where there are none. */
  readonly vouchers?: CustomerVouchers;
  /** Books payments as a customer. @throws Problem when the network refuses them */
  pay(draft: PaymentDraft): Awaitable<Transfer[]>;
  /** Transfers that reached an account and were not returned, oldest first. */
  receivedBy(account: string): Awaitable<Transfer[]>;
  /** The newest transfers in either direction, pending ones included, newest first. */
  transfers(limit: number): Awaitable<Transfer[]>;
  balances(): Awaitable<Balance[]>;
  /** Replaces the newest blocks by another branch. Absent where blocks are never replaced. */
  reorganise?(depth: number, branch: Branch): Promise<void>;
  /** Stops background work; the books stay open. */
  close(): Promise<void>;
}

/** Dependencies that every simulated network gets. */
export interface NetworkContext {
  readonly books: Books;
  readonly faults: Faults;
  readonly now: () => Date;
}

/** One folder of the sandbox: how a network is configured, what can go wrong on it, and how to open it. */
export interface NetworkDefinition<Options, Network extends SimulatedNetwork = SimulatedNetwork> {
  /** Currencies that customers can pay in and be paid in; the first is the default of `POST /transfer`. */
  readonly currencies: readonly [CurrencyCode, ...CurrencyCode[]];
  /** The payer's app, as the page names it. */
  readonly payerApp: { readonly vi: string; readonly en: string };
  /** Ways in which customers can pay besides the usual one. */
  readonly paymentWays?: readonly PaymentWay[];
  /** Path that the provider's checkout page posts its form to: the merchant's fields, and the paying account as `payer`. */
  readonly checkoutPath?: string;
  /** Number of blocks, the payment's own included, that make a payment irreversible. Only on chains whose blocks can be replaced. */
  readonly confirmations?: number;
  /** What the sandbox's page says about the simulation of a network without a real test system. */
  readonly note?: { readonly vi: string; readonly en: string };
  /** Whether a text can be a payer's account. */
  isAccount(text: string): boolean;
  /** An existing account of a customer for tests and load: `series` and `n` (below 200 000) always name the same one, and no two share one. */
  customerAccount(series: number, n: number): string;
  /** Faults by the name that `POST /faults` calls their provider. */
  readonly faults: Readonly<Record<string, FaultTable>>;
  /** Reads the network's options from environment variables. */
  readonly options: z.ZodType<Options>;
  open(context: NetworkContext, options: Options): Network;
}

/** Infers a definition's types without widening its fault names. */
export function defineNetwork<Options, Network extends SimulatedNetwork, Faults extends Readonly<Record<string, FaultTable>>>(
  definition: NetworkDefinition<Options, Network> & { readonly faults: Faults },
): NetworkDefinition<Options, Network> & { readonly faults: Faults } {
  return definition;
}
