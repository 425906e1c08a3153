import { setTimeout as sleep } from 'node:timers/promises';
import { readError } from '@quydoi/client/errors';
import { accountOf } from '../../customers/accounts.ts';
import { type CodeGenerator, openCodeGenerator } from '../../customers/code-generator.ts';
import { openDevice } from '../../customers/device.ts';
import { RETRYABLE } from '../../customers/retryable.ts';
import { saveEarlier } from '../../customers/save-earlier.ts';
import { openTypedClient, type TypedClient } from '../../customers/typed-client.ts';
import type { ExchangeUnderTest } from '../../system/exchange-under-test.ts';
import { makePayment } from '../../system/sandbox-client.ts';
import { until } from '../../until.ts';
import { hasApp, MEMBERS, SESSIONS } from './plan-wallets.ts';

/** Bank of the members' accounts. */
export const MEMBERS_BANK = 'vcb';
/** Numbers of the members' accounts, far from those of the orders of a run. */
const FIRST_ACCOUNT = 700_000;
const FIRST_DEPOSIT = '5000000';
const OPEN_MS_MAX = 300_000;
const RETRY_MS = 1_000;

/** A customer with an account, with sessions on several devices. */
export interface Member {
  readonly n: number;
  /** Bank account that deposits come from and withdrawals go to. */
  readonly account: string;
  readonly sessions: readonly TypedClient[];
  /** What confirms a payment from the balance. */
  confirm(): Promise<{ readonly code: string } | { readonly password: string }>;
  /** A code of the authenticator app; null without one. */
  readonly codes: CodeGenerator | null;
}

/** Opens the accounts of a run's members, each with a balance, before anything is disturbed. */
export function openMembers(exchange: ExchangeUnderTest): Promise<Member[]> {
  return Promise.all(Array.from({ length: MEMBERS.withApp + MEMBERS.withPassword }, (_, n) => openMember(exchange, n)));
}

async function openMember(exchange: ExchangeUnderTest, n: number): Promise<Member> {
  const login = `member${n}@example.vn`;
  const password = `tra da member ${n}`;
  const account = accountOf('vnd', 'own', FIRST_ACCOUNT + n);
  const [device, ...others] = await Promise.all(Array.from({ length: SESSIONS }, (_, session) => openDevice(exchange, `12.${n}.${session}.1`)));
  if (!device) throw new Error('a member has at least one session');
  const visitor = openTypedClient(exchange, device);
  await patiently(() => visitor.accounts.register.mutate({ email: login, password }));
  const entered = await patiently(() => visitor.accounts.login.mutate({ login, password }));
  let token = 'token' in entered ? entered.token : '';
  let codes: CodeGenerator | null = null;
  const openSession = () => openTypedClient(exchange, { ...device, authorization: `Bearer ${token}` });
  if (hasApp(n)) {
    const begun = await patiently(() => openSession().accounts.setUpTwoFactor.mutate({ password }));
    codes = openCodeGenerator(begun.secret);
    const code = await codes.next();
    ({ token } = await patiently(() => openSession().accounts.activateTwoFactor.mutate({ setUp: begun.setUp, code })));
  }
  const first = openSession();
  await patiently(() => first.destinations.save.mutate({ currency: 'vnd', bank: MEMBERS_BANK, account, password }));
  await saveEarlier(exchange, account);
  const sessions = [first];
  for (const other of others) sessions.push(await logIn(exchange, other, { login, password }, codes));
  await fund(exchange, first, account);
  return { n, account, sessions, codes, confirm: async () => (codes ? { code: await codes.next() } : { password }) };
}

/** Deposits dong, and waits until they are in the balance. */
async function fund(exchange: ExchangeUnderTest, session: TypedClient, account: string): Promise<void> {
  const { deposit } = await patiently(() => session.wallet.get.query());
  const draft = { rail: 'bank', currency: 'vnd', from: account, to: deposit.account, amount: FIRST_DEPOSIT, memo: deposit.memo } as const;
  if ((await makePayment(exchange, draft)) !== 'made') throw new Error('the first deposit of a member was not made');
  await until('the first deposit of a member', OPEN_MS_MAX, async () =>
    (await session.wallet.get.query()).balances.some(({ currency, balance }) => currency === 'vnd' && balance > 0n),
  );
}

async function logIn(
  exchange: ExchangeUnderTest,
  device: Readonly<Record<string, string>>,
  credentials: { readonly login: string; readonly password: string },
  codes: CodeGenerator | null,
): Promise<TypedClient> {
  const visitor = openTypedClient(exchange, device);
  const entered = await patiently(() => visitor.accounts.login.mutate(credentials));
  const begin = async () => {
    if ('token' in entered) return entered.token;
    const code = (await codes?.next()) ?? '';
    return (await patiently(() => visitor.accounts.loginWithCode.mutate({ challenge: entered.challenge, code }))).token;
  };
  return openTypedClient(exchange, { ...device, authorization: `Bearer ${await begin()}` });
}

/** Repeats a call while it is refused for a moment. @throws the refusal otherwise */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  const deadlineMs = performance.now() + OPEN_MS_MAX;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!RETRYABLE.has(readError(error).code) || performance.now() > deadlineMs) throw error;
      await sleep(RETRY_MS);
    }
  }
}
