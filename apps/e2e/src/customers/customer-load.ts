import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../seeded-random.ts';
import type { Endpoints } from '../system/endpoints.ts';
import { payOrder } from '../system/sandbox-client.ts';
import { createTally, type Tally } from '../tally.ts';
import { type Acknowledged, buy, callRest, pay } from './purchase.ts';

/** Customers who order and pay, some of them oddly, until they are told to go. */
export interface CustomerLoad {
  /** Every order that the exchange has acknowledged so far. */
  readonly acknowledged: readonly Acknowledged[];
  readonly did: Tally;
  /** Resolves when everybody has finished what they were at when they were told to go. @throws what went wrong for any of them */
  gone(): Promise<void>;
}

/** What customers do with an order; one in `ONE_IN` does one of the odd things. */
export const HABITS = ['ordered', 'paid', 'left unpaid', 'paid twice', 'asked for a name'] as const;
const ONE_IN = 6;
const PAUSE_MS_MIN = 50;
const PAUSE_MS_MAX = 300;
const CENTS_MIN = 100;
const CENTS_MAX = 999;
/** Accounts that end like this are answered slowly; those below are not. */
const BANK_ACCOUNT_MIN = 1_000_000_000_002;

/** Starts a crowd of `customers`, each with wallets of their own from `nextWallet`. @param go when it aborts, nobody begins anything new */
export function startCustomerLoad(
  endpoints: Endpoints,
  random: SeededRandom,
  customers: number,
  nextWallet: () => string,
  go: AbortSignal,
): CustomerLoad {
  const acknowledged: Acknowledged[] = [];
  const did = createTally(HABITS);
  const errors: unknown[] = [];

  const visit = async () => {
    if (random.oneIn(ONE_IN)) await askForName(endpoints, random, did);
    const order = await buy(endpoints, nextWallet(), BigInt(random.int(CENTS_MIN, CENTS_MAX)));
    acknowledged.push(order);
    did.add('ordered');
    if (random.oneIn(ONE_IN)) return did.add('left unpaid');
    await pay(endpoints, order);
    did.add('paid');
    if (!random.oneIn(ONE_IN)) return;
    // The exchange tells where to pay only while the order waits for money; whoever is too late for a second payment makes none.
    await payOrder(endpoints, order.ref).then(
      () => did.add('paid twice'),
      () => {},
    );
  };
  const live = async () => {
    while (!go.aborted) {
      await visit();
      await sleep(random.int(PAUSE_MS_MIN, PAUSE_MS_MAX));
    }
  };
  const lives = Array.from({ length: customers }, () => live().catch((error: unknown) => errors.push(error)));
  return {
    acknowledged,
    did,
    async gone() {
      await Promise.all(lives);
      if (errors.length > 0) throw new AggregateError(errors, `customers were turned away: ${errors.map(String).join('; ')}`);
    },
  };
}

/** Whose name it is matters to nobody here, and neither does an answer that gets lost. */
async function askForName(endpoints: Endpoints, random: SeededRandom, did: Tally): Promise<void> {
  const accountNumber = String(BANK_ACCOUNT_MIN + random.int(0, 1_000_000_000));
  const answer = await callRest(endpoints, 'get-accountname', { type: 'vcb', accountNumber }).catch(() => null);
  if (answer) did.add('asked for a name');
}
