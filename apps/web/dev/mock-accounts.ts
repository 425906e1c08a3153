import { setTimeout as sleep } from 'node:timers/promises';
import type { FindSession } from '@quydoi/api/http/session';
import type { accountProcedures, CustomerView } from '@quydoi/contract/accounts';
import type { Principal } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { OrderListInput, OrderListView } from '@quydoi/contract/orders/order-list';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import type { PortsOf } from '@quydoi/contract/procedure';
import { LOGIN_CODE_SECONDS, SESSION_DAYS } from '@quydoi/domain/constants';
import { isClaimWaiting } from '../src/features/order/claim/claim-state.ts';
import { keepMockAvatar, mockAvatarOf } from './mock-avatars.ts';
import { NO_IDENTITY } from './mock-identity.ts';
import { mockPasskeys } from './mock-passkeys.ts';
import { isMockLockWanted, mockScreens, unlockMock, wantMockLock, withMockLock } from './mock-screens.ts';
import { mockSecurity, refuseWrong, refuseWrongCode, SAFE_ID, SENT_TO, SMS_ID } from './mock-security.ts';

/** A login that begins so is of an account that has confirmed nothing and ordered nothing. */
const NEW_START = 'new';
/** Logins that begin so are of accounts that want a code: of an app, and by SMS. */
const SAFE_START = 'safe';
const SMS_START = 'sms';
/** The password that is too common for a new one. */
const COMMON = 'password';
/** The password of an account that has open orders, which keep it from being deleted. */
const ORDERS_OPEN = 'orders-open';
/** The token of a link that is good. */
export const MOCK_LINK = 'good';
const CALL_MS = 300;
const DAY_MS = 86_400_000;

const ESTABLISHED: Principal = { kind: 'customer', customerId: '7KQ2M9XR', sessionId: 'established' };
const NEW_ID = '4B7KQ2M9';
const NEW: Principal = { kind: 'customer', customerId: NEW_ID, sessionId: 'new' };
const SAFE: Principal = { kind: 'customer', customerId: SAFE_ID, sessionId: 'safe' };
const SMS: Principal = { kind: 'customer', customerId: SMS_ID, sessionId: 'sms' };
/** Sessions by their token. */
const SESSIONS = new Map([
  ['mock-established', ESTABLISHED],
  ['mock-new', NEW],
  ['mock-safe', SAFE],
  ['mock-sms', SMS],
]);

const CUSTOMER: CustomerView = {
  id: '7KQ2M9XR',
  email: 'nguyen.van.an@example.com',
  isEmailVerified: true,
  username: 'nguyenvanan',
  avatar: null,
  fullName: 'Nguyễn Văn An',
  firstName: '',
  lastName: '',
  birthday: '1990-12-31',
  passportId: 'C1234567',
  phoneNumber: '0912345678',
  streetAddress1: '12 Lê Lợi',
  streetAddress2: '',
  city: 'TP. Hồ Chí Minh',
  postalCode: '700000',
  countryCode: 'VN',
  language: 'vi',
  timeZone: 'Asia/Ho_Chi_Minh',
  currencyKey: 'vnd',
  isLockScreen: false,
  sponsor: null,
  docStatus: 'not_uploaded',
  twoFactor: 'none',
  createdAt: new Date(0),
};

const customerOf = (principal: Principal): CustomerView => {
  const id = principal.kind === 'customer' ? principal.customerId : CUSTOMER.id;
  const customer = { ...CUSTOMER, id, avatar: mockAvatarOf(id), isLockScreen: isMockLockWanted(principal) };
  if (id === NEW_ID) return { ...customer, email: 'new@example.com', isEmailVerified: false, username: null };
  if (id === SMS_ID) return { ...customer, email: 'sms@example.com', twoFactor: 'sms' };
  return id === SAFE_ID ? { ...customer, email: 'safe@example.com', twoFactor: 'authenticator' } : customer;
};

/** Finds the mock's sessions. */
export const findMockSession: FindSession = (token) => withMockLock(SESSIONS.get(token) ?? null);

