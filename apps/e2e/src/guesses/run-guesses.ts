import { dbOf } from '@quydoi/database/orm';
import { type PlacedOrder, placeOrder } from '../customers/place-order.ts';
import { callRest, waitForStatus } from '../customers/purchase.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { databaseOf } from '../system/database.ts';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import { descendantsOf } from '../system/processes.ts';
import { activateVoucher, payOrder } from '../system/sandbox-client.ts';
import { createTally, type Tally } from '../tally.ts';
import { addressOf } from './addresses.ts';
import { medianOf } from './median.ts';
import { GUESS_KINDS, GUESSES, type GuessKind, type GuessTargets } from './voucher-guesses.ts';

/** Quantity of the voucher that is guessed at, in dollars. */
const AMOUNT = 10;
const ORDERS = 3;
/** Guesses under way at a time. */
const AT_ONCE = 16;
/** Addresses, each in a network of its own, that guesses come from in turn. */
const ADDRESSES = 60_000;
/** The answer about a voucher whose issuer has not answered yet. */
const NOT_ANSWERED = '200 checking';
const DELIVERED_MS_MAX = 120_000;
/** Refusals of a voucher that an order survives. */
const REFUSALS_MAX = 5;

/** Options of a run. */
export interface GuessOptions {
  readonly count: number;
  readonly seed: string;
  readonly log: (line: string) => void;
}

/** What came of the guesses of one kind. */
export interface GuessOutcome {
  /** Answers by HTTP status and error code. */
  readonly answers: Tally;
  /** Median time of those that the limits let through. */
  readonly medianMs: number;
}

/** What a run came to. */
export interface GuessReport {
  readonly outcomes: ReadonlyMap<GuessKind, GuessOutcome>;
  /** How often the issuer was asked about a voucher that was submitted, and about one that was bought. */
  readonly issuerAsked: { readonly submitted: number; readonly checked: number };
  /** Processor time of all the exchange's processes for a guess, and for a look at an order by the same client. */
  readonly cpuMicros: { readonly guess: number; readonly look: number };
  /** What a guesser could not learn or do, each that failed. */
  readonly faults: readonly string[];
}

/** Guesses at a voucher that was bought and at orders that wait for one, from very many addresses, over REST. */
export async function runGuesses(exchange: ExchangeUnderTest, { count, seed, log }: GuessOptions): Promise<GuessReport> {
  const { bought, targets } = await makeTargets(exchange);
  const lookCpu = await measured(() => look(exchange, bought, Math.max(200, Math.min(20_000, Math.ceil(count / 20)))));
  const answers = new Map(GUESS_KINDS.map((kind) => [kind, createTally()]));
  const times = new Map(GUESS_KINDS.map((kind) => [kind, [] as number[]]));
  const random = createSeededRandom(seed);
  let sent = 0;
  const guessOn = async () => {
    while (sent < count) {
      const n = sent;
      sent += 1;
      if (sent % 50_000 === 0) log(`${sent} guesses`);
      const kind = GUESS_KINDS[n % GUESS_KINDS.length] as GuessKind;
      const { path, body } = GUESSES[kind](random, targets);
      const startedMs = performance.now();
      const { status, body: answer } = await callRest(exchange, path, body, { 'x-forwarded-for': addressOf(n % ADDRESSES) });
      if (status !== 429) times.get(kind)?.push(performance.now() - startedMs);
      answers.get(kind)?.add(`${status} ${answer.error ?? answer.data?.State ?? answer.status}`);
    }
  };
  const guessCpu = await measured(async () => {
    await Promise.all(Array.from({ length: AT_ONCE }, guessOn));
    return count;
  });
  const outcomes = new Map(
    GUESS_KINDS.map((kind) => [kind, { answers: answers.get(kind) ?? createTally(), medianMs: medianOf(times.get(kind) ?? []) }]),
  );
  const issuerAsked = await readIssuerAsked(exchange);
  const used = await activateVoucher(exchange, targets.voucher);
  const faults = [...learnt(outcomes), ...(used === AMOUNT ? [] : [`the voucher was worth ${used}`])];
  if (issuerAsked.submitted > ORDERS * REFUSALS_MAX) faults.push(`the issuer was asked ${issuerAsked.submitted} times about submitted vouchers`);
  if (issuerAsked.checked > 0) faults.push(`the issuer was asked ${issuerAsked.checked} times about bought vouchers`);
  return { outcomes, issuerAsked, cpuMicros: { guess: guessCpu, look: lookCpu }, faults };
}

/** Buys a voucher, and places orders that wait for one. */
async function makeTargets(exchange: ExchangeUnderTest): Promise<{ readonly bought: PlacedOrder; readonly targets: GuessTargets }> {
  const bought = await placeOrder(exchange, { kind: 'buy', from: 'vnd', to: 'e-voucher', quantity: String(AMOUNT), customer: 1 });
  await payOrder(exchange, bought.ref);
  await waitForStatus(exchange, bought, ['delivered'], DELIVERED_MS_MAX);
  const { PmVoucher } = (await callRest(exchange, 'histories', { ref: bought.ref, key: bought.key })).body.data ?? {};
  const [number = '', code = ''] = String(PmVoucher).split(';');
  const waiting = (n: number) => placeOrder(exchange, { kind: 'sell', from: 'e-voucher', to: 'vnd', quantity: String(AMOUNT), customer: 2 + n });
  const [first, ...others] = await Promise.all(Array.from({ length: ORDERS }, (_, n) => waiting(n)));
  if (!first) throw new Error('no orders');
  return { bought, targets: { voucher: { number, code }, orders: [first.ref, ...others.map(({ ref }) => ref)] } };
}

/** Looks at an order as its customer does. @returns how often */
async function look(exchange: ExchangeUnderTest, { ref, key }: PlacedOrder, times: number): Promise<number> {
  let done = 0;
  const lookOn = async () => {
    for (; done < times; done += 1) await callRest(exchange, 'histories', { ref, key }, { 'x-forwarded-for': addressOf(done % ADDRESSES) });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lookOn));
  return times;
}

/** Processor time of the exchange's processes for one piece of work. @param work returns how many pieces it did */
async function measured(work: () => Promise<number>): Promise<number> {
  const cpuMicros = () => descendantsOf(process.pid).reduce((sum, one) => sum + one.cpuMicros, 0);
  const before = cpuMicros();
  const pieces = await work();
  return (cpuMicros() - before) / pieces;
}

async function readIssuerAsked(exchange: ExchangeUnderTest): Promise<{ submitted: number; checked: number }> {
  const db = dbOf(await databaseOf(exchange));
  const [submitted, checked] = await Promise.all([
    db.selectFrom('voucher_submission').select('id').execute(),
    db.selectFrom('voucher_check').select('attemptId').execute(),
  ]);
  return { submitted: submitted.length, checked: checked.length };
}

/** Kinds whose answers tell a guesser something: other ones than the kind with nothing right in it, or any success. */
function learnt(outcomes: ReadonlyMap<GuessKind, GuessOutcome>): string[] {
  const namesOf = (kind: GuessKind) => new Set(outcomes.get(kind)?.answers.names());
  const plain = namesOf('check: nothing right');
  return GUESS_KINDS.flatMap((kind) => {
    const names = namesOf(kind);
    const told = kind.startsWith('check')
      ? [...names].filter((name) => !plain.has(name))
      : [...names].filter((name) => name.startsWith('2') && name !== NOT_ANSWERED);
    return told.map((name) => `${kind}: answered ${name}`);
  });
}
