import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@quydoi/domain/durations';
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts';
import { presentTime } from '../system/clock.ts';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import { createTally } from '../tally.ts';
import { type AccountAnswer, callAccount } from './account-client.ts';
import { type AccountOwner, keepLoggingIn, type OwnerLogins, openAccount } from './account-owner.ts';
import { addressOf } from './addresses.ts';
import { medianOf } from './median.ts';
import type { GuessOutcome } from './run-guesses.ts';

const ADDRESSES = 1_000;
/** Guesses under way at a time. */
const AT_ONCE = 16;
/** Passwords of one account that are compared in a day, wherever they come from. */
const HASHES_PER_DAY_MAX = 100;
/** A challenge is valid for five minutes. */
const CHALLENGE_MS = 240_000;
const BUSY_MS = 500;
/** Addresses of the owners. No guess comes from their networks. */
const OWN_ADDRESSES = ['9.0.0.7', '9.0.1.7'] as const;

/** Kinds of guesses at accounts: at a password by each name of its account and by none, and, with the right password, at the second factor. */
export const ACCOUNT_GUESS_KINDS = [
  'password: by e-mail address',
  'password: by username',
  'password: nearly right',
  'password: of nobody',
  'code: of the app',
  'code: for recovery',
] as const;
export type AccountGuessKind = (typeof ACCOUNT_GUESS_KINDS)[number];

/** Options of a run. */
export interface AccountGuessOptions {
  readonly count: number;
  readonly seed: string;
  /** How late an owner's login may be answered. */
  readonly ownerMsMax: number;
  readonly log: (line: string) => void;
}

/** What a run came to. */
export interface AccountGuessReport {
  readonly outcomes: ReadonlyMap<AccountGuessKind, GuessOutcome>;
  /** Wrong passwords of one account that were compared, and wrong codes of another. */
  readonly compared: { readonly passwords: number; readonly codes: number };
  /** Logins of the owner of a password, and of one with a second factor, from the device that they have logged in from before. */
  readonly owners: { readonly password: OwnerLogins; readonly code: OwnerLogins };
  /** What a guesser learnt or did, each that failed. */
  readonly faults: readonly string[];
}

/** Guesses at passwords and at codes of the second factor from a thousand addresses, while the accounts' owners log in. */
export async function runAccountGuesses(exchange: ExchangeUnderTest, options: AccountGuessOptions): Promise<AccountGuessReport> {
  const { count, seed, log } = options;
  const [plain, safe] = await Promise.all([
    openAccount(exchange, { name: 'plain1', address: OWN_ADDRESSES[0], withCodes: false }),
    openAccount(exchange, { name: 'safe1', address: OWN_ADDRESSES[1], withCodes: true }),
  ]);
  const guess = createGuesser(exchange, plain, safe, createSeededRandom(seed));
  const answers = new Map(ACCOUNT_GUESS_KINDS.map((kind) => [kind, createTally()]));
  const times = new Map(ACCOUNT_GUESS_KINDS.map((kind) => [kind, [] as number[]]));
  const firstDay = today();
  const loggingIn = [plain, safe].map(keepLoggingIn);
  let sent = 0;
  const guessOn = async () => {
    while (sent < count) {
      const n = sent;
      sent += 1;
      if (sent % 1_000 === 0) log(`${sent} guesses`);
      const kind = ACCOUNT_GUESS_KINDS[n % ACCOUNT_GUESS_KINDS.length] as AccountGuessKind;
      const { status, code, ms } = await guess(kind, { 'x-forwarded-for': addressOf(n % ADDRESSES) });
      answers.get(kind)?.add(`${status} ${code}`);
      if (status !== 429) times.get(kind)?.push(ms);
      if (status === 503) await sleep(BUSY_MS);
    }
  };
  const guessed = await Promise.allSettled(Array.from({ length: AT_ONCE }, guessOn));
  const [password, code] = (await Promise.all(loggingIn.map((one) => one.end()))) as [OwnerLogins, OwnerLogins];
  for (const one of guessed) if (one.status === 'rejected') throw one.reason;
  const days = today() - firstDay + 1;
  const outcomes = new Map(
    ACCOUNT_GUESS_KINDS.map((kind) => [kind, { answers: answers.get(kind) ?? createTally(), medianMs: medianOf(times.get(kind) ?? []) }]),
  );
  const countOf = (start: string, answer: string) =>
    ACCOUNT_GUESS_KINDS.filter((kind) => kind.startsWith(start) && kind !== 'password: of nobody').reduce(
      (sum, kind) => sum + (outcomes.get(kind)?.answers.of(answer) ?? 0),
      0,
    );
  const compared = { passwords: countOf('password', '401 CREDENTIALS_INVALID'), codes: countOf('code', '422 CODE_INVALID') };
  const owners = { password, code };
  return { outcomes, compared, owners, faults: [...entries(outcomes), ...excess(compared, days), ...lockedOut(owners, options.ownerMsMax)] };
}

