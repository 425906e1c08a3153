import type { Bench } from './bench.ts';
import type { RunningExchange } from './exchange.ts';
import { askFor, type HttpRequest } from './http-request.ts';

/** What an order of the bench buys at least; small, so that no limit is met. */
const LEAST_QUANTITY = 10;
/** Quantities in a row that differ by a cent each: a bank's transfers of one amount are handled one after another. */
const QUANTITIES_IN_A_ROW = 1_000;
/** Perfect Money wallets whose holders are known before: `U` and seven digits, beyond those that the sandbox itself uses. */
const FIRST_WALLET = 3_000_001;
/** The sandbox has no wallet that ends in 000. */
const WALLETS_IN_A_ROW = 999;
/** In cents: enough for every order that can be made during a run. */
const RESERVE_CENTS = 1_000_000_000_000n;
const REQUEST_CONCURRENCY = 16;

/** An order with what its customer keeps of it. */
export interface MadeOrder {
  readonly ref: string;
  readonly key: string;
  /** Where its customer's requests come from. */
  readonly address: string;
  /** How it wants to be paid. */
  readonly transfer: { readonly to: string; readonly amount: number; readonly memo: string };
}

let customers = 0;

/** Customers who have not been here yet, by number; the lookups of their wallets' holders are answered as if they had been asked before. */
export async function newCustomers({ exchange }: Bench, count: number): Promise<number[]> {
  const first = customers;
  customers += count;
  await exchange.sql(
    `insert into lookup (type, account, state, name, requested_at, resolved_at, next_at)
     select 'pm', 'U' || n, 'found', 'NGUYEN VAN A', now(), now(), now() from generate_series($1::bigint, $2::bigint) n`,
    [walletNumber(first), walletNumber(customers - 1)],
  );
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Fills the reserve that the orders draw on. */
export async function fillReserve(exchange: RunningExchange): Promise<void> {
  await exchange.sql(
    `with added as (insert into posting (id, kind, order_id, at) values (gen_random_uuid(), 'adjust', null, now()) returning id)
     insert into entry (posting_id, account_id, amount)
     select added.id, account.id, case account.name when 'rail:pm' then $1::bigint else -$1::bigint end
     from added, account where account.name in ('rail:pm', 'equity:pm')`,
    [RESERVE_CENTS],
  );
}

/** What a customer buys. */
export function quantityOf(customer: number): string {
  return (LEAST_QUANTITY + (customer % QUANTITIES_IN_A_ROW) / 100).toFixed(2);
}

/** A customer's wallet. */
export function walletOf(customer: number): string {
  return `U${walletNumber(customer)}`;
}

function walletNumber(customer: number): number {
  return FIRST_WALLET + customer + Math.floor(customer / WALLETS_IN_A_ROW);
}

/** A customer's address: each has one of its own, in a network of its own, as limits count by both. */
export function addressOf(customer: number): string {
  return `10.${customer & 255}.${(customer >> 8) & 255}.${(customer >> 16) & 255}`;
}

/** The public API's request to buy Perfect Money. */
export function buyRequest(customer: number): HttpRequest {
  return {
    method: 'POST',
    path: '/api/v1/buy_orders',
    headers: { 'content-type': 'application/json', 'idempotency-key': `bench-order-${walletOf(customer)}`, 'x-forwarded-for': addressOf(customer) },
    body: JSON.stringify({ currency_code: 'pm', quantity: quantityOf(customer), receiving_address: walletOf(customer) }),
  };
}

/** Makes orders over the public API, each for a customer of its own. */
export async function makeOrders(bench: Bench, count: number): Promise<MadeOrder[]> {
  const made: MadeOrder[] = [];
  const waiting = await newCustomers(bench, count);
  const work = async () => {
    for (let customer = waiting.pop(); customer !== undefined; customer = waiting.pop()) made.push(await makeOrder(bench, customer));
  };
  await Promise.all(Array.from({ length: REQUEST_CONCURRENCY }, work));
  return made;
}

async function makeOrder({ exchange }: Bench, customer: number): Promise<MadeOrder> {
  const { body } = await askFor(200, exchange.origin, buyRequest(customer));
  const { data } = JSON.parse(body.toString()) as { data: { Ref: string; Key: string; ReceivingAddress: string; AmountSent: number; Memo: string } };
  const transfer = { to: data.ReceivingAddress, amount: data.AmountSent, memo: data.Memo };
  return { ref: data.Ref, key: data.Key, address: addressOf(customer), transfer };
}
