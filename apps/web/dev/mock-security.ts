import { setTimeout as sleep } from 'node:timers/promises';
import type { accountProcedures, SessionView, StartedSessionView, TwoFactorView } from '@quydoi/contract/accounts';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { PortsOf } from '@quydoi/contract/procedure';
import { readMobileNumber } from '@quydoi/domain/customer/mobile-number';

/** Customers whose second factor is on: of an app, and by SMS. */
export const SAFE_ID = '5AFE5AFE';
export const SMS_ID = '535M535M';
/** Where the mock's SMS go. */
export const SENT_TO = '•••••••678';
/** The number that no SMS can be sent to. */
const UNREACHABLE = '0900000000';
/** The password that is refused everywhere. */
const WRONG = 'wrong-password';
/** The code of the authenticator app that is right, one that was used before, and a recovery code. */
const RIGHT_CODE = '123456';
const USED_CODE = '111111';
const RECOVERY_CODE = 'ABCDE23456';
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
/** What is being set up, where codes are to come by SMS. */
const OF_SMS = 'set-up by sms';
const CALL_MS = 300;
const HOUR_MS = 3_600_000;

/** Time between two SMS. */
const PAUSE_MS = 5_000;

const OFF: TwoFactorView = { twoFactor: 'none', since: null, recoveryCodesLeft: 0, sentTo: null, isSmsOffered: true };

type Accounts = PortsOf<{ accounts: typeof accountProcedures }>['accounts'];

/** @throws AppError CREDENTIALS_INVALID */
export function refuseWrong(password: string): void {
  if (password === WRONG) throw new AppError('CREDENTIALS_INVALID');
}

/** @throws AppError CODE_INVALID, CODE_USED */
export function refuseWrongCode(typed: string, of: 'sms' | 'authenticator' = 'authenticator'): void {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  if (code === USED_CODE) throw new AppError('CODE_USED', { of });
  if (code !== RIGHT_CODE && code !== RECOVERY_CODE) throw new AppError('CODE_INVALID', { of });
}

/** Second factors and sessions of the mock's accounts. @param sessionOf begins the session of a token */
export function mockSecurity(sessionOf: (token: string) => StartedSessionView): Partial<Accounts> {
  /** Second factors that were switched on or off, by customer. */
  const factors = new Map<string, TwoFactorView>([
    [SAFE_ID, { ...OFF, twoFactor: 'authenticator', since: new Date(Date.now() - 700 * HOUR_MS), recoveryCodesLeft: 2 }],
    [SMS_ID, { ...OFF, twoFactor: 'sms', since: new Date(Date.now() - 700 * HOUR_MS), recoveryCodesLeft: 8, sentTo: SENT_TO }],
  ]);
  /** Ends of sessions, by customer. */
  const ended = new Map<string, Set<string>>();
  const endedOf = (caller: Caller) => ended.get(customerOf(caller)) ?? new Set<string>();
  const restart = (caller: Caller, factor: TwoFactorView) => {
    factors.set(customerOf(caller), factor);
    return sessionOf(mockTokenOf(customerOf(caller)));
  };
  const on = (sentTo: string | null): TwoFactorView => ({
    ...OFF,
    twoFactor: sentTo === null ? 'authenticator' : 'sms',
    since: new Date(),
    recoveryCodesLeft: 10,
    sentTo,
  });
  const sent = () => ({ sentTo: SENT_TO, againAt: new Date(Date.now() + PAUSE_MS), expiresAt: new Date(Date.now() + 10 * PAUSE_MS) });

  return {
    twoFactor: async (caller) => factors.get(customerOf(caller)) ?? OFF,
    setUpTwoFactor: async (_caller, { password }) => {
      await sleep(CALL_MS);
      refuseWrong(password);
      const uri = `otpauth://totp/Quy%20%C4%90%E1%BB%95i:an%40example.com?issuer=Quy%20%C4%90%E1%BB%95i&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`;
      return { secret: SECRET, uri, setUp: 'set-up', expiresAt: new Date(Date.now() + HOUR_MS) };
    },
    setUpSms: async (_caller, { password, phone }) => {
      await sleep(CALL_MS);
      if (readMobileNumber(phone) === null) throw new AppError('PHONE_INVALID');
      refuseWrong(password);
      if (phone === UNREACHABLE) throw new AppError('SMS_NOT_SENT');
      return { ...sent(), setUp: OF_SMS };
    },
    sendCode: async () => {
      await sleep(CALL_MS);
      return sent();
    },
    activateTwoFactor: async (caller, { setUp, code }) => {
      await sleep(CALL_MS);
      refuseWrongCode(code, setUp === OF_SMS ? 'sms' : undefined);
      return { ...restart(caller, on(setUp === OF_SMS ? SENT_TO : null)), recoveryCodes: recoveryCodes() };
    },
    replaceRecoveryCodes: async (caller, { password, code }) => {
      await sleep(CALL_MS);
      refuseWrong(password);
      refuseWrongCode(code);
      return { ...restart(caller, on(factors.get(customerOf(caller))?.sentTo ?? null)), recoveryCodes: recoveryCodes() };
    },
    turnOffTwoFactor: async (caller, { password, code }) => {
      await sleep(CALL_MS);
      refuseWrong(password);
      refuseWrongCode(code);
      return restart(caller, OFF);
    },
    listSessions: async (caller) => ({ items: sessionsAt(new Date()).filter(({ id }) => !endedOf(caller).has(id)) }),
    revokeSession: async (caller, { id }) => {
      await sleep(CALL_MS);
      ended.set(customerOf(caller), endedOf(caller).add(id));
      return { done: true };
    },
    revokeOtherSessions: async (caller) => {
      await sleep(CALL_MS);
      const others = sessionsAt(new Date()).filter(({ isCurrent }) => !isCurrent);
      ended.set(customerOf(caller), new Set(others.map(({ id }) => id)));
      return { done: true };
    },
  };
}

/** Token of the session of a customer of the mock. */
export function mockTokenOf(customerId: string): string {
  if (customerId === SAFE_ID) return 'mock-safe';
  return customerId === SMS_ID ? 'mock-sms' : 'mock-established';
}

function customerOf({ principal }: Caller): string {
  return principal.kind === 'customer' ? principal.customerId : '';
}

function recoveryCodes(): string[] {
  return Array.from('23456789AB', (character) => `ABCD${character}-2345${character}`);
}

function sessionsAt(now: Date): SessionView[] {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0';
  const sessions = [
    ['phone', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, '203.0.113.7', 0],
    ['desk', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/138.0.0.0`, '2001:db8:4006:80b:1234:5678:9abc:def0', 30],
    ['other', '', '198.51.100.23', 250],
  ] as const;
  return sessions.map(([id, userAgent, ip, hours]) => {
    const createdAt = new Date(now.getTime() - hours * HOUR_MS);
    return { id, isCurrent: id === 'phone', userAgent, ip, createdAt, expiresAt: new Date(createdAt.getTime() + 14 * 24 * HOUR_MS) };
  });
}
