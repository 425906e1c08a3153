import { refusalOf } from '@quydoi/client/errors';

/** Whether a call failed because its login is over. */
export function isLoginMissing(error: unknown): boolean {
  return refusalOf(error)?.code === 'REQUIRED_LOGIN';
}
