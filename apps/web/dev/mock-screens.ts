import { setTimeout as sleep } from 'node:timers/promises';
import type { accountProcedures } from '@quydoi/contract/accounts';
import type { Principal } from '@quydoi/contract/caller';
import type { PortsOf } from '@quydoi/contract/procedure';
import { refuseWrong } from './mock-security.ts';

const CALL_MS = 300;
/** Customers of the mock who want their screens to be locked, and those whose screen is, by their id: each has one session. */
const wanting = new Set<string>();
const locked = new Set<string>();

const idOf = (principal: Principal) => (principal.kind === 'customer' ? principal.customerId : '');

/** Whether a customer wants screens to be locked. */
export function isMockLockWanted(principal: Principal): boolean {
  return wanting.has(idOf(principal));
}

/** Notes what a customer wants of their screens. */
export function wantMockLock(principal: Principal, isWanted: boolean): void {
  if (isWanted) wanting.add(idOf(principal));
  else wanting.delete(idOf(principal));
}

/** A login begins a session whose screen is not locked. */
export function unlockMock(principal: Principal | undefined): void {
  if (principal) locked.delete(idOf(principal));
}

/** The principal with the lock of its screen. */
export function withMockLock(principal: Principal | null): Principal | null {
  return principal?.kind === 'customer' && locked.has(principal.customerId) ? { ...principal, isLocked: true } : principal;
}

/** Screens of the mock's customers. */
export const mockScreens: Partial<PortsOf<{ accounts: typeof accountProcedures }>['accounts']> = {
  screen: async ({ principal }) => ({
    isLockScreen: isMockLockWanted(principal),
    isLocked: locked.has(idOf(principal)),
    name: 'Nguyễn Văn An',
  }),
  lockScreen: async ({ principal }) => {
    if (isMockLockWanted(principal)) locked.add(idOf(principal));
    return { done: true };
  },
  unlockScreen: async ({ principal }, { password }) => {
    await sleep(CALL_MS);
    refuseWrong(password);
    locked.delete(idOf(principal));
    return { done: true };
  },
  logout: async ({ principal }) => {
    locked.delete(idOf(principal));
    return { done: true };
  },
};