/** Days since 1970 (UTC), by which tries are counted. */
function today(): number {
  return Math.floor(presentTime().getTime() / DAY_MS);
}

/** Makes the guesses of each kind. */
function createGuesser(exchange: ExchangeUnderTest, plain: AccountOwner, safe: AccountOwner, random: SeededRandom) {
  const call = (procedure: string, input: object, headers: Readonly<Record<string, string>>) => callAccount(exchange, procedure, input, headers);
  const word = () => `guess ${random.int(0, 99_999_999)}`;
  const nearly = () => {
    const place = random.int(0, plain.password.length - 1);
    return `${plain.password.slice(0, place)}${plain.password[place] === 'x' ? 'y' : 'x'}${plain.password.slice(place + 1)}`;
  };
  let challenge: Promise<unknown> | null = null;
  let challengedMs = 0;
  /** Whoever knows the password of an account gets as far as this. */
  const readChallenge = async () => {
    const askedMs = performance.now();
    if (challenge === null || askedMs - challengedMs > CHALLENGE_MS) {
      challengedMs = askedMs;
      challenge = call('login', { login: safe.email, password: safe.password }, { 'x-forwarded-for': addressOf(ADDRESSES) }).then(
        ({ data }) => data.challenge,
      );
    }
    return String(await challenge);
  };
  const guessCode = async (code: string, headers: Readonly<Record<string, string>>): Promise<AccountAnswer> =>
    call('loginWithCode', { challenge: await readChallenge(), code }, headers);
  return (kind: AccountGuessKind, headers: Readonly<Record<string, string>>): Promise<AccountAnswer> => {
    switch (kind) {
      case 'password: by e-mail address':
        return call('login', { login: plain.email, password: word() }, headers);
      case 'password: by username':
        return call('login', { login: plain.username, password: word() }, headers);
      case 'password: nearly right':
        return call('login', { login: random.pick([plain.email, plain.username]), password: nearly() }, headers);
      case 'password: of nobody':
        return call('login', { login: 'nobody@example.vn', password: word() }, headers);
      case 'code: of the app':
        return guessCode(String(random.int(0, 999_999)).padStart(6, '0'), headers);
      case 'code: for recovery':
        return guessCode(Array.from({ length: 10 }, () => random.pick([...'23456789ABCDEFGH'] as [string, ...string[]])).join(''), headers);
    }
  };
}

/** Guesses that got in. */
function entries(outcomes: AccountGuessReport['outcomes']): string[] {
  return [...outcomes].flatMap(([kind, { answers }]) =>
    answers
      .names()
      .filter((name) => name.startsWith('2'))
      .map((name) => `${kind}: answered ${name}`),
  );
}

function excess({ passwords, codes }: AccountGuessReport['compared'], days: number): string[] {
  return [
    ...(passwords > HASHES_PER_DAY_MAX * days ? [`${passwords} passwords of one account were compared`] : []),
    ...(codes > HASHES_PER_DAY_MAX * days ? [`${codes} codes of one account were compared`] : []),
  ];
}

function lockedOut(owners: AccountGuessReport['owners'], msMax: number): string[] {
  return Object.entries(owners).flatMap(([of, { slowestMs, refusals }]) => [
    ...refusals.map((code) => `the owner of a ${of} was refused: ${code}`),
    ...(slowestMs > msMax ? [`the owner of a ${of} waited ${Math.round(slowestMs)} ms for an answer`] : []),
  ]);
}
