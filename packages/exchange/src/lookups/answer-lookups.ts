import { answerLookup, type LookupRow, postponeLookup, readLookupsWaiting } from '@quydoi/database/repositories/lookups';
import { LOOKUP_TIMEOUT_MS } from '@quydoi/domain/constants';
import { CURRENCIES } from '@quydoi/domain/currencies';
import type { NetworkCode } from '@quydoi/domain/networks';
import type { Lookup, LookupResult } from '@quydoi/rails/lookup';
import { RailError } from '@quydoi/rails/rail-error';
import type { Ctx } from '../context.ts';
import { describeRailError } from '../describe-rail-error.ts';
import { NEVER_STOPPED, processDue } from '../process-due.ts';
import { onRailTrouble } from '../rail-trouble.ts';
import { untilStopped } from '../until-stopped.ts';
import { isWalletLookup, WALLET_LOOKUPS } from './lookup-type.ts';

/** Concurrent lookups of a network. */
const SLOTS = 8;
const RETRY_MS = 2_000;

/** Answers the pending lookups of a network. All types except wallets are bank codes. */
export async function answerLookups(ctx: Ctx, network: NetworkCode, stopped: AbortSignal = NEVER_STOPPED): Promise<boolean> {
  const { lookup } = ctx.rails.get(network) ?? {};
  if (!lookup) return false;
  const wallets = WALLET_LOOKUPS.filter((code) => CURRENCIES[code].network === network);
  const types = CURRENCIES.vnd.network === network ? { except: WALLET_LOOKUPS } : { only: wallets };
  return processDue(ctx, {
    concurrency: SLOTS,
    failure: 'lookup not answered',
    stopped,
    readDue: (limit) => readLookupsWaiting(ctx.orm, types, ctx.clock.now(), limit),
    idOf: ({ type, account }) => `${type}:${account}`,
    // Accounts are personal data.
    fieldsOf: ({ type }) => ({ network, type }),
    work: (row) => answer(ctx, network, lookup, row),
  });
}

async function answer(ctx: Ctx, network: NetworkCode, lookup: Lookup, row: LookupRow): Promise<void> {
  const hasTimedOut = ctx.clock.now().getTime() - row.requestedAt.getTime() > LOOKUP_TIMEOUT_MS;
  // The caller has timed out, so the provider is not called.
  const result: LookupResult = hasTimedOut ? { state: 'unavailable' } : await requestName(ctx, network, lookup, row);
  const now = ctx.clock.now();
  if (result.state === 'unavailable' && !hasTimedOut) return postponeLookup(ctx.orm, row, new Date(now.getTime() + RETRY_MS));
  return answerLookup(ctx.orm, row, result.state, result.state === 'found' ? result.name : null, now);
}

async function requestName(ctx: Ctx, network: NetworkCode, lookup: Lookup, { type, account }: LookupRow): Promise<LookupResult> {
  try {
    const found = await untilStopped(ctx, () => lookup.find(account, isWalletLookup(type) ? null : type, ctx.clock.now()));
    return found ?? { state: 'unavailable' };
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, network, error.trouble, 'lookup failed', { type, reason: describeRailError(error) });
    return { state: 'unavailable' };
  }
}
