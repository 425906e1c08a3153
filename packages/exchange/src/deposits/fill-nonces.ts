import { addSweeps } from '@quydoi/database/repositories/sweeps';
import { readIdleAddress } from '@quydoi/database/repositories/unswept-deposits';
import { readTakenSlots, signInFreeSlots } from '../payouts/free-slots.ts';
import type { SignerCtx } from '../payouts/signer.ts';
import { broadcastSweeps, draftSweep, type SweepingRail } from './sweep-transfer.ts';

/** Amount of a fund that fills a nonce, in the fee coin's minor units. */
const FILL_AMOUNT = 1n;

/**
 * Fills a gap in the nonces that live transfers wait behind, by funding a deposit address with the least amount; one gap a run. A gap remains where a
 * transfer was signed and never sent, or where a node reported too high a nonce.
 */
export async function fillNonces(ctx: SignerCtx, { code, sweeps, payouts }: SweepingRail): Promise<void> {
  const missing = (await sweeps.noncesMissing?.(await readTakenSlots(ctx, code))) ?? 0;
  const [currency] = sweeps.terms.keys();
  const addressIndex = missing > 0 ? await readIdleAddress(ctx.orm, code) : null;
  if (currency === undefined || addressIndex === null) return;
  const now = ctx.clock.now();
  const signed = await signInFreeSlots(ctx, code, (inUse) => sweeps.signFund(addressIndex, FILL_AMOUNT, now, inUse));
  if (!signed) return;
  ctx.logger.warn({ network: code, missing, slots: signed.slots }, 'transfers wait behind a nonce that none has: it is filled');
  const fill = draftSweep(ctx, { network: code, currency, addressIndex, kind: 'fund', amount: FILL_AMOUNT, isBatched: false }, signed);
  await addSweeps(ctx.orm, [fill]);
  await broadcastSweeps(ctx, payouts, [fill]);
}
