import { type KeyedOrder, readIdempotencyKeys } from '@quydoi/database/repositories/idempotency';
import { type ReserveBalance, readReserves } from '@quydoi/database/repositories/ledger';
import { type LookupRow, readLookups } from '@quydoi/database/repositories/lookups';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import { createBatchQueue } from '../batch-queue.ts';
import type { Ctx } from '../context.ts';
import type { Telemetry } from '../telemetry.ts';
import { type Admission, admitOrders, type Candidate } from './admit-orders.ts';
import type { OrderKeySecrets } from './order-key.ts';
import { createOrderPages, type OrderPages } from './order-pages.ts';

/** What a process that makes orders keeps beside its context: many are made at once, so reads and writes go together. */
export interface OrderDeps {
  readonly secrets: OrderKeySecrets;
  readonly pages: OrderPages;
  readonly telemetry: Telemetry;
  /** Our own accounts and addresses, which are never paid to. */
  readonly ownAccounts: ReadonlySet<string>;
  /** Our wallets that customers pay into, where all orders of a currency share one. */
  readonly payInAccounts: ReadonlyMap<CurrencyCode, string>;
  /** Reserves as last read, a moment old at most; the admission counts with the true ones. */
  reserves(): Promise<readonly ReserveBalance[]>;
  /** Lets one order in, perhaps together with others. */
  admit(candidate: Candidate): Promise<Admission>;
  findLookup(type: string, account: string): Promise<LookupRow | null>;
  findKeyed(scope: string, key: string): Promise<KeyedOrder | null>;
}

/** Orders and reads that go together at most, and groups under way at once. */
const GROUP_MAX = 64;
const GROUPS_AT_ONCE = 2;
/** How old the reserves may be that limits are told by. */
const RESERVES_MS = 250;

/** Creates the order dependencies of one process. */
export function createOrderDeps(
  ctx: Ctx,
  secrets: OrderKeySecrets,
  ownAccounts: ReadonlySet<string>,
  payInAccounts: ReadonlyMap<CurrencyCode, string>,
): OrderDeps {
  const grouped = <T, R>(run: (items: readonly T[]) => Promise<readonly R[]>) =>
    createBatchQueue({ run, sizeMax: GROUP_MAX, inFlightMax: GROUPS_AT_ONCE });
  const findLookup = grouped((keys: readonly (readonly [string, string])[]) => readLookups(ctx.orm, keys));
  const findKeyed = grouped((keys: readonly (readonly [string, string])[]) => readIdempotencyKeys(ctx.orm, keys));
  return {
    secrets,
    telemetry: ctx.telemetry,
    ownAccounts,
    payInAccounts,
    pages: createOrderPages(ctx),
    reserves: keepForAMoment(ctx, () => readReserves(ctx.orm)),
    admit: grouped((candidates: readonly Candidate[]) => admitOrders(ctx, candidates)),
    findLookup: (type, account) => findLookup([type, account]),
    findKeyed: (scope, key) => findKeyed([scope, key]),
  };
}

function keepForAMoment<T>(ctx: Ctx, read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  let readAtMs = 0;
  return () => {
    const nowMs = ctx.clock.now().getTime();
    if (reading && nowMs - readAtMs < RESERVES_MS) return reading;
    readAtMs = nowMs;
    reading = read().catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
}
