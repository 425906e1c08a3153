import { AppError } from '@quydoi/contract/errors';
import { ConflictError } from '@quydoi/database/money-tx';
import { SecondOperatorError } from '@quydoi/database/repositories/audit';
import { addRates } from '@quydoi/database/repositories/rates';
import { readSettings } from '@quydoi/database/repositories/settings';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import type { ProfitableCircle } from '@quydoi/domain/price/rate-circle';
import type { Settings } from '@quydoi/domain/settings';
import type { Ctx } from '../../context.ts';
import { circleOf, type RateDraft } from '../../market/rate-drafts.ts';
import { requireSmallMoves } from './require-small-moves.ts';

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

function circleError({ currencies, paid, received }: ProfitableCircle): AppError {
  const [first] = currencies;
  return new AppError('RATE_CIRCLE', {
    circle: [...currencies, first].join(' → '),
    paid: formatDecimal(paid, CURRENCIES[first].scale),
    received: formatDecimal(received, CURRENCIES[first].scale),
  });
}
