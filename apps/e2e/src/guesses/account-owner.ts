import { setTimeout as sleep } from 'node:timers/promises';
import { openCodeGenerator } from '../customers/code-generator.ts';
import { openDevice } from '../customers/device.ts';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import { type AccountAnswer, callAccount } from './account-client.ts';

/** As often as the limits of a device allow at first, and for good. */
const PAUSE_MS = { first: 2_000, later: 12_000 } as const;
const FIRST_LOGINS = 8;

/** A customer, on the device that they have logged in from before. */
export interface AccountOwner {
  readonly email: string;
  readonly username: string;
  readonly password: string;
  /** Logs in once, with a code where the account wants one. @returns the slowest of its answers that failed, or else of all */
  logIn(): Promise<AccountAnswer>;
}

/** Registers a customer and logs in from a device. @param address of the device */
export async function openAccount(
  exchange: ExchangeUnderTest,
  { name, address, withCodes }: { readonly name: string; readonly address: string; readonly withCodes: boolean },
): Promise<AccountOwner> {
  const credentials = { email: `${name}@example.vn`, username: name, password: `tra da ${name}` };
  const headers = await openDevice(exchange, address);
  const call = (procedure: string, input: object, more = {}) => callAccount(exchange, procedure, input, { ...headers, ...more });
  const enter = () => call('login', { login: credentials.email, password: credentials.password });
  await expectDone(call('register', credentials));
  const { data } = await expectDone(enter());
  if (!withCodes) return { ...credentials, logIn: enter };

  const session = { authorization: `Bearer ${data.token}` };
  const { data: begun } = await expectDone(call('setUpTwoFactor', { password: credentials.password }, session));
  const codes = openCodeGenerator(String(begun.secret));
  await expectDone(call('activateTwoFactor', { setUp: begun.setUp, code: await codes.next() }, session));
  return {
    ...credentials,
    async logIn() {
      const entered = await enter();
      if (entered.code !== 'done') return entered;
      const proved = await call('loginWithCode', { challenge: entered.data.challenge, code: await codes.next() });
      return proved.code !== 'done' || proved.ms > entered.ms ? proved : entered;
    },
  };
}

/** What an owner's logins came to. */
export interface OwnerLogins {
  readonly count: number;
  readonly slowestMs: number;
  /** Codes of those that were refused. */
  readonly refusals: readonly string[];
}

/** Logs an owner in again and again until told to end, and once more after that. */
export function keepLoggingIn(owner: AccountOwner): { end(): Promise<OwnerLogins> } {
  const ending = new AbortController();
  const logins: AccountAnswer[] = [];
  const run = async () => {
    while (!ending.signal.aborted) {
      logins.push(await owner.logIn());
      const pauseMs = logins.length < FIRST_LOGINS ? PAUSE_MS.first : PAUSE_MS.later;
      await sleep(pauseMs, undefined, { signal: ending.signal }).catch(() => {});
    }
    logins.push(await owner.logIn());
  };
  const running = run();
  return {
    async end() {
      ending.abort();
      await running;
      const refusals = logins.flatMap(({ code }) => (code === 'done' ? [] : [code]));
      return { count: logins.length, slowestMs: Math.max(...logins.map(({ ms }) => ms)), refusals };
    },
  };
}

async function expectDone(answering: Promise<AccountAnswer>): Promise<AccountAnswer> {
  const answer = await answering;
  if (answer.code !== 'done') throw new Error(`an account of the run was refused: ${answer.code}`);
  return answer;
}
