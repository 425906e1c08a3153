import type { Acknowledged } from './customer.ts';
import { type ExchangeBooks, readExchangeBooks } from './exchange-books.ts';
import type { Place } from './place.ts';
import { type Evidence, type Finding, reckon } from './reckoning.ts';
import { readWorldBooks } from './sandbox.ts';
import { until } from './until.ts';

/** The exchange's own accounts in the sandbox, as its first start writes them. */
export const OUR_WALLET = 'U1000001';
export const COLLECTION_ACCOUNT = '0011004567890';

const POLL_MS = 300;
const LIVE_STATUSES = new Set(['verifying_transaction', 'paid', 'delivering', 'waitingotp', 'retry_scheduled']);
const LIVE_PAYOUTS = new Set(['queued', 'attempting']);

/** Waits until no order, payment or payout can move by itself any more. @throws Error telling what still does */
export async function comeToRest(place: Place, timeoutMs: number): Promise<void> {
  let awaited: string[] = ['an answer'];
  try {
    await until(
      'rest',
      timeoutMs,
      async () => {
        awaited = await whatMoves(place);
        return awaited.length === 0;
      },
      POLL_MS,
    );
  } catch (error) {
    throw new Error(`not at rest within ${timeoutMs} ms: ${awaited.slice(0, 10).join('; ')}`, { cause: error });
  }
}

/** Reads both books and judges. */
export async function reckonWith(place: Place, acknowledged: readonly Acknowledged[]): Promise<{ findings: Finding[]; evidence: Evidence }> {
  const [world, books] = [await readWorldBooks(place), await readExchangeBooks(place)];
  const evidence = { world, books, acknowledged, ourWallet: OUR_WALLET, collectionAccount: COLLECTION_ACCOUNT };
  return { findings: reckon(evidence), evidence };
}

async function whatMoves(place: Place): Promise<string[]> {
  const [{ bank }, books] = [await readWorldBooks(place), await readExchangeBooks(place)];
  return [
    ...untold(
      bank.filter(({ payee }) => payee === COLLECTION_ACCOUNT).map(({ reference }) => reference),
      books,
    ),
    ...inMotion(books),
  ];
}

function untold(references: readonly string[], { payments }: ExchangeBooks): string[] {
  const known = new Set(payments.map(({ reference }) => reference));
  return references.filter((reference) => !known.has(reference)).map((reference) => `payment ${reference} is not in the journal`);
}

function inMotion({ orders, payments, payouts }: ExchangeBooks): string[] {
  return [
    ...payments.filter(({ state }) => state === 'unmatched').map(({ reference }) => `payment ${reference} is not matched`),
    ...orders.filter(({ status }) => LIVE_STATUSES.has(status)).map(({ ref, status }) => `order ${ref} is ${status}`),
    ...payouts.filter(({ state }) => LIVE_PAYOUTS.has(state)).map(({ id, state, attempts }) => `payout ${id} is ${state} (${attempts.join(', ')})`),
  ];
}
