import type { CurrencyCode } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';

/**
 * What every rail offers, each part optional. A rail speaks one provider's protocol: data in, data out. It keeps nothing and has no
 * database; the exchange keeps cursors, keys and attempts. Time comes in as an argument.
 */
export interface Rail {
  readonly code: NetworkCode;
  readonly payIn?: PayIn;
  readonly payOut?: PayOut;
  readonly lookup?: Lookup;
  readonly addresses?: DepositAddresses;
  readonly deposits?: DepositScan;
  readonly sweeps?: DepositSweeps;
}

/** A webhook as it was received: the raw bytes matter for signatures. */
export interface RawWebhook {
  /** Which provider's route it came in by: `sepay`, `casso`, … */
  readonly source: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly receivedAt: Date;
}

/** How money comes in. */
export interface PayIn {
  /**
   * Checks who sent a webhook and how old it is, without reading what it says. The caller stores it only when this holds.
   * @throws RailError kind `signature` when it is not genuine or too old
   */
  authenticate?(webhook: RawWebhook): void;
  /**
   * The payments that an authentic webhook tells of; none when it is about something else (money going out).
   * @throws RailError kind `malformed` when it cannot be read
   */
  read?(webhook: RawWebhook): readonly PaymentFact[];
  /** One page of the provider's own list of incoming payments, the truth that webhooks only hint at. */
  list?(cursor: string | null, now: Date): Promise<PaymentPage>;
}

/** A page of a provider's list. */
export interface PaymentPage {
  readonly facts: readonly PaymentFact[];
  /** The source's ids of rows that could not be read; the page goes on without them, and a person has to look. */
  readonly unreadable?: readonly string[];
  /** Where to go on next time; store it with the facts. */
  readonly cursor: string | null;
  /** Whether another page is ready now. */
  readonly more: boolean;
  /** Everything that happened before this moment has been told, by the source's own clock; where it has none, before the page was asked for. */
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
  /** Spendable balance in minor units of the reserve. */
  balance(): Promise<bigint>;
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
   * spent outpoints (Bitcoin). Opaque to the exchange, which stores it and keeps it unique among live attempts. Null where chains have none.
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
   * @param slotsInUse slots of all stored transfers of this network that are not final yet. Two calls at once may choose the same slot: the
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
  /** Spendable balance in minor units of the reserve. */
  balance(): Promise<bigint>;
}

/** How money goes out. */
export type PayOut = OneShotPayOut | KeyedPayOut | SignedPayOut;

/** Deposit addresses of a chain, derived from an extended public key: no private key is near. */
export interface DepositAddresses {
  /** The address with this index. Deterministic. */
  derive(index: number): string;
}

/** Deposits on a chain, read block by block from its irreversible side. */
export interface DepositScan {
  /**
   * The deposits to addresses of ours in the next blocks after `cursor` (null: from the newest block on).
   * @param isOurs whether an address is one that we lease
   * @throws RailError when a block cannot be read; the cursor then stays
   */
  scan(cursor: string | null, isOurs: (address: string) => boolean): Promise<PaymentPage>;
  /**
   * As `scan`, from the newest blocks: sooner, and not final yet. Blocks far back are left out, since `scan` has them, and so may be others.
   * @throws RailError when a block cannot be read
   */
  scanHead(cursor: string | null, isOurs: (address: string) => boolean): Promise<PaymentPage>;
}

/** Sweeps of deposits. What is signed here is sent and followed with the payout's `broadcast` and `status`, and stored as payouts are. */
export interface DepositSweeps {
  /** Tokens at a deposit address on the irreversible side. */
  balance(index: number): Promise<bigint>;
  /** The chain's own coin at a deposit address. */
  gas(index: number): Promise<bigint>;
  /** Moves tokens from a deposit address to the hot wallet; one unit has to stay. @throws RailError outcome `not-done` */
  signSweep(index: number, amount: bigint, now: Date): Promise<SignedTransfer>;
  /** Moves the chain's own coin from the hot wallet to a deposit address, for the sweep's fee. @throws RailError outcome `not-done` */
  signFund(index: number, amount: bigint, now: Date): Promise<SignedTransfer>;
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
