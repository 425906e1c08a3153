import { ACCOUNTS } from './accounts.ts';
import { LOGINS } from './logins.ts';
import type { OpenedPart } from './opened-part.ts';
import { ORDERS } from './orders.ts';
import { TRADES } from './trades.ts';

/** All parts: first those that need no login. */
export const OPENED_PARTS: readonly OpenedPart[] = [...LOGINS, ...TRADES, ...ORDERS, ...ACCOUNTS];
