import { stored } from '../../lib/stored.ts';

/**
 * Path of the order whose page a visitor left for an account's pages, to return to after logging in; empty otherwise. Not of one tab alone: the link that
 * confirms a new account's address opens another.
 */
const leftOrder = stored<string>('leftOrder', '', (value): value is string => typeof value === 'string');

/** Where a visitor is asked to log in, and what leads there from every page. */
const ACCOUNT_PATHS = /^\/(login|register|forgot|history\/trade)$/;

/** Notes that an order's page is left. @param path the order's @param next the path that is opened instead */
export function noteOrderLeft(path: string, next: string): void {
  leftOrder.update(() => (ACCOUNT_PATHS.test(next) ? path : ''));
}

/** Takes the path of the order to return to; empty if there is none. */
export function takeLeftOrder(): string {
  const path = leftOrder.get();
  leftOrder.update(() => '');
  return path;
}
