import { answerLookup, type LookupRow, postponeLookup, readLookupsWaiting } from '@quydoi/database/repositories/lookups';
import { LOOKUP_TIMEOUT_MS } from '@quydoi/domain/constants';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import type { LookupResult } from '@quydoi/rails/lookup';
import { RailError } from '@quydoi/rails/rail-error';
import type { Ctx } from '../context.ts';
import { forEachIsolated } from '../for-each-isolated.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { isWalletLookup, WALLET_LOOKUPS } from './lookup-type.ts';

/** Lookups per run, requested concurrently. */
const BATCH_SIZE = 8;
const RETRY_MS = 2_000;

/** Answers pending lookups of the networks that this role can look up. All types except wallets are bank codes. */
export async function answerLookups(ctx: Ctx): Promise<boolean> {
  const canLookUp = (code: CurrencyCode) => ctx.rails.get(CURRENCIES[code].network)?.lookup !== undefined;
  const types = canLookUp('vnd') ? { except: WALLET_LOOKUPS.filter((code) => !canLookUp(code)) } : { only: WALLET_LOOKUPS.filter(canLookUp) };
  const rows = await readLookupsWaiting(ctx.orm, types, ctx.clock.now(), BATCH_SIZE);
  await forEachIsolated(ctx, rows, 'lookup not answered', (row) => answer(ctx, row), { concurrency: BATCH_SIZE });
  return rows.length === BATCH_SIZE;
}

async function answer(ctx: Ctx, row: LookupRow): Promise<void> {
  const hasTimedOut = ctx.clock.now().getTime() - row.requestedAt.getTime() > LOOKUP_TIMEOUT_MS;
  // The caller has timed out, so the provider is not called.
  const result: LookupResult = hasTimedOut ? { state: 'unavailable' } : await requestName(ctx, row);
  const now = ctx.clock.now();
  if (result.state === 'unavailable' && !hasTimedOut) return postponeLookup(ctx.orm, row, new Date(now.getTime() + RETRY_MS));
  return answerLookup(ctx.orm, row, result.state, result.state === 'found' ? result.name : null, now);
}

async function requestName(ctx: Ctx, row: LookupRow): Promise<LookupResult> {
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
