import type { CurrencyCode, ReserveCode } from '@quydoi/domain/currencies';
import type { LedgerUnit } from '@quydoi/domain/ledger/accounts';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';

/**
 * A payment network as one process can use it; parts are absent where the process does not hold their credentials. A rail speaks its
 * providers' protocols and is stateless: cursors, keys and attempts are kept by the exchange, and time comes in as an argument.
 */
export interface Rail {
  readonly code: NetworkCode;
  /** Where incoming payments are learned from. Names are unique across rails. */
  readonly sources?: readonly Source[];
  readonly payOut?: PayOut;
  readonly lookup?: Lookup;
  /** Deposit addresses, on networks where each order has its own. */
  readonly addresses?: DepositAddresses;
  /** The shared accounts that customers pay into by currency, on networks that attribute by memo. */
  readonly payInAccounts?: ReadonlyMap<CurrencyCode, string>;
  /** Our own accounts and wallets, which are refused as destinations. */
  readonly ownAccounts?: readonly string[];
  readonly sweeps?: DepositSweeps;
  /** Largest payout per reserve that is made without a person, in minor units. */
  readonly payoutCaps?: ReadonlyMap<ReserveCode, bigint>;
}

/**
 * A source of incoming payments. Several sources of one network may report the same payment: its identity (account, reference, amount) is the
 * same in all, so it is journalled once.
 */
export type Source = ListSource | BlockSource | HeadSource | WebhookSource;

/** A source that is read page by page under a cursor of its own. */
export type PolledSource = ListSource | BlockSource | HeadSource;

interface Polled {
  /** Names the source's cursor. */
  readonly name: string;
  /** Pause between readings. */
  readonly pollMs: number;
  /**
   * Reads the next page after `cursor`; null starts at the beginning that suits the source.
   * @throws RailError when the page cannot be read; the cursor then stays
   */
  read(cursor: string | null, now: Date): Promise<PaymentPage>;
}

/** The provider's own list of payments into our account: authoritative. */
export interface ListSource extends Polled {
  readonly kind: 'list';
}

/** A chain's irreversible blocks: authoritative. Reports transfers to any address; the exchange picks those to its deposit addresses. */
export interface BlockSource extends Polled {
  readonly kind: 'blocks';
}

/**
 * A chain's newest blocks: payments are reported sooner and unconfirmed. Old blocks are skipped, since the block source reads them. Reports
 * transfers to any address.
 */
export interface HeadSource extends Polled {
  readonly kind: 'head';
  /** How far the irreversible side has to be past an unconfirmed payment, by the chain's clock, before the payment is dropped. */
  readonly dropAfterMs: number;
}

/** Webhooks of a provider: hints only. A webhook makes the exchange read the network's lists at once. */
export interface WebhookSource {
  readonly kind: 'webhook';
  /** Name of the route, `/webhooks/NAME`. */
  readonly name: string;
  /**
   * Checks a webhook's signature and age without parsing its content.
   * @throws RailError trouble `signature` when it is not genuine or too old
   */
  authenticate(webhook: RawWebhook): void;
  /**
   * Parses the payments that an authentic webhook reports; none when it reports something else (money going out). Absent in processes that
   * only store webhooks.
   * @throws RailError trouble `malformed` when it cannot be parsed
   */
  read?(webhook: RawWebhook): readonly PaymentFact[];
}

/** A webhook as received: signatures cover the raw bytes. */
export interface RawWebhook {
  /** Route that it came in by: `sepay`, `casso`, … */
  readonly source: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly receivedAt: Date;
}

/** A page of a polled source. */
export interface PaymentPage {
  readonly facts: readonly PaymentFact[];
  /** Ids at the source of rows that could not be parsed; the reading goes on without them, and a person has to look. */
  readonly unreadable?: readonly string[];
  /** Cursor of the next page; stored after the facts. */
  readonly cursor: string | null;
  /** Whether another page is ready now. */
  readonly more: boolean;
  /** Everything that happened before this moment has been reported, by the source's own clock; where it has none, before the page was requested. */
  readonly readThrough?: Date;
}

/** One payout as a rail is asked to make it. The request of an attempt never changes. */
export interface PayoutRequest {
  /** Our stored key, unique per attempt. */
  readonly key: string;
  /** Currency to pay out: a network may carry several (its own coin and tokens). */
  readonly currency: CurrencyCode;
  /** Minor units of the currency's reserve. */
  readonly amount: bigint;
  readonly destination: string;
  readonly destinationBank: string | null;
  /** What the receiver sees. */
  readonly memo: string;
}

