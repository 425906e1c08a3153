import { answerLookup, type LookupRow, postponeLookup, readLookupsWaiting } from '@quydoi/database/repositories/lookups';
import { LOOKUP_TIMEOUT_MS } from '@quydoi/domain/constants';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { LookupResult } from '@quydoi/rails/rail';
import { RailError } from '@quydoi/rails/rail';
import type { Ctx } from '../context.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { isWalletLookup, WALLET_LOOKUPS } from './lookup-type.ts';

/** How many are asked for at once. */
const AT_ONCE = 8;
const RETRY_MS = 2_000;

/** Answers lookups of wallets whose rail this role may use. */
export async function answerWalletLookups(ctx: Ctx): Promise<boolean> {
  const types = WALLET_LOOKUPS.filter((code) => ctx.rails.get(CURRENCIES[code].network)?.lookup);
  return answerAll(ctx, await readLookupsWaiting(ctx.orm, { only: types }, ctx.clock.now(), AT_ONCE));
}

/** Answers lookups of bank accounts. */
export async function answerBankLookups(ctx: Ctx): Promise<boolean> {
  return answerAll(ctx, await readLookupsWaiting(ctx.orm, { except: WALLET_LOOKUPS }, ctx.clock.now(), AT_ONCE));
}

async function answerAll(ctx: Ctx, rows: readonly LookupRow[]): Promise<boolean> {
  await Promise.all(rows.map((row) => answer(ctx, row)));
  return rows.length === AT_ONCE;
}

async function answer(ctx: Ctx, row: LookupRow): Promise<void> {
  const isOver = ctx.clock.now().getTime() - row.requestedAt.getTime() > LOOKUP_TIMEOUT_MS;
  // Nobody waits for it any more: the provider is not asked.
  const result: LookupResult = isOver ? { state: 'unavailable' } : await ask(ctx, row);
  const now = ctx.clock.now();
  if (result.state === 'unavailable' && !isOver) return postponeLookup(ctx.orm, row, new Date(now.getTime() + RETRY_MS));
  return answerLookup(ctx.orm, row, result.state, result.state === 'found' ? result.name : null, now);
}

async function ask(ctx: Ctx, row: LookupRow): Promise<LookupResult> {
  const isWallet = isWalletLookup(row.type);
  const rail = CURRENCIES[isWalletLookup(row.type) ? row.type : 'vnd'].network;
  try {
    return (await ctx.rails.get(rail)?.lookup?.find(row.account, isWallet ? null : row.type)) ?? { state: 'unavailable' };
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, rail, error.trouble, 'lookup failed');
    return { state: 'unavailable' };
  }
}
