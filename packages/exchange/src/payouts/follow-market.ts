import { ConflictError } from '@quydoi/database/money-tx';
import { addRates, readSetAt, SIGNER_LOGIN } from '@quydoi/database/repositories/rates';
import { readSettings } from '@quydoi/database/repositories/settings';
import { TRADED_CODES, type TradedCode } from '@quydoi/domain/currencies';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { closesCurrency, suspensionByPrice } from '@quydoi/domain/operations/suspension';
import { followedRate, referencesOf } from '@quydoi/domain/price/automatic-rate';
import type { Settings } from '@quydoi/domain/settings';
import { isPricedByMarket } from '../market/abilities.ts';
import { circleOf, derivedPairs, type RateDraft, withRates } from '../market/rate-drafts.ts';
import { resumeNetwork, suspendNetwork } from '../suspend-network.ts';
import type { SignerCtx } from './signer.ts';
import type { Market } from './watch-prices.ts';

/** A value holds at least as long as a quote. The database refuses faster changes. */
const HOLD_MS = MINUTE_MS;

/** What follows from the market for a currency: new versions of its rates, or a reason to close it. */
type Following = { readonly drafts: readonly RateDraft[] } | { readonly trouble: string };

/**
 * Sets the automatic rates of all currencies by the market, as new versions of them and of the pairs that are derived from them. A currency whose
 * references are not sane, or whose rate would be past its bound or close a circle of trades, is closed for new orders, and opened again by the first run
 * that finds it right.
 */
export async function followMarket(ctx: SignerCtx, market: Market): Promise<void> {
  for (const code of TRADED_CODES) {
    const settings = await ctx.settings();
    if (isPricedByMarket(settings, code)) await followCurrency(ctx, code, market);
    else await resumeNetwork(ctx, suspensionByPrice(code));
  }
}

async function followCurrency(ctx: SignerCtx, code: TradedCode, market: Market): Promise<void> {
  const settings = await readSettings(ctx.orm);
  const following = followingOf(settings, code, market);
  if ('trouble' in following) {
    // Every statement on settings wakes this job, also one that adds nothing.
    if (!isClosed(settings, code)) await suspendNetwork(ctx, suspensionByPrice(code), following.trouble);
    return;
  }
  const { drafts } = following;
  if (drafts.length > 0 && !(await write(ctx, settings, drafts))) return;
  await resumeNetwork(ctx, suspensionByPrice(code));
}

function isClosed({ suspensions }: Settings, code: TradedCode): boolean {
  return suspensions.some((one) => one.role === SIGNER_LOGIN && closesCurrency(one, code));
}

function followingOf(settings: Settings, code: TradedCode, { verdicts, prices }: Market): Following {
  for (const reference of referencesOf(code)) {
    const verdict = verdicts.get(reference);
    if (verdict?.state !== 'sane') return { trouble: verdict?.detail ?? `${reference} is not watched` };
  }
  let drafts: readonly RateDraft[] = [];
  for (const kind of ['buy', 'sell'] as const) {
    const rate = settings[kind].get(code)?.value;
    const followed = rate ? followedRate(kind, code, rate, prices) : null;
    if (!rate || !followed) continue;
    if ('beyond' in followed) return { trouble: followed.beyond };
    if (followed.value === rate.value) continue;
    const value = { ...rate, value: followed.value };
    const pairs = derivedPairs(withRates(settings, drafts), { kind, code, value });
    drafts = [...drafts, { kind, key: code, value }, ...pairs];
  }
  const circle = circleOf(settings, drafts);
  return circle ? { trouble: `${circle.currencies.join(' → ')} would pay more than it costs` } : { drafts };
}

/** Writes new versions, unless one that they replace is younger than a minute, or operators have set something meanwhile. */
async function write(ctx: SignerCtx, settings: Settings, drafts: readonly RateDraft[]): Promise<boolean> {
  const at = ctx.clock.now();
  for (const { kind, key } of drafts) {
    const version = kind === 'pair' ? undefined : settings[kind].get(key)?.version;
    if (version !== undefined && at.getTime() - (await readSetAt(ctx.orm, version)).getTime() < HOLD_MS) return false;
  }
  try {
    await addRates(ctx.orm, { seen: settings.version, settings: drafts.map((draft) => ({ ...draft, author: SIGNER_LOGIN, at })) });
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
  const values = drafts.flatMap(({ kind, key, value }) => (kind === 'pair' ? [] : [`${kind} ${key} ${value.value}`]));
  ctx.logger.info({ values }, 'rates follow the market');
  return true;
}
