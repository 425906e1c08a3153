import { CURRENCIES, type TradedCode } from '../currencies.ts';
import type { NetworkCode } from '../networks.ts';

/** Direction of money through a network, seen from us. */
export type Direction = 'in' | 'out';

/** Effects of a suspension by its cause. */
interface CauseFacts {
  /**
   * Directions closed for new orders: both, only the one that failed, or none. `made-up-for`: none, since another provider does the same. `currency`:
   * both directions of one currency of the network, the subject. `currency-failed`: that currency, in the direction that failed.
   */
  readonly closes: 'both' | 'failed' | 'none' | 'made-up-for' | 'currency' | 'currency-failed';
  /**
   * Payouts of paid orders when the direction out failed. `stopped`: nothing is sent. `not-begun`: orders stay paid, payouts that have begun go on
   * as far as their provider takes them. `go-on`: only new orders are refused.
   */
  readonly payouts: 'stopped' | 'not-begun' | 'go-on';
  /** How an operator ends it: with the network's switch, only by accepting the difference, or by setting a price by hand. */
  readonly endedBy: 'switch' | 'acceptance' | 'price';
  /** Whether payments in are noticed late meanwhile, because their provider cannot be read. */
  readonly delaysPayments?: true;
}

/*
 * Causes of a suspension. All but `credentials` end automatically.
 * - `credentials`: the provider refuses our credentials; an operator ends it.
 * - `unpayable`: the network cannot pay as priced, for example because its token is paused.
 * - `unreachable`: the provider has not answered for minutes.
 * - `silent`: one of several providers has not answered for minutes, or refuses our credentials, while another answers. Operators are told; nothing
 *   waits for it.
 * - `refusing`: all payout providers refuse every payout. Operators are told; nothing is closed, because one payout may be why, and further ones show when
 *   it is over.
 * - `behind`: one of several payment sources answers, but lacks payments that another reported a while ago. Operators are told.
 * - `stuck`: the outcome of a payout has been unknown for minutes, and no other payout in its currency is sent meanwhile.
 * - `low`: the fee coin suffices for few more transfers. `dry`: it suffices for none.
 * - `dear`: the network fee of a transfer is above our limit.
 * - `shortfall`: the provider has less of our money than the ledger says.
 * - `price`: the reference prices of a currency with an automatic rate are old, contradict each other, jumped, or are beyond the rate's bounds.
 */
const CAUSES = {
  credentials: { closes: 'both', payouts: 'stopped', endedBy: 'switch', delaysPayments: true },
  unpayable: { closes: 'both', payouts: 'stopped', endedBy: 'switch' },
  unreachable: { closes: 'failed', payouts: 'not-begun', endedBy: 'switch', delaysPayments: true },
  silent: { closes: 'made-up-for', payouts: 'go-on', endedBy: 'switch' },
  refusing: { closes: 'none', payouts: 'go-on', endedBy: 'switch' },
  behind: { closes: 'made-up-for', payouts: 'go-on', endedBy: 'switch' },
  stuck: { closes: 'currency-failed', payouts: 'go-on', endedBy: 'switch' },
  low: { closes: 'failed', payouts: 'go-on', endedBy: 'switch' },
  dry: { closes: 'failed', payouts: 'not-begun', endedBy: 'switch' },
  dear: { closes: 'failed', payouts: 'stopped', endedBy: 'switch' },
  shortfall: { closes: 'failed', payouts: 'stopped', endedBy: 'acceptance' },
  price: { closes: 'currency', payouts: 'go-on', endedBy: 'price' },
} as const satisfies Record<string, CauseFacts>;

/** Cause of a suspension. */
export type SuspensionCause = keyof typeof CAUSES;

/** Every cause of a suspension. */
export const SUSPENSION_CAUSES = Object.keys(CAUSES) as [SuspensionCause, ...SuspensionCause[]];

/** Identity of a suspension: a role keeps at most one for each key. */
export interface SuspensionKey {
  readonly network: NetworkCode;
  readonly cause: SuspensionCause;
  /** Direction that failed. */
  readonly direction: Direction;
  /** The failing part, such as a payment source. */
  readonly subject: string;
}

/** A network closed for new orders by the exchange itself, apart from the operators' switch. */
export interface Suspension extends SuspensionKey {
  /** Database login of the role that suspended the network. Only this role, or an operator, ends it. */
  readonly role: string;
  /** Reason in plain words, for operators. */
  readonly detail: string;
  readonly since: Date;
}

/** Whether the suspension, of the currency's network, closes a direction of the currency for new orders, whatever its price. */
export function closes({ cause, direction: failed, subject }: SuspensionKey, code: string, direction: Direction): boolean {
  const closed = CAUSES[cause].closes;
  if (closed === 'both') return true;
  return failed === direction && (closed === 'failed' || (closed === 'currency-failed' && subject === code));
}

/** Key of the suspension of a currency that has no price to trade at. The direction says nothing: both are closed. */
export function suspensionByPrice(code: TradedCode): SuspensionKey {
  return { network: CURRENCIES[code].network, cause: 'price', direction: 'in', subject: code };
}

/** Whether the suspension closes a currency for new orders while its rate is automatic. */
export function closesCurrency({ cause, subject }: SuspensionKey, code: string): boolean {
  return CAUSES[cause].closes === 'currency' && subject === code;
}

const WAY = { in: 'paid in', out: 'paid out' } as const;
const PAYOUTS_TEXT = { stopped: ', nothing is sent', 'not-begun': ', paid orders wait', 'go-on': '' } as const;

/** What a suspension closes, in plain words for operators. */
export function effectText({ cause, direction, subject }: SuspensionKey): string {
  const { closes: closed, payouts }: CauseFacts = CAUSES[cause];
  const texts: Readonly<Record<CauseFacts['closes'], string>> = {
    both: 'network closed for new orders',
    failed: `network closed for new orders that are ${WAY[direction]} there`,
    currency: `${subject} closed for new orders while its rate is automatic`,
    'currency-failed': `${subject} closed for new orders that are ${WAY[direction]} in it`,
    none: 'nothing is closed',
    'made-up-for': 'nothing is closed, another provider does the same',
  };
  return `${texts[closed]}${direction === 'out' ? PAYOUTS_TEXT[payouts] : ''}`;
}

/** Whether switching the network on ends the suspension. Missing money does not come back that way. */
export function endsWithSwitch({ cause }: SuspensionKey): boolean {
  return CAUSES[cause].endedBy === 'switch';
}

/** Whether the suspension is for money of ours that is missing at the provider that pays out. */
export function isForMissingMoney({ cause, direction }: SuspensionKey): boolean {
  return direction === 'out' && CAUSES[cause].endedBy === 'acceptance';
}

/** Whether payments on the network are noticed late until the suspension ends, because their provider cannot be read. */
export function delaysPayments({ cause, direction }: SuspensionKey): boolean {
  const facts: CauseFacts = CAUSES[cause];
  return direction === 'in' && facts.delaysPayments === true;
}

/** Whether nothing is sent on the network until the suspension ends. */
export function stopsSending({ cause, direction }: SuspensionKey): boolean {
  return direction === 'out' && CAUSES[cause].payouts === 'stopped';
}

/** Whether orders to the network stay paid, without a payout, until the suspension ends. */
export function keepsOrdersPaid({ cause, direction }: SuspensionKey): boolean {
  return direction === 'out' && CAUSES[cause].payouts !== 'go-on';
}
