import { ConflictError } from '@quydoi/database/money-tx';
import { readFeeCoins } from '@quydoi/database/repositories/balance-checks';
import { addRates, readSetAt, SIGNER_LOGIN } from '@quydoi/database/repositories/rates';
import { readSettings } from '@quydoi/database/repositories/settings';
import { CURRENCIES, TRADED_CODES, type TradedCode } from '@quydoi/domain/currencies';
import { MINUTE_MS } from '@quydoi/domain/durations';
import type { NetworkCode } from '@quydoi/domain/networks';
import { costIn, followedFee } from '@quydoi/domain/price/automatic-fee';
import { followedFeeDrafts, isCostStale } from './followed-fee-drafts.ts';
import type { SignerCtx } from './signer.ts';

/** Costs of payouts in the network's fee coin, in its minor units, by currency; null while they cannot be read. */
export type PayoutCosts = ((code: TradedCode) => bigint) | null;

/** A fee holds at least as long as a quote. The database refuses faster changes. */
const HOLD_MS = MINUTE_MS;

/**
 * Sets the automatic fees of a network's currencies by the present costs of their payouts, as new versions of their buy rates and of the pairs that
 * follow these. Orders keep the version that they were made at. While costs cannot be read, fees stay as they are, and rise to their caps after an hour.
 */
export async function followCosts(ctx: SignerCtx, network: NetworkCode, costs: PayoutCosts): Promise<void> {
  const { buy } = await ctx.settings();
  const codes = TRADED_CODES.filter((code) => CURRENCIES[code].network === network && buy.get(code)?.value.automaticFee);
  if (codes.length === 0) return;
  if (costs === null && !isCostStale(await readFeeCoins(ctx.orm), network, ctx.clock.now())) return;
  for (const code of codes) await followCost(ctx, code, costs);
}

async function followCost(ctx: SignerCtx, code: TradedCode, costs: PayoutCosts): Promise<void> {
  const settings = await readSettings(ctx.orm);
  const rate = settings.buy.get(code);
  if (!rate?.value.automaticFee || !settings.currencies.get(code)?.on) return;
  const cost = costs && costIn(code, costs(code), rate.value.automaticFee.coinPrice, settings.buy);
  const fee = followedFee(rate.value, code, cost);
  const at = ctx.clock.now();
  if (fee === null || fee === rate.value.fee || at.getTime() - (await readSetAt(ctx.orm, rate.version)).getTime() < HOLD_MS) return;
  const drafts = followedFeeDrafts(settings.pairs, code, rate.value, fee);
  try {
    await addRates(ctx.orm, { seen: settings.version, settings: drafts.map((draft) => ({ ...draft, author: SIGNER_LOGIN, at })) });
    ctx.logger.info({ code, before: rate.value.fee, fee, isKnown: cost !== null }, 'fee follows the cost of the network');
  } catch (error) {
    // Operators set something meanwhile: the next look sees it.
    if (!(error instanceof ConflictError)) throw error;
  }
}