/** A provider's answer to sending. `accepted` is its word only: its records still have to confirm. `refused` is surely not paid. */
export type SendOutcome =
  | { readonly state: 'accepted'; readonly reference: string; readonly fee: bigint | null }
  | { readonly state: 'refused'; readonly refusal: PayoutRefusal; readonly detail: string };

/** Why a provider surely did not pay: the destination is bad, our wallet is short, our access is refused, or it asks to try again. */
export type PayoutRefusal = 'destination' | 'funds' | 'credentials' | 'temporary' | 'other';

/** What a provider's own records say of an attempt. */
export type PayoutRecord =
  | { readonly state: 'paid'; readonly reference: string; readonly fee: bigint; readonly at: Date }
  | { readonly state: 'pending' }
  /** The provider waits for a code that a person has to give. */
  | { readonly state: 'waiting-otp' }
  /** The provider turned it down after taking it: surely not paid. */
  | { readonly state: 'refused'; readonly detail: string }
  /** Paid, and later given back. */
  | { readonly state: 'reversed'; readonly reference: string }
  | { readonly state: 'absent' };

/** A provider without idempotence: what is sent twice is paid twice. Only its history tells after a lost answer. */
export interface OneShotPayOut {
  readonly kind: 'one-shot';
  /** The most that the provider may charge us on top, in minor units of the reserve. */
  maxFee(amount: bigint): bigint;
  /**
   * Sends once; never repeats anything by itself.
   * @throws RailError outcome `not-done` when it surely was not sent, `unknown` when it may have been
   */
  send(request: PayoutRequest): Promise<SendOutcome>;
  /**
   * Looks an attempt up in the provider's records.
   * @throws RailError when the records cannot be read
   */
  find(request: PayoutRequest, sentAt: Date, now: Date): Promise<PayoutRecord>;
  /** Reads what the paying account can spend. */
  balances(): Promise<Balances>;
}

/**
 * A provider that knows our key: the same key sent again is the same payout. `find` may also tell that the provider asks for a code, or
 * gave the money back after it had paid.
 */
export interface KeyedPayOut extends Omit<OneShotPayOut, 'kind'> {
  readonly kind: 'keyed';
}

/** A transfer that is signed and stored before it is first broadcast. Only stored bytes are broadcast, however often. */
export interface SignedTransfer {
  /** Transaction id, known before the first broadcast. */
  readonly txid: string;
  /** Signed transfer as text, for `broadcast`. */
  readonly raw: string;
  /** Chain time after which the transfer can no longer be included; null when it stays valid until its slot is used up. */
  readonly validUntil: Date | null;
  /**
   * Resource of the sending wallet that the transfer consumes and that only one mined transfer can consume: an account nonce (EVM) or the
   * spent outpoints (Bitcoin). Opaque to the exchange and unique within the network (it names the wallet where nonces count per wallet). Null
   * where chains have none.
   */
  readonly slot: string | null;
}

/**
 * Status of an attempt's signed transfers, of which at most one is mined, by the chain's irreversible side. `failed` and `expired` are final:
 * no transfer of the attempt moved money, and none ever will.
 */
export type TransferStatus =
  | { readonly state: 'pending' }
  /** `reference` is the id of the transfer that was mined. */
  | { readonly state: 'paid'; readonly reference: string; readonly fee: bigint; readonly at: Date }
  | { readonly state: 'failed'; readonly detail: string; readonly fee: bigint }
  | { readonly state: 'expired' };

