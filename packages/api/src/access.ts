import type { Principal } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { Access, Procedure } from '@quydoi/contract/procedure';

/** Principals that each access level admits. */
const ADMITTED: Readonly<Record<Access, readonly Principal['kind'][]>> = {
  anyone: ['visitor', 'customer', 'api-key', 'operator'],
  customer: ['customer'],
  'customer-or-key': ['customer', 'api-key'],
  operator: ['operator'],
};

/**
 * The only authorisation check: holds a principal against a procedure's access level.
 * @throws AppError REQUIRED_LOGIN where signing in would help, SCREEN_LOCKED where unlocking the session would, else FORBIDDEN
 */
export function checkAccess({ access, whileLocked }: Pick<Procedure, 'access' | 'whileLocked'>, principal: Principal): void {
  const { kind } = principal;
  if (ADMITTED[access].includes(kind)) {
    if (isLocked(principal) && access !== 'anyone' && !whileLocked) throw new AppError('SCREEN_LOCKED');
    return;
  }
  throw new AppError(kind === 'visitor' && access !== 'operator' ? 'REQUIRED_LOGIN' : 'FORBIDDEN');
}

/** Whether a principal is a customer's session whose screen is locked. */
export function isLocked(principal: Principal): boolean {
  return principal.kind === 'customer' && principal.isLocked === true;
}
