import { stored } from './stored.ts';

/** Bearer token of this device's login; empty without one. The server also keeps it in a cookie that no script reads. */
export const sessionToken = stored('token', '', (value): value is string => typeof value === 'string');

/** Forgets the login, after the server has ended it. */
export function forgetSession(): void {
  sessionToken.update(() => '');
}
