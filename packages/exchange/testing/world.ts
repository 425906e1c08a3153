import { createSecretKey, randomBytes } from 'node:crypto';
import { type Caller, VISITOR } from '@quydoi/contract/caller';
import type { CreatedOrderView, CreateOrderInput } from '@quydoi/contract/orders';
import type { Orm } from '@quydoi/database/orm';
import { readReserves } from '@quydoi/database/repositories/ledger';
import { readOrder } from '@quydoi/database/repositories/orders';
import { addSetting } from '@quydoi/database/repositories/settings';
import { createTestDatabase, type TestDatabase } from '@quydoi/database/testing/database';
import { RESERVE_CODES, type ReserveCode } from '@quydoi/domain/currencies';
import type { Order } from '@quydoi/domain/order/order';
import type { PaymentFact } from '@quydoi/domain/transfer/payment';
import { createCircuitBreakers } from '../src/circuit-breaker.ts';
import type { Ctx } from '../src/context.ts';
import { createEvidenceCodes } from '../src/evidence-codes.ts';
import { createOrder } from '../src/orders/create-order.ts';
import { createOrderDeps, type OrderDeps } from '../src/orders/order-deps.ts';
import { matchPayments } from '../src/payments/match-payments.ts';
import { declarePolledSources, readSources } from '../src/payments/read-sources.ts';
import { recordPayment } from '../src/payments/record-payment.ts';
import { dropMissingPayments, placeUnconfirmedPayments } from '../src/payments/unconfirmed-payments.ts';
import { OBLIGATIONS } from '../src/payouts/obligations/registry.ts';
import type { SignerCtx } from '../src/payouts/signer.ts';
import { startPayouts } from '../src/payouts/start-payouts.ts';
import { NO_TELEMETRY } from '../src/telemetry.ts';
import { createTestCheckpoints, type TestCheckpoints } from './checkpoints.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { answerLookups, readFirstHand, sendPayouts, settleAttempts } from './network-jobs.ts';
import { createScriptedKeyed, createScriptedSigned, type ScriptedKeyed, type ScriptedSigned } from './payout-rails.ts';
import {
  createScriptedBank,
  createScriptedChain,
  createScriptedPerfectMoney,
  type ScriptedBank,
  type ScriptedChain,
  type ScriptedPerfectMoney,
} from './rails.ts';
import { createUncachedSettings } from './settings.ts';

/** Our Perfect Money wallet. */
export const OWN_WALLET = 'U1000001';
/** Secrets of a test's web processes. */
export const TEST_SECRETS: Parameters<typeof createOrderDeps>[1] = {
  orderKeys: [createSecretKey(Buffer.from('test secret of order keys'))],
  requests: [createSecretKey(Buffer.from('test secret of order requests'))],
};
/** Start time of tests: a Tuesday morning. */
export const TEST_START = new Date('2026-01-06T02:00:00Z');

/** All roles of the exchange, each with its own database login, scripted providers and a manual clock. */
export interface World {
  readonly database: TestDatabase;
  readonly clock: TestClock;
  readonly checkpoints: TestCheckpoints;
  /** Log lines of level error. */
  readonly errors: object[];
  /** Texts of log lines, until they are checked. */
  readonly log: string[];
  readonly bank: ScriptedBank;
  readonly perfectMoney: ScriptedPerfectMoney;
  readonly chain: ScriptedChain;
  /** Dong payouts: the signer's side of the bank. */
  readonly payOs: ScriptedKeyed;
  /** USDT payouts: the signer's side of the chain. */
  readonly tronOut: ScriptedSigned;
  readonly web: Ctx;
  readonly worker: Ctx;
  readonly signer: SignerCtx;
  readonly operator: Ctx;
  /** Connection of the database owner, not limited by grants and policies. */
  readonly owner: Orm;
  readonly deps: OrderDeps;
  /** Opens a second web process with its own connections and deps. */
  openWeb(): Promise<{ readonly ctx: Ctx; readonly deps: OrderDeps }>;
  /** Opens a second signer process, which shares no state with `signer`. */
  openSigner(): Promise<SignerCtx>;
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
  const errors: object[] = [];
  const log: string[] = [];
  const write = (fields: object, message: string) => void log.push(`${JSON.stringify(fields)} ${message}`);
  const bank = createScriptedBank();
  const perfectMoney = createScriptedPerfectMoney();
  const chain = createScriptedChain(() => clock.now());
  const payOs = createScriptedKeyed();
  const tronOut = createScriptedSigned(() => clock.now());
  // An operator of these tests acts alone; those of second operators set the limits themselves.
  await database.query(
    `insert into setting (kind, key, value, author, at) values ('secondOperator', 'secondOperator', '{"worth":"999999999999999","rateChange":"99"}', 'tests', $1)`,
    [TEST_START],
  );
  const ctxOf = (orm: Orm, rails: Ctx['rails']): Ctx => ({
    orm,
    clock,
    random: (size) => randomBytes(size),
    checkpoint: checkpoints.pass,
    // Tests change settings through other roles.
    settings: createUncachedSettings(orm),
    settingsAtHand: () => null,
    rails,
    logger: {
      info: write,
      warn: write,
      error(fields, message) {
        errors.push(fields);
        write(fields, message);
      },
    },
    telemetry: NO_TELEMETRY,
  });
  const openWeb = async () => {
    const ctx = ctxOf(
      await database.open('quydoi_web'),
      new Map([
        ['bank', bank.rail],
        ['tron', chain.addresses],
      ]),
    );
    // Reserves are not cached either: with a stopped clock the cache would never expire.
    const deps: OrderDeps = {
      ...createOrderDeps(ctx, TEST_SECRETS, new Set([OWN_WALLET]), new Map([['pm', OWN_WALLET]])),
      reserves: () => readReserves(ctx.orm),
    };
    return { ctx, deps };
  };
  const openSigner = async (): Promise<SignerCtx> => ({
    ...ctxOf(
      await database.open('quydoi_signer'),
      new Map([
        ['perfect-money', perfectMoney.rail],
        ['bank', { ...payOs.rail, ...bank.firstHand }],
        ['tron', { ...tronOut.rail, ...chain.addresses, ...chain.firstHand }],
      ]),
    ),
    evidence: createEvidenceCodes([createSecretKey(Buffer.from('test secret of evidence'))]),
    ownAccounts: new Set([OWN_WALLET]),
    payoutLimits: new Map<ReserveCode, bigint>([
      ['pm', 500_000n],
      ['usdt-tron', 20_000_000_000n],
      ['vnd', 2_000_000_000n],
    ]),
    requestSecrets: TEST_SECRETS.requests,
    patienceMs: 60_000,
    inFlight: new Set(),
    breakers: createCircuitBreakers(clock),
    obligations: OBLIGATIONS,
  });
  const owner = await database.open();
  // A test's payouts share an hour: none waits for an approval because of the others, unless the test sets caps.
  for (const key of RESERVE_CODES) {
    const value = { single: '1000000000', hour: '1000000000000', day: '1000000000000' };
    await addSetting(owner, { kind: 'payout-cap', key, value, author: 'test', at: TEST_START });
  }
  const { ctx: web, deps } = await openWeb();
  const worker = ctxOf(
    await database.open('quydoi_worker'),
    new Map([
      ['bank', bank.rail],
      ['tron', chain.rail],
    ]),
  );
  const operator = ctxOf(await database.open('quydoi_operator'), new Map());
  const signer = await openSigner();
  for (const ctx of [worker, signer]) await declarePolledSources(ctx);
  // The worker reads the chain from its first start on.
  await readSources(worker, 'tron', 'blocks');
  let transfers = 0;

