import { isDeepStrictEqual } from 'node:util';
import type { Endpoints } from '../system/endpoints.ts';
import { readSandboxBooks, type SandboxBooks } from '../system/sandbox-client.ts';
import { until } from '../until.ts';
import type { Difference, Evidence } from './difference.ts';
import { type ExchangeBooks, readExchangeBooks } from './exchange-books.ts';
import { reconcile } from './reconcile.ts';
import { journalledTransfers } from './reconcile-payments.ts';
import { ownAccountsOf, payingAccountsOf } from './transfers.ts';

const POLL_MS = 300;
/** Sweeps of some deposit addresses follow each other, each in two transactions, and a busy machine takes seconds for one. */
const REST_MS_MAX = 300_000;
const OUTSTANDING = /^(?:held|suspense|refund):/;
/** Statuses of orders that go on by themselves. */
export const MOVING_STATUSES: ReadonlySet<string> = new Set(['paid', 'delivering', 'waitingotp', 'retry_scheduled']);
const MOVING_WITHDRAWALS = new Set(['requested', 'sending']);
const MOVING_PAYOUTS = new Set(['queued', 'attempting']);

/**
 * Waits until no order, payment or payout can progress without help, and no webhook fails.
 * @param onActivity receives what still progresses, each time it is read
 * @throws Error naming what still does
 */
export async function waitUntilIdle(
  endpoints: Endpoints,
  timeoutMs: number,
  onActivity: (awaited: readonly string[]) => void = () => {},
): Promise<void> {
  let awaited: string[] = ['an answer'];
  try {
    await until(
      'the exchange to be idle',
      timeoutMs,
      async () => {
        awaited = await findActivity(endpoints);
        onActivity(awaited);
        return awaited.length === 0;
      },
      POLL_MS,
    );
  } catch (error) {
    throw new Error(`not idle within ${timeoutMs} ms: ${awaited.slice(0, 10).join('; ')}`, { cause: error });
  }
}

/** Reads the books of both sides and reconciles them. */
export async function reconcileWithSandbox(
  endpoints: Endpoints,
  acknowledged: Evidence['acknowledged'],
): Promise<{ differences: Difference[]; evidence: Evidence }> {
  const evidence = { ...(await readBothBooks(endpoints)), acknowledged };
  return { differences: reconcile(evidence), evidence };
}

/**
 * Reads the books of both sides at one moment. Deposits are swept even when everything else is idle, and a sweep that only the chain knows would
 * look like a difference: rereads until no sweep is in progress and the balances are stable.
 * @throws Error if that never is so
 */
function readBothBooks(endpoints: Endpoints): Promise<Pick<Evidence, 'sandbox' | 'books'>> {
  return until(
    'the balances to be stable, without a sweep in progress',
    REST_MS_MAX,
    async () => {
      const before = await readExchangeBooks(endpoints);
      const [sandbox, books] = [await readSandboxBooks(endpoints), await readExchangeBooks(endpoints)];
      const isStable = books.sweepsInProgress === 0 && isDeepStrictEqual(before.balances, books.balances);
      return isStable && { sandbox, books };
    },
    POLL_MS,
  );
}

/** Non-zero balances of holds, unassigned payments and refunds owed; none once all orders are settled. */
export function outstandingBalances({ balances }: Pick<ExchangeBooks, 'balances'>): Readonly<Record<string, bigint>> {
  return Object.fromEntries(Object.entries(balances).filter(([name, balance]) => OUTSTANDING.test(name) && balance !== 0n));
}

async function findActivity(endpoints: Endpoints): Promise<string[]> {
  const [sandbox, books] = [await readSandboxBooks(endpoints), await readExchangeBooks(endpoints)];
  return [...unrecorded(sandbox, books), ...unsettled(books), ...pendingTransfers(sandbox, books), ...unrecordedReversals(sandbox, books)];
}

/** Payments that the exchange has not journalled, or not as confirmed. */
function unrecorded(sandbox: SandboxBooks, books: ExchangeBooks): string[] {
  return journalledTransfers(sandbox, books)
    .filter(({ alike, journalled }) => journalled < alike.length)
    .map(({ alike: [{ network, reference }] }) => `${network} payment ${reference} is not in the journal`);
}

function unsettled({ orders, payments, payouts, withdrawals, referrals, sweepsInProgress, failedWebhooks }: ExchangeBooks): string[] {
  return [
    ...payments
      .filter(({ state }) => state === 'unmatched' || state === 'unconfirmed')
      .map(({ reference, state }) => `payment ${reference} is ${state}`),
    ...payments.filter(({ caseCode }) => caseCode === 'deposit').map(({ reference }) => `deposit ${reference} is not credited`),
    ...withdrawals.filter(({ state }) => MOVING_WITHDRAWALS.has(state)).map(({ ref, state }) => `withdrawal ${ref} is ${state}`),
    // Without a reason the order waits for its payment to be confirmed; with one, for a decision.
    ...orders
      .filter(({ status, reason }) => MOVING_STATUSES.has(status) || (status === 'verifying_transaction' && reason === null))
      .map(({ ref, status }) => `order ${ref} is ${status}`),
    ...payouts.filter(({ state }) => MOVING_PAYOUTS.has(state)).map(({ id, state, attempts }) => `payout ${id} is ${state} (${attempts.join(', ')})`),
    ...referrals.filter(({ state }) => state === 'due').map(({ id }) => `the referral of order ${id} is due`),
    ...(sweepsInProgress > 0 ? [`${sweepsInProgress} sweeps are in progress`] : []),
    ...failedWebhooks.map((source) => `a webhook of ${source} could not be handled`),
  ];
}

/**
 * Payouts that their provider has not completed, and customers' payments that their chain has not taken up, by the books of the far side. The exchange
 * drops a payment that waits for long, until it is in a block.
 */
function pendingTransfers(sandbox: SandboxBooks, books: ExchangeBooks): string[] {
  return Object.entries(sandbox).flatMap(([network, of]) => {
    const [paying, own] = [payingAccountsOf(of.ownAccounts), ownAccountsOf(of, books)];
    return of.transfers.flatMap(({ from, to, key, id, state }) => {
      if (paying.has(from)) return state === 'pending' || state === 'held' ? [`payout ${key || id} is ${state} at ${network}`] : [];
      return state === 'pending' && own.has(to) ? [`payment ${id} is pending at ${network}`] : [];
    });
  });
}

/** Payouts that their provider reversed but that are still settled in the exchange's books: it checks settled payouts at growing intervals. */
function unrecordedReversals(sandbox: SandboxBooks, { payouts }: ExchangeBooks): string[] {
  const transfers = Object.values(sandbox).flatMap((network) => network.transfers);
  const destinations = new Set(transfers.filter(({ state }) => state === 'reversed').map(({ to }) => to));
  return [...destinations].flatMap((destination) => {
    const completed = transfers.filter(({ to, state }) => to === destination && state === 'completed').length;
    const settled = payouts.filter((payout) => payout.destination === destination && payout.state === 'settled' && payout.attempts.includes('done'));
    return settled.length > completed ? [`the reversal of a payout to ${destination} is not recorded`] : [];
  });
}
