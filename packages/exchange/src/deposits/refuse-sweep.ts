import { countSweepRefusal, type SweepRefusal } from '@quydoi/database/repositories/sweep-refusals';
import { SWEEP_REFUSALS_TOLD } from '@quydoi/domain/constants';
import type { SignerCtx } from '../payouts/signer.ts';

/** Leaves an address alone, longer each time, so that it keeps none of the others from being swept. */
export async function refuseSweep(ctx: SignerCtx, refusal: SweepRefusal): Promise<void> {
  const times = await countSweepRefusal(ctx.orm, refusal, ctx.clock.now());
  const { network, currency, addressIndex, detail } = refusal;
  const fields = { network, currency, addressIndex, times, reason: detail };
  if (times === SWEEP_REFUSALS_TOLD) ctx.logger.error(fields, 'a deposit address cannot be swept');
  else ctx.logger.warn(fields, 'a deposit address was not swept');
}
