import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Endpoints } from '../system/endpoints.ts';
import { readSandboxBooks, type SandboxBooks } from '../system/sandbox-client.ts';
import { until } from '../until.ts';
import { type ExchangeBooks, readExchangeBooks } from './exchange-books.ts';
import { type Difference, type Evidence, reconcile } from './reconcile.ts';
import { type IncomingTransfer, incomingTransfers } from './transfers.ts';

/** The exchange's account that customers pay dong into, as its first start writes it. */
export const COLLECTION_ACCOUNT = '0011004567890';

const POLL_MS = 300;
/** A sweep of deposits takes some seconds. */
const READINGS_MAX = 50;
const OWED = /^(?:held|suspense|refund):/;
const LIVE_STATUSES = new Set(['paid', 'delivering', 'waitingotp', 'retry_scheduled']);
const UNENDED = new Set(['HELD', 'RECEIVED', 'PROCESSING']);
const LIVE_PAYOUTS = new Set(['queued', 'attempting']);

/** Waits until no order, payment or payout can move by itself any more. @throws Error telling what still does */
export async function waitUntilIdle(endpoints: Endpoints, timeoutMs: number): Promise<void> {
  let awaited: string[] = ['an answer'];
  try {
    await until(
      'rest',
      timeoutMs,
      async () => {
        awaited = await whatMoves(endpoints);
        return awaited.length === 0;
      },
      POLL_MS,
    );
  } catch (error) {
    throw new Error(`not at rest within ${timeoutMs} ms: ${awaited.slice(0, 10).join('; ')}`, { cause: error });
  }
}

/** Reads both books and judges. */
export async function reconcileWithSandbox(
  endpoints: Endpoints,
  acknowledged: Evidence['acknowledged'],
): Promise<{ differences: Difference[]; evidence: Evidence }> {
  const evidence = { ...(await readBothBooks(endpoints)), acknowledged };
  return { differences: reconcile(evidence), evidence };
}

/**
 * Both books of one moment. Deposits are swept by themselves, also when everything else is at rest: what a chain has done and our books do not
 * know yet would look like a difference. After some tries, as they are.
 */
async function readBothBooks(endpoints: Endpoints): Promise<Pick<Evidence, 'world' | 'books'>> {
  for (let tries = 1; ; tries += 1) {
    const before = await readExchangeBooks(endpoints);
    const [world, books] = [await readSandboxBooks(endpoints), await readExchangeBooks(endpoints)];
    const isStill = books.sweepsUnderWay === 0 && isDeepStrictEqual(before.balances, books.balances);
    if (isStill || tries >= READINGS_MAX) return { world, books };
    await sleep(POLL_MS);
  }
}

/** Accounts in which money stands that is acknowledged or owed to somebody: holds, payments without a home, refunds. None when all is settled. */
export function outstandingBalances({ balances }: Pick<ExchangeBooks, 'balances'>): Readonly<Record<string, bigint>> {
  return Object.fromEntries(Object.entries(balances).filter(([name, balance]) => OWED.test(name) && balance !== 0n));
}

async function whatMoves(endpoints: Endpoints): Promise<string[]> {
  const [world, books] = [await readSandboxBooks(endpoints), await readExchangeBooks(endpoints)];
  return [...untold(incomingTransfers(world, books), books), ...inMotion(books), ...underWay(world)];
}

/** What was paid to us and has not been told, or not finally. */
function untold(deposits: readonly IncomingTransfer[], { payments }: ExchangeBooks): string[] {
  const known = new Set(payments.filter(({ state }) => state !== 'dropped').map(({ reference }) => reference));
  return deposits.filter(({ reference }) => !known.has(reference)).map(({ rail, reference }) => `${rail} payment ${reference} is not in the journal`);
}

function inMotion({ orders, payments, payouts, sweepsUnderWay }: ExchangeBooks): string[] {
  return [
    ...payments
      .filter(({ state }) => state === 'unmatched' || state === 'unconfirmed')
      .map(({ reference, state }) => `payment ${reference} is ${state}`),
    // Without a reason it waits for its money to become final, with one for a person.
    ...orders
      .filter(({ status, reason }) => LIVE_STATUSES.has(status) || (status === 'verifying_transaction' && reason === null))
      .map(({ ref, status }) => `order ${ref} is ${status}`),
    ...payouts.filter(({ state }) => LIVE_PAYOUTS.has(state)).map(({ id, state, attempts }) => `payout ${id} is ${state} (${attempts.join(', ')})`),
    ...(sweepsUnderWay > 0 ? [`${sweepsUnderWay} sweeps of deposits`] : []),
  ];
}

/** Payouts that the bank has not ended yet, by its own books. */
function underWay({ payOs }: SandboxBooks): string[] {
  return payOs.filter(({ state }) => UNENDED.has(state)).map(({ key, state }) => `payout ${key} is ${state} at payOS`);
}
