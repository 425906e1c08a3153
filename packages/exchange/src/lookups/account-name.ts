import { createHash } from 'node:crypto';
import type { Caller } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { ACCOUNT_NAME_INVALID, type AccountNameInput, type AccountNameView, WAITING } from '@quydoi/contract/lookups';
import { askLookup, type LookupRow } from '@quydoi/database/repositories/lookups';
import { findBank } from '@quydoi/domain/bank/banks';
import { LOOKUP_MIN_LENGTH, LOOKUP_POLL_MS, LOOKUP_TIMEOUT_MS } from '@quydoi/domain/constants';
import { holderMarkCode } from '@quydoi/domain/holder-mark';
import type { Settings } from '@quydoi/domain/settings';
import type { Ctx } from '../context.ts';
import { checkedBankAccount, checkedDestination } from '../market/destination.ts';
import { isWalletLookup } from './lookup-type.ts';
import type { NameBudgets } from './name-budgets.ts';

/** Cache lifetime per result: names change rarely, invalid numbers may become valid, outages are short. */
const FRESH_MS = { found: 24 * 3_600_000, invalid: 5 * 60_000, unavailable: 30_000 } as const;

/** Dependencies of name lookups. */
export interface LookupDeps {
  findLookup(type: string, account: string): Promise<LookupRow | null>;
  readonly nameBudgets: NameBudgets;
}

/**
 * Returns an account's holder name. The first call requests the lookup and returns WAITING; poll every 2 s. Errors: SIGNATURE_INVALID, and those of
 * `lookupName`.
 */
export async function accountName(ctx: Ctx, deps: LookupDeps, caller: Caller, input: AccountNameInput): Promise<AccountNameView> {
  const settings = await ctx.settings();
  const account = input.accountNumber.replaceAll(/\s/g, '');
  if (input.more !== undefined && input.more !== '' && input.more !== checksum(input)) throw new AppError('SIGNATURE_INVALID');
  if (account.length < LOOKUP_MIN_LENGTH) return { accountName: ACCOUNT_NAME_INVALID };
  return { accountName: await lookupName(ctx, deps, caller, input.type, normalized(settings, input.type, account)) };
}

/**
 * Returns the current lookup result: the name, WAITING or ACCOUNT_NAME_INVALID.
 * Errors: LOOKUP_UNAVAILABLE, also for a bank without a BIN, TOO_MANY_REQUESTS for a wallet's name beyond the caller's budget.
 */
export async function lookupName(ctx: Ctx, deps: LookupDeps, caller: Caller, type: string, account: string): Promise<string> {
  if (!isWalletLookup(type) && findBank(type)?.bin == null) throw new AppError('LOOKUP_UNAVAILABLE');
  const known = await deps.findLookup(type, account);
  if (known === null) {
    await deps.nameBudgets.ask(caller, type, account);
    return WAITING;
  }
  deps.nameBudgets.refuseSpent(caller, type, account);
  const now = ctx.clock.now();
  if (known.state === 'waiting') {
    if (now.getTime() - known.requestedAt.getTime() > LOOKUP_TIMEOUT_MS) throw new AppError('LOOKUP_UNAVAILABLE');
    return WAITING;
  }
  if (isFresh(known, now)) return answerOf(known);
  await askLookup(ctx.orm, type, account, now);
  return WAITING;
}

/** Waits for a lookup result, at most `waitMs`. */
export async function awaitName(ctx: Ctx, deps: LookupDeps, caller: Caller, type: string, account: string, waitMs: number): Promise<string> {
  const until = ctx.clock.now().getTime() + waitMs;
  for (;;) {
    const name = await lookupName(ctx, deps, caller, type, account);
    if (name !== WAITING || ctx.clock.now().getTime() >= until) return name;
    await ctx.clock.sleep(LOOKUP_POLL_MS / 10);
  }
}

/** Checksum that clients of the REST API send as `more`. Not a protection; rate limits are. */
function checksum(input: AccountNameInput): string {
  return createHash('sha256').update(`${input.type}:${input.accountNumber}`).digest('hex');
}

function normalized(settings: Settings, type: string, account: string): string {
  if (isWalletLookup(type)) return checkedDestination(settings, type, account, null).account;
  if (!findBank(type)) throw new AppError('CURRENCY_NOT_SUPPORTED', { code: type });
  return checkedBankAccount(settings, type, account);
}

function isFresh(row: LookupRow, now: Date): boolean {
  if (row.state === 'waiting' || row.resolvedAt === null) return false;
  // The holder of a marked wallet may have done by now what it takes.
  const isMarked = row.name !== null && isWalletLookup(row.type) && holderMarkCode(row.name) !== null;
  return now.getTime() - row.resolvedAt.getTime() < FRESH_MS[isMarked ? 'invalid' : row.state];
}

function answerOf(row: LookupRow): string {
  if (row.state === 'found' && row.name) return row.name;
  if (row.state === 'invalid') return ACCOUNT_NAME_INVALID;
  throw new AppError('LOOKUP_UNAVAILABLE');
}