/** Payouts on a chain: signed, stored, then broadcast. Fees are in minor units of the network's fee coin, not of what is transferred. */
export interface SignedPayOut {
  readonly kind: 'signed';
  /** The most that the provider may charge from the transferred money itself; chains charge their own coin instead, so 0. */
  maxFee(amount: bigint): bigint;
  /**
   * Builds and signs a transfer in a slot of its own; reads the chain, changes nothing there.
   * @param slotsInUse slots of all stored transfers of this network that are not final yet, sweeps included. Two calls at once may choose the same slot: the
   * exchange's unique index rejects the second, which is signed again.
   * @throws RailError outcome `not-done`
   */
  sign(request: PayoutRequest, now: Date, slotsInUse: readonly string[]): Promise<SignedTransfer>;
  /**
   * Signs the same payout again in the same slot with a higher fee, so that at most one of its transfers can be mined. Absent where chains
   * have no replacement.
   * @param transfers all transfers of the attempt so far, oldest first; never empty
   * @returns null while the fee of the newest transfer is adequate, or at the highest fee that the rail may pay
   * @throws RailError outcome `not-done`
   */
  replace?(request: PayoutRequest, transfers: readonly SignedTransfer[], now: Date): Promise<SignedTransfer | null>;
  /** Sends the stored bytes. The node's answer decides nothing. @throws RailError when it could not be reached */
  broadcast(transfer: SignedTransfer): Promise<void>;
  /**
   * Looks an attempt's transfers up on the chain's irreversible side.
   * @param transfers all transfers of the attempt; never empty
   * @throws RailError when it cannot be read
   */
  status(transfers: readonly SignedTransfer[]): Promise<TransferStatus>;
  /** Reads what the paying account can spend. */
  balances(): Promise<Balances>;
}

/** Spendable balances in minor units, by reserve; on chains also the fee coin's, by its unit. */
export type Balances = ReadonlyMap<LedgerUnit, bigint>;

/** How money goes out. */
export type PayOut = OneShotPayOut | KeyedPayOut | SignedPayOut;

/** Deposit addresses of a chain, derived from an extended public key: no private key is near. */
export interface DepositAddresses {
  /** The address with this index. Deterministic. */
  derive(index: number): string;
}

/** When and how far deposit addresses are swept of a currency, in minor units. */
export interface SweepTerms {
  /** Smallest balance worth a sweep. */
  readonly min: bigint;
  /** Balance that has to stay at the address. */
  readonly rest: bigint;
  /** Balance of the fee coin that the address needs for the sweep, in the coin's minor units. */
  readonly feeCoinMin: bigint;
}

/**
 * Sweeps deposits into the hot wallet. Transfers signed here are stored before they are broadcast, as payouts are, and broadcast and looked up
 * with the payout's `broadcast` and `status`.
 */
export interface DepositSweeps {
  /** Pause between sweeps. */
  readonly pollMs: number;
  /** Terms of each currency that can be swept. */
  readonly terms: ReadonlyMap<CurrencyCode, SweepTerms>;
  /** Balance of a currency at a deposit address on the irreversible side. */
  balance(currency: CurrencyCode, index: number): Promise<bigint>;
  /** Balance of the fee coin at a deposit address. */
  feeCoinBalance(index: number): Promise<bigint>;
  /** Moves an amount of a currency from a deposit address to the hot wallet. @throws RailError outcome `not-done` */
  signSweep(currency: CurrencyCode, index: number, amount: bigint, now: Date, slotsInUse: readonly string[]): Promise<SignedTransfer>;
  /** Moves an amount of the fee coin from the hot wallet to a deposit address. @throws RailError outcome `not-done` */
  signFund(index: number, amount: bigint, now: Date, slotsInUse: readonly string[]): Promise<SignedTransfer>;
}

/** What a name lookup found. `unavailable` is about the provider, never about the account. */
export type LookupResult = { readonly state: 'found'; readonly name: string } | { readonly state: 'invalid' } | { readonly state: 'unavailable' };

/** Who holds an account. */
export interface Lookup {
  /** @param bank bank code for accounts at banks, else null */
  find(account: string, bank: string | null): Promise<LookupResult>;
}

/** What went wrong at a provider, as far as money goes. */
export type RailOutcome = 'not-done' | 'unknown';

/** Kinds of trouble at a provider. `credentials` switches the rail off with an alarm. */
export type RailTrouble = 'signature' | 'malformed' | 'credentials' | 'unreachable' | 'busy' | 'refused';

/** Trouble at a provider. Messages never hold a secret. */
export class RailError extends Error {
  override readonly name = 'RailError';
  readonly rail: NetworkCode;
  readonly trouble: RailTrouble;
  /** Whether what was asked for surely did not happen. */
  readonly outcome: RailOutcome;

  constructor(rail: NetworkCode, trouble: RailTrouble, outcome: RailOutcome, message: string) {
    super(message);
    this.rail = rail;
    this.trouble = trouble;
    this.outcome = outcome;
  }
}
