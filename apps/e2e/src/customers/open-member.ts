import { setTimeout as sleep } from 'node:timers/promises';
import { readError } from '@quydoi/client/errors';
import type { ExchangeUnderTest } from '../system/exchange-under-test.ts';
import { type CodeGenerator, openCodeGenerator } from './code-generator.ts';
import { openDevice } from './device.ts';
import { RETRYABLE } from './retryable.ts';
import { saveEarlier } from './save-earlier.ts';
import { openTypedClient, type TypedClient } from './typed-client.ts';

const OPEN_MS_MAX = 300_000;
const RETRY_MS = 1_000;

/** A customer with an account. */
export interface Member {
  /** One client for each device that the member is logged in on. */
  readonly sessions: readonly [TypedClient, ...TypedClient[]];
  /** The authenticator app; null without a second factor. */
  readonly codes: CodeGenerator | null;
  /** What confirms a payment from the balance. */
  confirm(): Promise<{ readonly code: string } | { readonly password: string }>;
}

/** A member to be opened. */
export interface MemberDraft {
  /** Part of the e-mail address. */
  readonly name: string;
  /** Client address of each device that the member logs in on, as a trusted proxy tells it. */
  readonly clientAddresses: readonly [string, ...string[]];
  readonly withApp: boolean;
  /** Accounts and wallets that have been saved for long enough to be withdrawn to. */
  readonly destinations: readonly { readonly currency: string; readonly bank?: string; readonly account: string }[];
}

/** Registers a customer, switches the second factor on if wanted, saves destinations, and logs in on each device. */
export async function openMember(exchange: ExchangeUnderTest, { name, clientAddresses, withApp, destinations }: MemberDraft): Promise<Member> {
  const credentials = { login: `${name}@example.vn`, password: `tra da ${name} 7 gio` };
  const { login: email, password } = credentials;
  const [address, ...others] = clientAddresses;
  const device = await openDevice(exchange, address);
  const visitor = openTypedClient(exchange, device);
  await patiently(() => visitor.accounts.register.mutate({ email, password }));
  const entered = await patiently(() => visitor.accounts.login.mutate(credentials));
  let token = 'token' in entered ? entered.token : '';
  let codes: CodeGenerator | null = null;
  const openSession = () => openTypedClient(exchange, { ...device, authorization: `Bearer ${token}` });
  if (withApp) {
    const begun = await patiently(() => openSession().accounts.setUpTwoFactor.mutate({ password }));
    codes = openCodeGenerator(begun.secret);
    const code = await codes.next();
    ({ token } = await patiently(() => openSession().accounts.activateTwoFactor.mutate({ setUp: begun.setUp, code })));
  }
  const first = openSession();
  for (const destination of destinations) {
    await patiently(() => first.destinations.save.mutate({ ...destination, password }));
    await saveEarlier(exchange, destination.account);
  }
  const sessions: [TypedClient, ...TypedClient[]] = [first];
  for (const other of others) sessions.push(await logIn(exchange, other, credentials, codes));
  return { sessions, codes, confirm: async () => (codes ? { code: await codes.next() } : { password }) };
}

async function logIn(
  exchange: ExchangeUnderTest,
  address: string,
  credentials: { readonly login: string; readonly password: string },
  codes: CodeGenerator | null,
): Promise<TypedClient> {
  const device = await openDevice(exchange, address);
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
