import { createSecretKey, randomBytes } from 'node:crypto';
import { keepBalances } from '@quydoi/database/balance-lines';
import type { Orm } from '@quydoi/database/orm';
import { readReserves } from '@quydoi/database/repositories/ledger';
import type { TestDatabase } from '@quydoi/database/testing/database';
import type { ReserveCode } from '@quydoi/domain/currencies';
import { VOUCHER_DOUBT_MS } from '@quydoi/domain/voucher';
import { balanceCodesOf } from '../src/balance-codes.ts';
import { createCircuitBreakers } from '../src/circuit-breaker.ts';
import type { Ctx } from '../src/context.ts';
import { createEvidenceCodes } from '../src/evidence-codes.ts';
import { createOrderDeps, type OrderDeps } from '../src/orders/order-deps.ts';
import { OBLIGATIONS } from '../src/payouts/obligations/registry.ts';
import type { SignerCtx } from '../src/payouts/signer.ts';
import { NO_TELEMETRY } from '../src/telemetry.ts';
import type { TestCheckpoints } from './checkpoints.ts';
import type { TestClock } from './clock.ts';
import { OWN_WALLET } from './payment-facts.ts';
import type { ScriptedProviders } from './providers.ts';
import { createUncachedSettings } from './settings.ts';

/** Secrets of a test's web processes. */
export const TEST_SECRETS: Parameters<typeof createOrderDeps>[1] = {
  orderKeys: [createSecretKey(Buffer.from('test secret of order keys'))],
  requests: [createSecretKey(Buffer.from('test secret of order requests'))],
  vouchers: [createSecretKey(Buffer.from('test secret of vouchers'))],
};

/** What the contexts of all roles of a test share. */
interface Shared {
  readonly database: TestDatabase;
  readonly clock: TestClock;
  readonly checkpoints: TestCheckpoints;
  readonly logger: Ctx['logger'];
  readonly providers: ScriptedProviders;
}

/** A web process: its context and what its use cases of orders need. */
export interface WebProcess {
  readonly ctx: Ctx;
  readonly deps: OrderDeps;
}

/** Opens processes of the roles, each with its own database login. Two processes of one role share no state. */
export interface RoleOpeners {
  openWeb(): Promise<WebProcess>;
  openWorker(): Promise<Ctx>;
  openSigner(): Promise<SignerCtx>;
  openOperator(): Promise<Ctx>;
}

/** Creates the openers of roles that share a database, a clock, kill points and providers. */
export function createRoleOpeners({ database, clock, checkpoints, logger, providers }: Shared): RoleOpeners {
  const { bank, perfectMoney, chain, payOs, tronOut } = providers;
  const ctxOf = (orm: Orm, rails: Ctx['rails']): Ctx => ({
    orm,
    clock,
    random: (size) => randomBytes(size),
    checkpoint: checkpoints.pass,
    // Tests change settings through other roles.
    settings: createUncachedSettings(orm),
    settingsAtHand: () => null,
    rails,
    logger,
    telemetry: NO_TELEMETRY,
  });
  return {
    async openWeb() {
      const ctx = ctxOf(
        await database.open('quydoi_web'),
        new Map([
          ['bank', bank.rail],
          ['tron', chain.addresses],
        ]),
      );
      // Reserves are not cached either: with a stopped clock the cache would never expire.
      const deps: OrderDeps = {
        ...createOrderDeps(
          ctx,
          TEST_SECRETS,
          new Set([OWN_WALLET]),
          new Map([
            ['pm', OWN_WALLET],
            ['e-voucher', OWN_WALLET],
          ]),
        ),
        reserves: () => readReserves(ctx.orm),
      };
      return { ctx, deps };
    },
    async openWorker() {
      return ctxOf(
        await database.open('quydoi_worker'),
        new Map([
          ['bank', bank.rail],
          ['tron', chain.rail],
        ]),
      );
    },
    async openSigner() {
      const evidence = createEvidenceCodes([createSecretKey(Buffer.from('test secret of evidence'))]);
      const orm = await database.open('quydoi_signer');
      keepBalances(orm, balanceCodesOf(evidence));
      return {
        ...ctxOf(
          orm,
          new Map([
            ['perfect-money', perfectMoney.rail],
            ['bank', { ...payOs.rail, ...bank.firstHand }],
            ['tron', { ...tronOut.rail, ...chain.addresses, ...chain.firstHand }],
          ]),
        ),
        evidence,
        ownAccounts: new Set([OWN_WALLET]),
        payoutLimits: new Map<ReserveCode, bigint>([
          ['pm', 500_000n],
          ['usdt-tron', 20_000_000_000n],
          ['vnd', 2_000_000_000n],
        ]),
        requestSecrets: TEST_SECRETS.requests,
        voucherSecrets: TEST_SECRETS.vouchers,
        patienceMs: 60_000,
        voucherDoubtMs: VOUCHER_DOUBT_MS,
        inFlight: new Set(),
        breakers: createCircuitBreakers(clock),
        priceSources: providers.priceSources,
        obligations: OBLIGATIONS,
      };
    },
    async openOperator() {
      return ctxOf(await database.open('quydoi_operator'), new Map());
    },
  };
}
