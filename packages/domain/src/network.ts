/** How incoming money is attributed to an order. */
export type Attribution =
  /** All orders are paid into one shared account; matched by the reference in the memo, else by exact amount and known sender. */
  | { readonly by: 'memo' }
  /**
   * Each order leases its own deposit address. An address may be leased again once it was idle for `idleDays`; null: never. A block that pays an
   * order may be dated up to `antedatedSecondsMax` before its lease: clocks differ, and a Bitcoin block need only be later than the median of the
   * last 11.
   */
  | { readonly by: 'address'; readonly idleDays: number | null; readonly antedatedSecondsMax: number };

/** Condition for a payment to be final, that is, irreversible. */
export type Finality =
  /** The payment is in the provider's own records. */
  | { readonly by: 'record' }
  /**
   * The node reports the payment's block as irreversible (`solid-block`, `finalized-block`), or the payment has enough `confirmations`. `blocks`:
   * typical number of blocks until then, `blockMs` apart.
   */
  | { readonly by: 'solid-block' | 'finalized-block' | 'confirmations'; readonly blocks: number; readonly blockMs: number };

/** Parameters of each address family (`address/families.ts`). */
interface AddressParameters {
  readonly bank: object;
  /** Account number at a provider: `pattern` matches the upper-case form, which starts with `letter`, `untraded` accounts in currencies that we do not trade. */
  readonly wallet: { readonly letter: string; readonly pattern: string; readonly untraded: string; readonly hint: string };
  readonly evm: object;
  /** Base58Check of the byte `version` and 20 bytes; `pattern` matches its text. */
  readonly base58check: { readonly version: number; readonly pattern: string; readonly hint: string };
  readonly bitcoin: object;
}

/** Name of an address family. */
export type AddressFamilyName = keyof AddressParameters;

/** Format of a destination address: selects its validation, with the network's parameters. */
export type AddressFormat<F extends AddressFamilyName = AddressFamilyName> = {
  readonly [K in F]: { readonly family: K } & AddressParameters[K];
}[F];

/**
 * Protection against double payouts. `signed`: only the stored signed transaction is broadcast. `keyed`: the provider deduplicates by
 * idempotency key. `one-shot`: neither, so an attempt is never sent twice.
 */
export type PayoutFamily = 'signed' | 'keyed' | 'one-shot';

/** Block explorer. `name` is its brand; `{id}` in `url` stands for the transaction id, which matches `idPattern` on this network. */
export interface Explorer {
  readonly name: string;
  readonly url: string;
  readonly idPattern: string;
}

/** Static facts about a payment network or provider. Operators' switches are in the settings. */
export interface Network {
  /** Brand name, the same in every language. */
  readonly name: string;
  readonly attribution: Attribution;
  readonly finality: Finality;
  /**
   * Coin that network fees are paid in, with `scale` decimals in its own ledger account; null if fees are paid from the reserve, or there are none.
   */
  readonly feeCoin: { readonly unit: string; readonly scale: number } | null;
  readonly address: AddressFormat;
  /** Chain id of signed transactions (EIP-155). */
  readonly chainId?: number;
  /** URI schemes of payment links, in lower case: BIP 21, EIP-681, and those that wallets of the other chains use in QR codes. */
  readonly linkSchemes?: readonly string[];
  /** Name of the token standard, shown after the network's name for tokens. */
  readonly tokenStandard?: string;
  readonly explorer: Explorer | null;
  /** `required`: the holder's name can be looked up, and a payout needs it. `unavailable`: there is no lookup. */
  readonly holderName: 'required' | 'unavailable';
  /**
   * UTC hour at which the provider's day starts, for providers that may report a date without a time; such a date means the day's first second. Null:
   * every timestamp has a time.
   */
  readonly dayStartsAtUtcHour: number | null;
  /** Resolution of the provider's timestamps in milliseconds: a payment was made at its timestamp or up to this much later. */
  readonly timeStepMs: number;
  /** Whether different payments may have the same reference: some banks number payments from 1 to 9999 and start over. */
  readonly repeatsReferences: boolean;
  /** Whether the provider authenticates payers: sellers then declare the account they pay from, and a third-party payer is a risk. */
  readonly authenticatesPayer: boolean;
  /** Suffix of the collection account (`rail:RESERVE-SUFFIX`), where payments arrive outside the reserve; null where they arrive in the reserve. */
  readonly collection: string | null;
  readonly payout: PayoutFamily;
  /**
   * Provider's charge on top of a payout in basis points, depending on whether our wallet is verified, and its maximum per payout, in minor units
   * (null: no maximum). Null: no charge.
   */
  readonly payoutCharge: { readonly verified: bigint; readonly unverified: bigint; readonly max: bigint | null } | null;
  /** Maximum difference between expected and paid amount that is repriced automatically, per mille; null where amounts must be exact. */
  readonly tolerancePerMille: number | null;
  /** Minimum and maximum of a single transfer in minor units; larger payouts are split. Null: unlimited. */
  readonly transferLimits: { readonly min: bigint; readonly max: bigint } | null;
}
