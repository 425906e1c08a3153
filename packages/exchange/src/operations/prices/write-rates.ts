import { AppError } from '@quydoi/contract/errors';
import { ConflictError } from '@quydoi/database/money-tx';
import { SecondOperatorError } from '@quydoi/database/repositories/audit';
import { addRates } from '@quydoi/database/repositories/rates';
import { readSettings } from '@quydoi/database/repositories/settings';
import { CURRENCIES, type TradedCode } from '@quydoi/domain/currencies';
import type { SettingDraft } from '@quydoi/domain/defaults';
import { formatDecimal } from '@quydoi/domain/money';
import { derivedPair } from '@quydoi/domain/price/pair-rates';
import { findProfitableCircle, type ProfitableCircle } from '@quydoi/domain/price/rate-circle';
import { isSameRate } from '@quydoi/domain/price/rate-settings';
import type { RateSettings, Settings, Versioned } from '@quydoi/domain/settings';
import type { Ctx } from '../../context.ts';
import { conversionsOf, rateKeyOf } from '../../market/trade.ts';
import { type RateDraft, requireSmallMoves } from './require-small-moves.ts';

/** Maximum attempts while other settings are being made. */
const TRIES_MAX = 8;

/** Consent to rates with a profitable circle. */
export interface ForcedRates {
  readonly force?: boolean | undefined;
  readonly note?: string | undefined;
}

/**
 * Decides new rates from the current settings and writes them together. Errors: RATE_CIRCLE when a circle of trades with one of them would pay more
 * than it costs; VALIDATION_FAILED when that is forced without a note.
 * @throws SecondOperatorError when one of them moves a price by more than one operator may, or such a circle is forced
 */
export async function writeRates(
  ctx: Ctx,
  operator: string,
  { force = false, note }: ForcedRates,
  decide: (settings: Settings) => readonly RateDraft[],
): Promise<{ done: true }> {
  if (force && !note) throw new AppError('VALIDATION_FAILED');
  for (let tries = 1; ; tries += 1) {
    const settings = await readSettings(ctx.orm);
    const drafts = decide(settings);
    const circle = circleOf(settings, drafts);
    if (circle && !force) throw circleError(circle);
    if (ctx.audit && ctx.audit.proposalId === undefined) {
      if (circle) throw new SecondOperatorError(`${operator} may not let ${circle.currencies.join(' → ')} pay more than it costs alone`);
      await requireSmallMoves(ctx, operator, settings, drafts);
    }
    const at = ctx.clock.now();
    try {
      await addRates(ctx.orm, { seen: settings.version, settings: drafts.map((draft) => ({ ...draft, author: operator, at })) }, ctx.audit);
      return { done: true };
    } catch (error) {
      if (!(error instanceof ConflictError) || tries >= TRIES_MAX) throw error;
    }
  }
}

/** Swap pairs that follow a rate, with the values that they get from it; overridden and unchanged ones are left out. */
export function derivedPairs(
  settings: Settings,
  { kind, code, value }: { readonly kind: 'buy' | 'sell'; readonly code: TradedCode; readonly value: RateSettings },
): readonly SettingDraft<'pair'>[] {
  return [...settings.pairs].flatMap(([key, { value: old }]) => {
    const [from, to] = key.split(':') as [TradedCode, TradedCode];
    if (old.overridden || (kind === 'sell' ? from : to) !== code) return [];
    const sell = kind === 'sell' ? value : settings.sell.get(from)?.value;
    const buy = kind === 'buy' ? value : settings.buy.get(to)?.value;
    if (!sell || !buy) return [];
    const derived = derivedPair(sell, buy, old);
    return isSameRate(derived, old) ? [] : [{ kind: 'pair', key, value: derived } as const];
  });
}

function circleOf(settings: Settings, drafts: readonly RateDraft[]): ProfitableCircle | null {
  const isSet = new Set(drafts.map(({ kind, key }) => `${kind} ${key}`));
  return findProfitableCircle(conversionsOf(withRates(settings, drafts)), (terms) => {
    const { kind, key } = rateKeyOf(terms);
    return isSet.has(`${kind} ${key}`);
  });
}

function circleError({ currencies, paid, received }: ProfitableCircle): AppError {
  const [first] = currencies;
  return new AppError('RATE_CIRCLE', {
    circle: [...currencies, first].join(' → '),
    paid: formatDecimal(paid, CURRENCIES[first].scale),
    received: formatDecimal(received, CURRENCIES[first].scale),
  });
}

function withRates(settings: Settings, drafts: readonly RateDraft[]): Settings {
  const overlaid = <K extends string, T>(kind: RateDraft['kind'], map: ReadonlyMap<K, Versioned<T>>) =>
    new Map([
      ...map,
      ...drafts.filter((draft) => draft.kind === kind).map(({ key, value }) => [key as K, { value: value as T, version: 0 }] as const),
    ]);
  return { ...settings, buy: overlaid('buy', settings.buy), sell: overlaid('sell', settings.sell), pairs: overlaid('pair', settings.pairs) };
}
