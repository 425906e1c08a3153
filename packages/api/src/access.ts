import type { Principal } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import type { Access } from '@quydoi/contract/procedure';

/** Principals that each access level admits. */
const ADMITTED: Readonly<Record<Access, readonly Principal['kind'][]>> = {
  anyone: ['visitor', 'customer', 'api-key', 'operator'],
  customer: ['customer'],
  'customer-or-key': ['customer', 'api-key'],
  operator: ['operator'],
};

/**
 * The only authorisation check: holds a principal against a procedure's access level.
 * @throws AppError REQUIRED_LOGIN where signing in would help, else FORBIDDEN
 */
export function checkAccess(access: Access, { kind }: Principal): void {
  if (ADMITTED[access].includes(kind)) return;
  throw new AppError(kind === 'visitor' && access !== 'operator' ? 'REQUIRED_LOGIN' : 'FORBIDDEN');
}
