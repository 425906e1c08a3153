import { SecondOperatorError } from '@quydoi/database/repositories/audit';
import { readRatesBefore } from '@quydoi/database/repositories/rates';
import { DAY_MS } from '@quydoi/domain/durations';
import type { RateSettings, Settings, Versioned } from '@quydoi/domain/settings';
import type { Ctx } from '../../context.ts';
import type { RateDraft } from '../../market/rate-drafts.ts';
import { isFollowedValueMovedMore, isRateMovedMore } from '../../market/trade.ts';

/**
 * Requires that rates, derived ones among them, stay near those that were in force before the operator's changes of the last 24 hours.
 * @throws SecondOperatorError when one moves a price by more than one operator may
 */
export async function requireSmallMoves(ctx: Ctx, operator: string, settings: Settings, drafts: readonly RateDraft[]): Promise<void> {
  const { set, inForce } = await readRatesBefore(ctx.orm, operator, new Date(ctx.clock.now().getTime() - DAY_MS));
  const { secondOperator } = settings;
  for (const draft of drafts) {
    const isFar =
      isRateMovedMore(settings, draft, rateIn(set, draft), draft.value, secondOperator) ||
      isFollowedValueMovedMore(settings, draft, rateIn(inForce, draft), draft.value, secondOperator);
    if (isFar) throw new SecondOperatorError(`${operator} may not change ${draft.kind} ${draft.key} that far alone`);
  }
}

function rateIn({ buy, sell, pairs }: Pick<Settings, 'buy' | 'sell' | 'pairs'>, { kind, key }: RateDraft): RateSettings | null {
  const rates: Readonly<Record<RateDraft['kind'], ReadonlyMap<string, Versioned<RateSettings>>>> = { buy, sell, pair: pairs };
  return rates[kind].get(key)?.value ?? null;
}
