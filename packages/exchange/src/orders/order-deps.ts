import { type KeyedOrder, readIdempotencyKeys } from '@quydoi/database/repositories/idempotency';
import { type ReserveBalance, readReserves } from '@quydoi/database/repositories/ledger';
import { type LookupRow, readLookups } from '@quydoi/database/repositories/lookups';
import { GIVEN_UP_PER_DAY_MAX, NAMES_PER_DAY_MAX } from '@quydoi/domain/constants';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import { createBatchQueue } from '../batch-queue.ts';
import type { Ctx } from '../context.ts';
import type { MacSecrets } from '../keyed-mac.ts';
import { createNameBudgets, type NameBudgets, type NameLimits } from '../lookups/name-budgets.ts';
import type { Telemetry } from '../telemetry.ts';
import { type Admission, admitOrders, type Candidate } from './admit-orders.ts';
import type { GivenUpLimits } from './given-up-limits.ts';
import type { OrderKeySecrets } from './order-key.ts';
import { createOrderViewCache, type OrderViewCache } from './order-view-cache.ts';
import type { RequestSecrets } from './request-proof.ts';

/** Per-process dependencies of the order use cases. Concurrent reads and writes are batched. */
export interface OrderDeps {
  readonly secrets: OrderKeySecrets;
  /** Secrets that prove to the signer that the web process made an order, and that a request came with its order's key. */
  readonly requestSecrets: RequestSecrets;
  /** Secrets that vouchers are sealed under; shared with the signer. */
  readonly voucherSecrets: MacSecrets;
  readonly pages: OrderViewCache;
  readonly telemetry: Telemetry;
  /** Our own accounts and addresses, refused as payout destinations. */
  readonly ownAccounts: ReadonlySet<string>;
  /** Our shared pay-in wallets, for currencies whose orders all pay into one. */
  readonly payInAccounts: ReadonlyMap<CurrencyCode, string>;
  /** Cached reserves, at most 250 ms old. Admission reads the current ones. */
  reserves(): Promise<readonly ReserveBalance[]>;
  /** Admits an order, batched with concurrent ones. */
  admit(candidate: Candidate): Promise<Admission>;
  findLookup(type: string, account: string): Promise<LookupRow | null>;
  readonly nameBudgets: NameBudgets;
  findIdempotent(scope: string, key: string): Promise<KeyedOrder | null>;
}

/** Maximum batch size, and batches in flight. */
const BATCH_SIZE_MAX = 64;
const BATCHES_IN_FLIGHT_MAX = 2;
/** Maximum age of the cached reserves. */
const RESERVES_AGE_MAX_MS = 250;

/** Creates the order dependencies of one process. */
export function createOrderDeps(
  ctx: Ctx,
  {
    orderKeys: secrets,
    requests: requestSecrets,
    vouchers: voucherSecrets,
  }: { readonly orderKeys: OrderKeySecrets; readonly requests: RequestSecrets; readonly vouchers: MacSecrets },
  ownAccounts: ReadonlySet<string>,
  payInAccounts: ReadonlyMap<CurrencyCode, string>,
  nameLimits: NameLimits = NAMES_PER_DAY_MAX,
  givenUpLimits: GivenUpLimits = GIVEN_UP_PER_DAY_MAX,
): OrderDeps {
  const batched = <T, R>(run: (items: readonly T[]) => Promise<readonly R[]>) =>
    createBatchQueue({ run, sizeMax: BATCH_SIZE_MAX, inFlightMax: BATCHES_IN_FLIGHT_MAX });
  const findLookup = batched((keys: readonly (readonly [string, string])[]) => readLookups(ctx.orm, keys));
  const findIdempotent = batched((keys: readonly (readonly [string, string])[]) => readIdempotencyKeys(ctx.orm, keys));
  return {
    secrets,
    requestSecrets,
    voucherSecrets,
    telemetry: ctx.telemetry,
    ownAccounts,
    payInAccounts,
    pages: createOrderViewCache(ctx, requestSecrets),
    reserves: cacheBriefly(ctx, () => readReserves(ctx.orm)),
    admit: batched((candidates: readonly Candidate[]) => admitOrders(ctx, candidates, givenUpLimits)),
    findLookup: (type, account) => findLookup([type, account]),
    nameBudgets: createNameBudgets(ctx, secrets[0], nameLimits),
    findIdempotent: (scope, key) => findIdempotent([scope, key]),
  };
}

/** Caches a read for `RESERVES_AGE_MAX_MS`; concurrent callers share it. A failed read is not cached. */
function cacheBriefly<T>(ctx: Ctx, read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  let readAtMs = 0;
  return () => {
    const nowMs = ctx.clock.now().getTime();
    if (reading && nowMs - readAtMs < RESERVES_AGE_MAX_MS) return reading;
    readAtMs = nowMs;
    reading = read().catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
}
