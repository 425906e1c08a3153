/*
 * Business limits of the exchange. Names end in their unit: seconds, milliseconds, hours, dong (VND); lengths are in characters.
 * Limits that operators can change are read from the settings, which start from these values.
 */

/** Default payment timer of an order; overridden by the site settings. */
export const TIMER_SECONDS = 1800;
/** Remaining time at which the countdown becomes a warning. */
export const TIMER_DANGER_SECONDS = 180;
/** Update interval of the countdown on the order page. */
export const COUNTDOWN_TICK_MS = 500;
/** Polling interval of the order page. */
export const ORDER_POLL_MS = 5_000;
/** Age from which an order counts as "over five minutes old". */
export const OVER_5_MINUTES_SECONDS = 300;
/** Late window: how long after its creation an expired order still takes payments. Later payments become cases. */
export const LATE_PAYMENT_HOURS = 48;
/** How long the order page shows details after a final status; later only the result. */
export const HIDE_AFTER_FINAL_HOURS = 48;
/** Grace period: an order expires only once its network's payments have been read up to this long after the deadline. */
export const EXPIRY_GRACE_SECONDS = 120;
/** Time without a customer's decision after which an order is listed for operators (`listAttention`). */
export const UNDECIDED_HOURS = 24;
/** Time without settlement after which a payout is listed for operators (`listAttention`). */
export const PAYOUT_SLOW_HOURS = 1;
/** Time after which a payout whose payments the signer cannot confirm is an alarm, and is listed for operators (`listAttention`). */
export const CONFIRMATION_SLOW_MINUTES = 5;
/** Time after which a row that an operator has had journalled, and that is not journalled, is an alarm. */
export const ROW_SLOW_MINUTES = 5;
/** Time after which a balance that was not compared with the ledger is an alarm. */
export const BALANCE_UNCHECKED_MINUTES = 30;
/** Worth of an order's refunds to accounts other than the customer's own that are sent without an operator's approval, if asked for with its key. */
export const UNREVIEWED_REFUND_ELSEWHERE_MAX_VND = 5_000_000n;
/** Worth of all orders' refunds to accounts other than the customers' own within a day without an operator's approval, over all currencies. */
export const UNREVIEWED_REFUNDS_ELSEWHERE_MAX_VND = 50_000_000n;
/** Dong refunded to one subject within a day without an operator's approval. */
export const UNREVIEWED_REFUNDS_PER_SUBJECT_MAX_VND = 50_000_000n;
/** Share of the dong reserve that is refunded within a day without an operator's approval. */
export const UNREVIEWED_REFUNDS_SHARE_PERCENT = 5;
/** Dong refunds within a day without an operator's approval, however small: a transfer costs us its fee, and the customer nothing. */
export const UNREVIEWED_REFUNDS_PER_DAY_MAX = { subject: 10n, account: 20n } as const;
/** Validity of an offered recalculation. */
export const RECALCULATION_TTL_SECONDS = 180;
/** Share of the price from which a third-party payment is matched to the order and held as a risk; smaller ones are left unallocated. */
export const THIRD_PARTY_SHARE_PERCENT = 50;

/** Share of an order's payments up to which further payers are ignored: for a refund, the account that sent the rest counts as the customer's own. */
export const NEGLIGIBLE_PART_PERCENT = 1;

/** Maximum open unpaid orders per subject. */
export const MAX_OPEN_ORDERS = 5;
/**
 * Orders with a deposit address of their own that a subject, or unknown parties of one IP network, may leave unpaid in a day: each takes an address for
 * days, on Bitcoin for good, and nodes have to be asked about all of them.
 */
export const GIVEN_UP_PER_DAY_MAX = { subject: 50, network: 600 } as const;
/**
 * Maximum share of a reserve that unpaid orders from one IP network hold, from the second order on. Wide, because many phones share an IP network.
 */
export const BUSY_NETWORK_SHARE_PERCENT = 25;
/** Maximum share of a reserve that all unpaid orders of unknown devices and accounts hold together. */
export const BUSY_UNKNOWN_SHARE_PERCENT = 50;
/**
 * Maximum share of a reserve that all unpaid orders of known devices and accounts hold together: being known costs one small order. Devices without a
 * cookie are known by their IP network and destination.
 */
export const BUSY_KNOWN_SHARE_PERCENT = 50;
/** Maximum share of a reserve that all unpaid orders hold together; the rest is for orders whose money has come. */
export const BUSY_UNPAID_SHARE_PERCENT = 75;
/** Maximum share of a reserve that one subject's unpaid orders hold, from the second order on. */
export const BUSY_RESERVE_SHARE_PERCENT = 20;

/** Retry delays of a payout that is known not to have been paid; after the last one the payout fails. */
export const PAYOUT_RETRY_DELAYS_MS = [30_000, 120_000, 600_000, 1_800_000, 7_200_000] as const;
/** Number of expired transfers, or of temporary refusals, after which a payout fails: with the delays between them, more than a day. */
export const EXPIRIES_MAX = 100;
/** Step of the delay before the next transfer is signed after one that expired. */
export const RESIGN_DELAY_STEP_MS = 30_000;
/** Maximum of {@link RESIGN_DELAY_STEP_MS} after many expired transfers. */
export const RESIGN_DELAY_MAX_MS = 1_200_000;
/**
 * Delays before a deposit address is swept again after failures on the chain, which burn the fee, or refusals: by their number since its last sweep;
 * the last delay repeats.
 */
