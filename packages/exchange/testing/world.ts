import type { Caller } from '@quydoi/contract/caller';
import type { CreateOrderInput } from '@quydoi/contract/orders/inputs';
import type { CreatedOrderView } from '@quydoi/contract/orders/order-view';
import type { Orm } from '@quydoi/database/orm';
import { readOrder } from '@quydoi/database/repositories/orders';
import { addSetting } from '@quydoi/database/repositories/settings';
import { createTestDatabase, type TestDatabase } from '@quydoi/database/testing/database';
import { RESERVE_CODES } from '@quydoi/domain/currencies';
import type { Order } from '@quydoi/domain/order/order';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import type { Ctx } from '../src/context.ts';
import { createOrder } from '../src/orders/create-order.ts';
import type { OrderDeps } from '../src/orders/order-deps.ts';
import { matchPayments } from '../src/payments/match-payments.ts';
import { declarePolledSources } from '../src/payments/polled-sources.ts';
import { readSources } from '../src/payments/read-sources.ts';
import { recordPayment } from '../src/payments/record-payment.ts';
import { dropMissingPayments, placeUnconfirmedPayments } from '../src/payments/unconfirmed-payments.ts';
import type { SignerCtx } from '../src/payouts/signer.ts';
import { startPayouts } from '../src/payouts/start-payouts.ts';
import { chargeOrders } from '../src/wallets/charge-orders.ts';
import { creditDeposits } from '../src/wallets/credit-deposits.ts';
import { creditPayouts } from '../src/wallets/credit-payouts.ts';
import { creditReferrals } from '../src/wallets/credit-referrals.ts';
import { giveBackWithdrawals } from '../src/wallets/give-back-withdrawals.ts';
import { takeWithdrawals } from '../src/wallets/take-withdrawals.ts';
import { testCaller } from './callers.ts';
import { createTestCheckpoints, type TestCheckpoints } from './checkpoints.ts';
import { createTestClock, TEST_START, type TestClock } from './clock.ts';
import { answerLookups, readFirstHand, sendPayouts, settleAttempts } from './network-jobs.ts';
import { BUY_100_PM } from './order-inputs.ts';
import { bankTransfer } from './payment-facts.ts';
import { createScriptedProviders, type ScriptedProviders } from './providers.ts';
import { createRoleOpeners, type RoleOpeners } from './roles.ts';
import { workingMeanwhile } from './working-meanwhile.ts';

/** All roles of the exchange, each with its own database login, scripted providers and a manual clock. */
export interface World extends ScriptedProviders, Pick<RoleOpeners, 'openWeb' | 'openSigner'> {
  readonly database: TestDatabase;
  readonly clock: TestClock;
  readonly checkpoints: TestCheckpoints;
  /** Log lines of level error. */
  readonly errors: object[];
  /** Texts of log lines, until they are checked. */
  readonly log: string[];
  readonly web: Ctx;
  readonly worker: Ctx;
  readonly signer: SignerCtx;
  readonly operator: Ctx;
  /** Connection of the database owner, not limited by grants and policies. */
  readonly owner: Orm;
  readonly deps: OrderDeps;
  /** Creates an order; by default 100 pm for dong. */
  create(input?: Partial<CreateOrderInput>, caller?: Partial<Caller>): Promise<CreatedOrderView>;
  /** Reports a payment that its provider has in its records to a role, which journals it; the signer reads it itself. */
  record(ctx: Ctx, fact: PaymentFact): Promise<void>;
  /** Reports a bank transfer to the worker. */
  pay(ref: string, amount: bigint, set?: Partial<PaymentFact>): Promise<void>;
  /** Runs the due jobs of worker and signer. */
  run(): Promise<void>;
  order(ref: string): Promise<Order>;
}

/** Creates a world with its own database; ends with that database. */
export async function openWorld(postgresUrl: string): Promise<World> {
  return createWorld(await createTestDatabase(postgresUrl, TEST_START));
}

