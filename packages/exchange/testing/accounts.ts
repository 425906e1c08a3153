import { createSecretKey, randomBytes } from 'node:crypto';
import { registerInput } from '@quydoi/contract/accounts';
import type { Caller, Principal } from '@quydoi/contract/caller';
import { type AuthPool, openAuthPool } from '@quydoi/database/auth-pool';
import { type AccountDeps, createAccountDeps } from '../src/accounts/account-deps.ts';
import { login } from '../src/accounts/login.ts';
import { createPasswords, type Passwords } from '../src/accounts/passwords.ts';
import { register } from '../src/accounts/register.ts';
import type { CodeSms } from '../src/accounts/two-factor/sms.ts';
import type { Ctx } from '../src/context.ts';
import { testCaller } from './callers.ts';
import type { World } from './world.ts';

/** Password of the accounts of tests. */
export const PASSWORD = 'tra da via he 7';
/** Hashes that take no time. */
const CHEAP = { ln: 4, r: 8, p: 1 };
const STATEMENT_TIMEOUT_MS = 10_000;

/** Accounts of a world's web process. */
export interface TestAccounts {
  readonly ctx: Ctx;
  readonly deps: AccountDeps;
  /** Passwords that were hashed, to store or to compare. */
  readonly hashed: { count: number };
  /** SMS that were sent, newest last; `failure` fails those that follow. */
  readonly sms: { readonly sent: CodeSms[]; failure: Error | null };
  /** Registers, by default under an e-mail address of its own, and returns the address. */
  register(input?: Partial<Parameters<typeof registerInput.parse>[0] & object>, caller?: Partial<Caller>): Promise<string>;
  /** Logs in and returns the bearer token. @throws Error where a code is wanted */
  login(name: string, password?: string, caller?: Partial<Caller>): Promise<string>;
  /** Principal of a bearer token, or null. */
  principalOf(token: string): Promise<Principal | null>;
  /** A caller with the session of a bearer token. */
  callerOf(token: string, set?: Partial<Caller>): Promise<Caller>;
  close(): Promise<void>;
}

/** Opens the accounts of a web process. Another one over the same database shares nothing with it. */
export function openAccounts({ web: ctx, database }: World): TestAccounts {
  const pool: AuthPool = openAuthPool(database.urlOf('quydoi_web'), STATEMENT_TIMEOUT_MS);
  const secrets = [createSecretKey(Buffer.from('test secret of accounts'))] as const;
  const hashed = { count: 0 };
  const sms: TestAccounts['sms'] = { sent: [], failure: null };
  const deps = createAccountDeps(ctx, {
    pool,
    secrets,
    publicUrl: 'http://localhost:3000',
    sms: {
      async sendCode(one) {
        if (sms.failure) throw sms.failure;
        sms.sent.push(one);
      },
    },
    passwords: counted(createPasswords(ctx, secrets, CHEAP), hashed),
  });
  const principalOf = async (token: string) => deps.sessions.find(token);
  return {
    ctx,
    deps,
    hashed,
    sms,
    principalOf,
    async register(input = {}, caller = {}) {
      const email = `lan${randomBytes(6).toString('hex')}@example.vn`;
      const parsed = registerInput.parse({ email, password: PASSWORD, ...input });
      await register(ctx, deps, testCaller(caller), parsed);
      return parsed.email;
    },
    async login(name, password = PASSWORD, caller = {}) {
      const answer = await login(ctx, deps, testCaller(caller), { login: name, password });
      if ('challenge' in answer) throw new Error('a code is wanted');
      return answer.token;
    },
    async callerOf(token, set = {}) {
      const principal = await principalOf(token);
      if (principal === null) throw new Error('no session');
      return testCaller({ principal, ...set });
    },
    close: () => pool.end(),
  };
}

function counted(passwords: Passwords, hashed: { count: number }): Passwords {
  return {
    hash(password) {
      hashed.count += 1;
      return passwords.hash(password);
    },
    bind: passwords.bind,
    hashFor(customerId, password) {
      hashed.count += 1;
      return passwords.hashFor(customerId, password);
    },
    verify(of) {
      hashed.count += 1;
      return passwords.verify(of);
    },
  };
}