export const SWEEP_RETRY_DELAYS_MS = [60_000, 300_000, 1_800_000, 7_200_000, 28_800_000, 86_400_000] as const;
/** Number of refused sweeps of one address from which operators are told. A refused sweep costs no fee. */
export const SWEEP_REFUSALS_TOLD = 3;
/** Age of an unfinished sweep or fund from which operators are told of it. */
export const SWEEP_SLOW_HOURS = 6;
/** Failures of a network's sweeps in a day after which no further one begins. */
export const SWEEP_FAILURES_PER_DAY_MAX = 20;
/** Operators are warned while a hot wallet's fee coin can pay for fewer transfers than this. */
export const FEE_COIN_WARN_TRANSFERS = 100n;
/** The network closes for new orders once the fee coin can pay for fewer transfers than this. */
export const FEE_COIN_CLOSE_TRANSFERS = 20n;
/** A network that was closed for this opens again once the fee coin can pay for this many transfers. */
export const FEE_COIN_REOPEN_TRANSFERS = 30n;
/** How long a settled payout is watched for a reversal by its provider. */
export const PAYOUT_WATCH_HOURS = 24;
/** How long a quoted price is valid for creating an order. */
export const QUOTE_TTL_SECONDS = 60;

/** Polling interval of a client for a pending name lookup. */
export const LOOKUP_POLL_MS = 2_000;
/** Timeout after which a name lookup counts as unavailable. */
export const LOOKUP_TIMEOUT_MS = 20_000;
/** How long order creation waits for a required name lookup. */
export const LOOKUP_WAIT_IN_ORDER_MS = 5_000;
/** Minimum length of an account number, without spaces, for a lookup. */
export const LOOKUP_MIN_LENGTH = 5;

/** How long personal data is kept after its last use, in days. */
export const RETENTION_DAYS = {
  /** Holders' names, since they were last asked for. */
  names: 90,
  /** Webhooks, since they were handled. */
  webhooks: 30,
  /** The origin (keyed hash of the IP network), since the order became final. */
  origins: 30,
  /** Memos and payers of payments as the signer has read them, since the reading. */
  firstHand: 90,
  /** Sums paid out and refunded: longer than any limit looks back. */
  volumes: 2,
  /** Claims that an order was paid, since they were answered. */
  claims: 30,
  /** Pictures of identities, since an operator decided about them; those that were never handed in, since the upload. As the database has it too. */
  identities: 90,
  identityDrafts: 7,
  /** Reference prices of each minute, since they were read: those of full hours stay for good. */
  prices: 1,
} as const;

/** New names that each party may ask for in a day (UTC). Names that somebody asked for before are free. */
export const NAMES_PER_DAY_MAX = { device: 20, address: 120, network: 600, all: 50_000 } as const;

/** Polling interval of clients for configuration and rates. */
export const CONFIG_POLL_MS = 5_000;
/** Maximum tries to load the configuration at start before the customer is asked to reload. */
export const CONFIG_LOAD_TRIES_MAX = 5;

/** Default page size of lists. */
export const PAGE_SIZE = 8;
/** Maximum page size of lists. */
export const PAGE_SIZE_MAX = 100;
/** Maximum `offset` of lists. */
export const LIST_OFFSET_MAX = 10_000;
/** Maximum destinations that a customer may have saved. */
export const SAVED_DESTINATIONS_MAX = 20;
/** Maximum items of each list in the export of a customer's data. */
export const EXPORTED_ITEMS_MAX = 10_000;
/** Recent trades and reviews on the home page. */
export const RECENT_ITEMS = 5;
/** Number of banks shown directly; the others are in the "another bank" dialog. */
export const BANKS_SHOWN = 5;

/** Minimum of a fast interbank transfer. */
export const FAST_TRANSFER_MIN_VND = 50_000n;
/** Maximum of a single fast interbank transfer; larger payouts are split. */
export const FAST_TRANSFER_MAX_VND = 499_999_999n;
/** Smallest withdrawal of a customer, by its worth in dong, where operators set no other. */
export const MIN_WITHDRAW_VND = 100_000n;
/** How long a destination has to be saved before money is withdrawn to it, in hours. */
export const DESTINATION_WAIT_HOURS = 24;
/** Withdrawals of a customer that may be on their way at a time. */
export const OPEN_WITHDRAWALS_MAX = 5;
/** How long after its customer has looked at it an address of a balance is watched for coins that contracts send. */
export const WALLET_ADDRESS_WATCHED_DAYS = 30;
/** Fee of payouts to the bank whose transfers are free only in Hanoi. */
export const OUTSIDE_HANOI_FEE_VND = 5_500n;