  async function record(ctx: Ctx, fact: PaymentFact): Promise<void> {
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

  async function run(): Promise<void> {
    await readMoneyIn();
    await matchPayments(worker);
    await startPayouts(worker);
    await sendPayouts(signer);
    await settleAttempts(signer);
  }

  return {
    database,
    clock,
    checkpoints,
    errors,
    log,
    owner,
    bank,
    perfectMoney,
    chain,
    payOs,
    tronOut,
    web,
    worker,
    signer,
    operator,
    deps,
    openWeb,
    openSigner,
    run,
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

/** Awaits `outcome` while repeatedly running another process's job. */
export async function workingMeanwhile<T>(outcome: Promise<T>, job: () => Promise<unknown>): Promise<T> {
  let isSettled = false;
  // The rejection is returned to the caller below; this handler avoids an unhandled rejection until then.
  outcome
    .catch(() => {})
    .finally(() => {
      isSettled = true;
    });
  while (!isSettled) {
    await job();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return outcome;
}

/** Default order input: 100 pm for dong. */
export const BUY_100_PM: CreateOrderInput = { kind: 'buy', from: 'vnd', to: 'pm', quantity: '100', destination: 'U7654321' };

/** Creates a caller, by default with a device of its own. */
export function testCaller(set: Partial<Caller> = {}): Caller {
  return {
    requestId: 'test',
    locale: 'vi',
    ip: '203.0.113.7',
    // Each caller has its own network, so that limits per network do not interfere.
    addressBlock: randomBytes(8).toString('hex'),
    deviceId: randomBytes(8).toString('hex'),
    principal: VISITOR,
    orderKey: null,
    idempotencyKey: null,
    ...set,
  };
}

/** Creates an operator caller. */
export function operatorCaller(name: string): Caller {
  return testCaller({ principal: { kind: 'operator', name } });
}

/** Payment fact of a transfer into our collection account, as reported by a bank. */
export function bankTransfer(set: Partial<PaymentFact>): PaymentFact {
  return {
    network: 'bank',
    account: '0011004567890',
    reference: 'FT1',
    unit: 'vnd',
    amount: 1n,
    exactAmount: null,
    memo: '',
    payer: null,
    payerName: null,
    paidAt: TEST_START,
    confirmed: true,
    source: 'test',
    sourceId: `${set.reference ?? 'FT1'}`,
    ...set,
  };
}

/** 100 pm for dong. */
export const SELL_100_PM: CreateOrderInput = {
  kind: 'sell',
  from: 'pm',
  to: 'vnd',
  quantity: '100',
  destination: '0011001234567',
  destinationBank: 'vcb',
  sender: 'U7654321',
};

/** 60 USDT for pm. */
export const SWAP_60_TRC20: CreateOrderInput = { kind: 'ex', from: 'trc20', to: 'pm', quantity: '60', destination: 'U7654321' };

/** Payment fact of a transfer into our wallet, as listed in Perfect Money's history. */
export function walletTransfer(set: Partial<PaymentFact>): PaymentFact {
  return {
    ...bankTransfer({ reference: '700000001', ...set }),
    network: 'perfect-money',
    unit: 'pm',
    account: OWN_WALLET,
    payer: 'U7654321',
    ...set,
  };
}

/** Payment fact of an on-chain payment; confirmed by default. */
export function chainPayment(set: Partial<PaymentFact>): PaymentFact {
  const reference = set.reference ?? `${'d'.repeat(64)}:0`;
  return {
    ...bankTransfer({}),
    network: 'tron',
    unit: 'usdt-tron',
    account: '',
    payer: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC',
    reference,
    sourceId: reference,
    ...set,
  };
}