/** Accounts of the mock: one is new, one wants a code. */
export const mockAccounts: Partial<PortsOf<{ accounts: typeof accountProcedures }>['accounts']> = {
  register: async (_caller, { password }) => {
    await sleep(CALL_MS);
    refuseCommon(password);
    return { status: 'accepted' };
  },
  login: async (_caller, { login, password }) => {
    await sleep(CALL_MS);
    refuseWrong(password);
    const expiresAt = new Date(Date.now() + LOGIN_CODE_SECONDS * 1_000);
    if (login.startsWith(SAFE_START)) return { challenge: SAFE_START, expiresAt, twoFactor: 'authenticator', sentTo: null };
    if (login.startsWith(SMS_START)) return { challenge: SMS_START, expiresAt, twoFactor: 'sms', sentTo: SENT_TO };
    const token = login.startsWith(NEW_START) ? 'mock-new' : 'mock-established';
    unlockMock(SESSIONS.get(token));
    return sessionOf(token);
  },
  loginWithCode: async (_caller, { challenge, code }) => {
    await sleep(CALL_MS);
    refuseWrongCode(code, challenge === SMS_START ? 'sms' : undefined);
    return sessionOf(challenge === SMS_START ? 'mock-sms' : 'mock-safe');
  },
  me: async ({ principal }) => customerOf(principal),
  ...mockScreens,
  setAvatar: async (caller, { image }) => {
    await keepMockAvatar(caller, image);
    return customerOf(caller.principal);
  },
  removeAvatar: async (caller) => {
    await keepMockAvatar(caller, null);
    return customerOf(caller.principal);
  },
  updateProfile: async ({ principal }, input) => {
    await sleep(CALL_MS);
    if (input.isLockScreen !== undefined) wantMockLock(principal, input.isLockScreen);
    const given = Object.entries(input).filter(([, value]) => value !== undefined);
    return { ...customerOf(principal), ...Object.fromEntries(given) };
  },
  exportData: async () => {
    await sleep(CALL_MS);
    const twoFactor = { twoFactor: CUSTOMER.twoFactor, since: null, recoveryCodesLeft: 0, sentTo: null, isSmsOffered: true };
    return {
      exportedAt: new Date(),
      customer: CUSTOMER,
      twoFactor,
      passkeys: [],
      sessions: [],
      devices: [{ seenAt: new Date() }],
      destinations: [],
      identity: NO_IDENTITY,
      avatar: null,
      orders: [],
      wallet: { balances: [], addresses: [], statement: [], withdrawals: [] },
      referrals: [],
    };
  },
  deleteAccount: async ({ principal }, { password, code = '' }) => {
    await sleep(CALL_MS);
    if (password === ORDERS_OPEN) throw new AppError('ORDERS_OPEN');
    refuseWrong(password);
    if (principal === SAFE || principal === SMS) refuseWrongCode(code);
    return { done: true };
  },
  changePassword: async (_caller, { currentPassword, newPassword }) => {
    await sleep(CALL_MS);
    refuseCommon(newPassword);
    refuseWrong(currentPassword);
    return sessionOf('mock-established');
  },
  ...mockSecurity(sessionOf),
  ...mockPasskeys(sessionOf),
  verifyEmail: async (_caller, { token }) => {
    refuseOtherThanGood(token);
    return { done: true };
  },
  resetPassword: async (_caller, { token, newPassword }) => {
    await sleep(CALL_MS);
    refuseCommon(newPassword);
    refuseOtherThanGood(token);
    return { done: true };
  },
};

/** The session that a token of the mock begins. */
function sessionOf(token: string) {
  return { token, expiresAt: new Date(Date.now() + SESSION_DAYS * DAY_MS) };
}

function refuseCommon(password: string): void {
  if (password === COMMON) throw new AppError('PASSWORD_COMMON');
}

function refuseOtherThanGood(token: string): void {
  if (token !== MOCK_LINK) throw new AppError('LINK_INVALID');
}

/** The orders of a customer: all that there are, or none of the new one's. */
export function listOf(orders: readonly OrderView[], principal: Principal, { kind, offset, limit }: OrderListInput): OrderListView {
  const own = principal === NEW ? [] : orders.filter((order) => kind === undefined || order.kind === kind);
  const items = own.slice(offset, offset + limit).map((order) => ({ ...order, isClaimed: isClaimWaiting(order) }));
  return { items, total: kind === undefined ? own.length : null, offset, limit };
}
