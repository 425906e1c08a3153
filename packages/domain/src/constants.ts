/*
 * The business limits of the exchange. Units stand in the names: seconds, milliseconds, hours, dong (VND), characters.
 * What an operator may change at run time starts from these values but is read from the settings.
 */

/** How long a new order waits for its payment, unless the site's settings say otherwise. */
export const TIMER_SECONDS = 1800;
/** Help texts ask customers to pay within this time; the order stays open for its whole timer. */
export const ADVISED_PAYMENT_MINUTES = 15;
/** From here on the countdown warns. */
export const TIMER_DANGER_SECONDS = 180;
/** Step of the countdown on the order's page. */
export const COUNTDOWN_TICK_MS = 500;
/** How often an order's page asks for its order. */
export const ORDER_POLL_MS = 5_000;
/** An order counts as "over five minutes old" from this age. */
export const OVER_5_MINUTES_SECONDS = 300;
/** How long after its creation money is still matched to an expired order; later money goes to the operators. */
export const LATE_PAYMENT_HOURS = 48;
/** How long after a final status the order's page still shows more than the result. */
export const HIDE_AFTER_FINAL_HOURS = 48;
/** How far the rail's reading must have passed the deadline before an order expires. */
export const EXPIRY_GRACE_SECONDS = 120;
/** An order that waits for its customer's decision this long also stands in the operators' inbox. */
export const UNDECIDED_HOURS = 24;
/** A payout that is not proven for so long also stands in the operators' inbox. */
export const PAYOUT_SLOW_HOURS = 1;
/** How long an offered recalculation can be accepted. */
export const RECALCULATION_TTL_SECONDS = 180;
/** Money from another wallet than was named is its order's, and a check, from this share of the price on; less of it stops nobody's order. */
export const THIRD_PARTY_SHARE_PERCENT = 50;

/** Open unpaid orders that one subject may have. */
export const MAX_OPEN_ORDERS = 5;
/** From a network's second open order on, its unpaid holds stay within this share of a reserve: wide, because many phones share one. */
export const BUSY_NETWORK_SHARE_PERCENT = 50;
/** From its second open order on, a subject's unpaid holds stay within this share of a reserve. */
export const BUSY_RESERVE_SHARE_PERCENT = 20;

/** Delays before a payout that surely was not made is tried again; after the last one the order is in error. */
export const PAYOUT_RETRY_DELAYS_MS = [30_000, 120_000, 600_000, 1_800_000, 7_200_000] as const;
/** How long a proven payout is still looked at, where its provider may give it back. */
export const PAYOUT_WATCH_HOURS = 24;
/** How long a quote's price is promised before an order is made of it. */
export const QUOTE_TTL_SECONDS = 60;

/** How often a client asks again for a holder's name that is being looked up. */
export const LOOKUP_POLL_MS = 2_000;
/** After this long a name lookup counts as unavailable. */
export const LOOKUP_TIMEOUT_MS = 20_000;
/** How long creating an order waits for a name that it needs. */
export const LOOKUP_WAIT_IN_ORDER_MS = 5_000;
/** Account numbers shorter than this, spaces removed, are not looked up. */
export const LOOKUP_MIN_LENGTH = 5;

/** How often clients refresh the site's configuration and rates. */
export const CONFIG_POLL_MS = 5_000;
/** How often the first loading of the configuration is tried before the customer is asked to reload. */
export const CONFIG_LOAD_TRIES_MAX = 5;
/** How long a toast stays; one at a time. */
export const TOAST_MS = 10_000;

/** Entries on a page of a list. */
export const PAGE_SIZE = 8;
/** Largest page that a list answers. */
export const PAGE_SIZE_MAX = 100;
/** Recent trades and reviews on the home page. */
export const RECENT_ITEMS = 5;
/** Banks offered beside the "another bank" dialog. */
export const BANKS_SHOWN = 5;

/** Smallest payout by fast interbank transfer. */
export const FAST_TRANSFER_MIN_VND = 50_000n;
/** Largest single fast interbank transfer; more is split. */
export const FAST_TRANSFER_MAX_VND = 499_999_999n;
/** Fee of a payout to the one bank that is free in Hanoi only. */
export const OUTSIDE_HANOI_FEE_VND = 5_500n;

/** Characters of a review. */
export const REVIEW_LENGTH_MAX = 300;
/** How long after its delivery an order can be reviewed. */
export const REVIEW_WINDOW_DAYS = 30;
/** Characters of an e-mail address (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
export const EMAIL_LENGTH_MAX = 254;
/** Characters of an order reference that the search accepts. */
export const REF_SEARCH_LENGTH_MAX = 100;

/** How long an `Idempotency-Key` is remembered. */
export const IDEMPOTENCY_HOURS = 24;
/** How long after a transaction support takes questions about it. */
export const SUPPORT_WINDOW_DAYS = 30;
/** How soon support answers e-mail. */
export const EMAIL_REPLY_HOURS = 24;
/** How far a chain's clock may be behind ours: a block that is dated this much before a lease may still hold its money. */
export const CHAIN_CLOCK_SKEW_SECONDS = 60;
/** How far a chain's irreversible side has to be past a payment that it does not show before the payment has vanished. */
export const DROPPED_AFTER_SECONDS = 120;
