import { createSeededRandom } from '../seeded-random.ts';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import { type AccountAnswer, callAccount } from './account-client.ts';
import { addressOf } from './addresses.ts';
import { medianOf } from './median.ts';

/** Calls whose answers must not tell whether an e-mail address has an account. */
export const CALLS_ABOUT_CUSTOMERS = ['register', 'login', 'forgotPassword'] as const;
type CallAboutCustomers = (typeof CALLS_ABOUT_CUSTOMERS)[number];

/** How the answers about known customers compare with those about unknown ones. */
export interface Comparison {
  readonly knownMs: number;
  readonly unknownMs: number;
  /** Share of all pairs of a known and an unknown customer in which the answer about the known one took longer: a half where times tell nothing. */
  readonly later: number;
}

const PASSWORD = 'tra da via he 7';
/**
 * By how much the share may differ from a half, in standard deviations of what chance makes of it (the rank-sum statistic): a run in ten thousand fails
 * by chance.
 */
const DEVIATIONS_MAX = 4;

/** Compares the answers about customers that there are with those about others, in bytes and in time. */
export async function compareKnownAndUnknown(
  exchange: ExchangeUnderTest,
  { pairs, seed }: { readonly pairs: number; readonly seed: string },
): Promise<{ readonly comparisons: ReadonlyMap<CallAboutCustomers, Comparison>; readonly faults: readonly string[] }> {
  const random = createSeededRandom(seed);
  let calls = 0;
  const call = (procedure: CallAboutCustomers, email: string): Promise<AccountAnswer> => {
    calls += 1;
    const input = { register: { email, password: PASSWORD }, login: { login: email, password: 'banh mi 7 gio' }, forgotPassword: { email } }[
      procedure
    ];
    return callAccount(exchange, procedure, input, { 'x-forwarded-for': addressOf(1_000_000 + calls) });
  };
  const known = Array.from({ length: pairs }, (_, n) => `known${n}@example.vn`);
  for (const email of known) await call('register', email);
  const comparisons = new Map<CallAboutCustomers, Comparison>();
  const faults: string[] = [];
  for (const procedure of CALLS_ABOUT_CUSTOMERS) {
    const answers = { known: [] as AccountAnswer[], unknown: [] as AccountAnswer[] };
    for (const [n, email] of known.entries()) {
      const ask = {
        known: async () => void answers.known.push(await call(procedure, email)),
        unknown: async () => void answers.unknown.push(await call(procedure, `other${n}-${procedure.toLowerCase()}@example.vn`)),
      };
      // Whatever else the machine does, it does to both.
      for (const of of random.oneIn(2) ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) await ask[of]();
    }
    const bytes = new Set([...answers.known, ...answers.unknown].map((answer) => answer.bytes));
    if (bytes.size > 1) faults.push(`${procedure}: answers differ: ${[...bytes].join(' and ')}`);
    const [knownMs, unknownMs] = [answers.known.map(({ ms }) => ms), answers.unknown.map(({ ms }) => ms)];
    const later = shareOfLater(knownMs, unknownMs);
    comparisons.set(procedure, { knownMs: medianOf(knownMs), unknownMs: medianOf(unknownMs), later });
    if (Math.abs(later - 0.5) > DEVIATIONS_MAX * deviationOf(pairs))
      faults.push(`${procedure}: the answer about a known customer took longer in ${Math.round(100 * later)} % of pairs`);
  }
  return { comparisons, faults };
}

function shareOfLater(knownMs: readonly number[], unknownMs: readonly number[]): number {
  const wins = knownMs.reduce((sum, ms) => sum + unknownMs.filter((other) => ms > other).length, 0);
  return wins / (knownMs.length * unknownMs.length);
}

/** Standard deviation of the share among as many of each where nothing tells them apart. */
function deviationOf(count: number): number {
  return Math.sqrt((2 * count + 1) / (12 * count * count));
}
