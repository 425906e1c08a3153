import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../seeded-random.ts';
import type { Endpoints } from '../system/endpoints.ts';
import { payOrder } from '../system/sandbox-client.ts';
import { createTally, type Tally } from '../tally.ts';
import { type Acknowledged, buy, callRest, pay } from './purchase.ts';

/** Continuous load by customers who order and pay, some of them irregularly. */
export interface CustomerLoad {
  /** Every order that the exchange has acknowledged so far. */
  readonly acknowledged: readonly Acknowledged[];
  readonly did: Tally;
  /** Resolves when every customer has finished the current order after the stop signal. @throws AggregateError of their failures */
  finished(): Promise<void>;
}

/** Customer actions that are counted. Each of the last three happens with probability 1 / `ONE_IN`. */
export const CUSTOMER_ACTIONS = ['ordered', 'paid', 'left unpaid', 'paid twice', 'asked for a name'] as const;
const ONE_IN = 6;
const PAUSE_MS_MIN = 50;
const PAUSE_MS_MAX = 300;
const CENTS_MIN = 100;
const CENTS_MAX = 999;
/** Start of the range of bank accounts for random holder lookups. */
const BANK_ACCOUNT_MIN = 1_000_000_000_002;

/** Starts a load of `customers`, each order with a wallet of its own from `nextWallet`. @param stop when it aborts, no new order is placed */
export function startCustomerLoad(
  endpoints: Endpoints,
  random: SeededRandom,
  customers: number,
  nextWallet: () => string,
  stop: AbortSignal,
): CustomerLoad {
  const acknowledged: Acknowledged[] = [];
  const did = createTally(CUSTOMER_ACTIONS);
  const errors: unknown[] = [];

  const placeOrder = async () => {
    if (random.oneIn(ONE_IN)) await askForName(endpoints, random, did);
    const order = await buy(endpoints, nextWallet(), BigInt(random.int(CENTS_MIN, CENTS_MAX)));
    acknowledged.push(order);
    did.add('ordered');
    if (random.oneIn(ONE_IN)) return did.add('left unpaid');
    await pay(endpoints, order);
    did.add('paid');
    if (!random.oneIn(ONE_IN)) return;
    // The exchange shows payment instructions only while the order is pending: a late second payment fails and is ignored.
    await payOrder(endpoints, order.ref).then(
      () => did.add('paid twice'),
      () => {},
    );
  };
  const runCustomer = async () => {
    while (!stop.aborted) {
      await placeOrder();
      await sleep(random.int(PAUSE_MS_MIN, PAUSE_MS_MAX));
    }
  };
  const running = Array.from({ length: customers }, () => runCustomer().catch((error: unknown) => errors.push(error)));
  return {
    acknowledged,
    did,
    async finished() {
      await Promise.all(running);
      if (errors.length > 0) throw new AggregateError(errors, `customers failed: ${errors.map(String).join('; ')}`);
    },
  };
}

/** Looks up a holder's name. Ignores the result and failures. */
async function askForName(endpoints: Endpoints, random: SeededRandom, did: Tally): Promise<void> {
  const accountNumber = String(BANK_ACCOUNT_MIN + random.int(0, 1_000_000_000));
  const answer = await callRest(endpoints, 'get-accountname', { type: 'vcb', accountNumber }).catch(() => null);
  if (answer) did.add('asked for a name');
}