/** Maximum characters of a review. */
export const REVIEW_LENGTH_MAX = 300;
/** How long after delivery an order can be reviewed. */
export const REVIEW_WINDOW_DAYS = 30;
/** Maximum characters of the subject and of the text of a message to support. */
export const CONTACT_TEXT_LENGTH_MAX = 1_000;
/** Maximum characters of an e-mail address (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
export const EMAIL_LENGTH_MAX = 254;
/** Characters of a password. */
export const PASSWORD_LENGTH = { min: 6, max: 20 } as const;
/** Characters of a username. */
export const USERNAME_LENGTH = { min: 3, max: 30 } as const;
/** Maximum characters of a customer's full name. */
export const FULL_NAME_LENGTH_MAX = 200;
/** Maximum characters of a first or last name. */
export const NAME_LENGTH_MAX = 100;
/** Lifetime of a session. Use does not extend it. */
export const SESSION_DAYS = 14;
/** Maximum known devices of an account (devices that have logged in to it). A further one replaces the one whose last login is oldest. */
export const KNOWN_DEVICES_MAX = 5;
/**
 * Wrong passwords that are tried against one account in a day (UTC), 100 in all: by devices that the account does not know, for its e-mail address and
 * for its username; by each device that it knows; and by its own sessions, to change the password or the second factor.
 */
export const WRONG_PASSWORDS_PER_DAY_MAX = { stranger: 30, knownDevice: 6, change: 10 } as const;
/** After how many minutes without any use a browser is locked, where its customer wants that. */
export const SCREEN_LOCK_MINUTES = 15;
/** How often a page that is used tells so at most, in seconds. */
export const SCREEN_USE_SECONDS = 60;
/**
 * Wrong codes of the second factor that are tried against one account in a day (UTC), after the right password: by each device that it knows, and by
 * all others together. Three codes of a million count at a time.
 */
export const WRONG_CODES_PER_DAY_MAX = 6;
/** How long a login waits for the code of the second factor, in seconds. */
export const LOGIN_CODE_SECONDS = 300;
/** How long a code counts that was sent by SMS, in seconds. */
export const SMS_CODE_SECONDS = 300;
/** Least time between two SMS to one customer, in seconds. */
export const SMS_PAUSE_SECONDS = 30;
/**
 * SMS sent in a day (UTC). To set up codes by SMS: for one customer, and to one number, whoever asks. Codes of a second factor: for each device that the
 * account knows, and for all others together; and to one number, of however many accounts. Nobody uses up the owner's by setting up another account with
 * the owner's number.
 */
export const SMS_PER_DAY_MAX = { setUpsOfCustomer: 6, setUpsOfNumber: 6, codes: 10, codesOfNumber: 40 } as const;
/** How long the second factor can be set up with one secret, in seconds. */
export const TWO_FACTOR_SET_UP_SECONDS = 900;
/** Maximum passkeys of a customer. */
export const PASSKEYS_MAX = 10;
/** Maximum characters of a passkey's name. */
export const PASSKEY_NAME_LENGTH_MAX = 60;
/** How long an authenticator may take to sign, at a login or when a passkey is added, in seconds. */
export const PASSKEY_SECONDS = 300;
/** Recovery codes that a customer has at first. */
export const RECOVERY_CODES = 10;
/** Validity of a link that resets a password. It works once. */
export const RESET_LINK_SECONDS = 900;
/** Validity of a link that confirms an e-mail address. */
export const VERIFY_LINK_HOURS = 24;
/** Maximum mails a day (UTC) to one address that were caused by somebody typing it. */
export const ASKED_MAILS_PER_DAY_MAX = 6;
/** Maximum characters of a search for an order reference. */
export const REF_SEARCH_LENGTH_MAX = 100;

/** Retention of an `Idempotency-Key`. */
export const IDEMPOTENCY_HOURS = 24;
/**
 * Least characters of an `Idempotency-Key` of callers without cookie, session or API key, who are told apart by their IP address alone: a key that
 * somebody behind the same address can guess would give them the order and its key.
 */
export const IDEMPOTENCY_KEY_LENGTH_MIN = 16;
/** How long after a transaction customers can contact support about it. */
export const SUPPORT_WINDOW_DAYS = 30;
/** Age of an order from which its customer may claim that it was paid: most payments arrive sooner. */
export const CLAIM_AFTER_SECONDS = 60;
/** Claims that a customer may make for one order. */
export const CLAIMS_MAX = 3;
/** Usual time of an answer to a claim, in support hours. */
export const CLAIM_REPLY_MINUTES = 30;
/** Response time of support e-mail. */
export const EMAIL_REPLY_HOURS = 24;
/**
 * Tolerated clock skew between a provider or chain and us: a payment may be dated this long before its order, or its address's lease. Dated earlier, a
 * payment that names its order counts as made when it was recorded, and a payment to an address does not belong to the lease.
 */
export const CLOCK_SKEW_SECONDS = 300;
/** An unconfirmed payment counts as dropped once irreversible blocks this much later than the payment do not contain the payment. */
export const DROPPED_AFTER_SECONDS = 120;