/** Creates the roles on a test database. */
export async function createWorld(database: TestDatabase): Promise<World> {
  const clock = createTestClock(TEST_START);
  const checkpoints = createTestCheckpoints();
  const providers = createScriptedProviders(clock);
  const { errors, log, logger } = createTestLogger();
  const { openWeb, openWorker, openSigner, openOperator } = createRoleOpeners({ database, clock, checkpoints, logger, providers });
  const owner = await database.open();
  await liftLimits(database, owner);
  const { ctx: web, deps } = await openWeb();
  const worker = await openWorker();
  const operator = await openOperator();
  const signer = await openSigner();
  for (const ctx of [worker, signer]) await declarePolledSources(ctx);
  // The worker reads the chain from its first start on.
  await readSources(worker, 'tron', 'blocks');
  let transfers = 0;

  async function record(ctx: Ctx, fact: PaymentFact): Promise<void> {
    const { bank, chain, perfectMoney } = providers;
    const { received } = fact.network === 'bank' ? bank : fact.network === 'tron' ? chain : perfectMoney;
    if (fact.confirmed) received.push(fact);
    await recordPayment(ctx, fact);
    await readFirstHand(signer, fact.network);
  }

  async function readMoneyIn(): Promise<void> {
    await readSources(signer, 'perfect-money', 'list');
    await readSources(worker, 'tron', 'head');
    await placeUnconfirmedPayments(worker);
    await readSources(worker, 'tron', 'blocks');
    await dropMissingPayments(worker);
  }

  return {
    ...providers,
    database,
    clock,
    checkpoints,
    errors,
    log,
    owner,
    web,
    worker,
    signer,
    operator,
    deps,
    openWeb,
    openSigner,
    async run() {
      await readMoneyIn();
      await matchPayments(worker);
      await creditDeposits(signer);
      await takeWithdrawals(signer);
      await giveBackWithdrawals(signer);
      await chargeOrders(signer);
      await startPayouts(worker);
      await creditPayouts(signer);
      await sendPayouts(signer);
      await settleAttempts(signer);
      await creditReferrals(signer);
    },
    async create(input, caller) {
      // Signer and worker answer the name lookup meanwhile.
      return workingMeanwhile(createOrder(web, deps, testCaller(caller), { ...BUY_100_PM, ...input }), async () => {
        await answerLookups(signer);
        await answerLookups(worker);
      });
    },
    async pay(ref, amount, set = {}) {
      transfers += 1;
      await record(worker, bankTransfer({ memo: ref, amount, reference: `FT${transfers}-${ref}`, paidAt: clock.now(), ...set }));
    },
    record,
    async order(ref) {
      const order = await readOrder(worker.orm, ref);
      if (!order) throw new Error(`no order ${ref}`);
      return order;
    },
  };
}

/** Keeps log lines: their texts, and the fields of those of level error. */
function createTestLogger(): Pick<World, 'errors' | 'log'> & { readonly logger: Ctx['logger'] } {
  const errors: object[] = [];
  const log: string[] = [];
  const write = (fields: object, message: string) => void log.push(`${JSON.stringify(fields)} ${message}`);
  return {
    errors,
    log,
    logger: {
      info: write,
      warn: write,
      error(fields, message) {
        errors.push(fields);
        write(fields, message);
      },
    },
  };
}

/** Lets an operator act alone and the payouts of an hour add up to any sum, unless a test sets these limits itself. */
async function liftLimits(database: TestDatabase, owner: Orm): Promise<void> {
  await database.query(
    `insert into setting (kind, key, value, author, at) values ('secondOperator', 'secondOperator', '{"worth":"999999999999999","rateChange":"99"}', 'tests', $1)`,
    [TEST_START],
  );
  for (const key of RESERVE_CODES) {
    const value = { single: '1000000000', hour: '1000000000000', day: '1000000000000' };
    await addSetting(owner, { kind: 'payout-cap', key, value, author: 'test', at: TEST_START });
  }
}
