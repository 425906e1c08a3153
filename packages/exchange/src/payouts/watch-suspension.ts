import type { NetworkCode } from '@quydoi/domain/networks';
import { RailError } from '@quydoi/rails/rail-error';
import { onRailTrouble } from '../rail-trouble.ts';
import { callProvider } from './call-provider.ts';
import type { SignerCtx } from './signer.ts';

/** Interval of looking whether a network can pay as priced. */
export const SUSPENSION_POLL_MS = 300_000;

/** Closes a network that cannot pay as priced, such as one whose token is paused, before customers order and pay. An operator opens it again. */
export async function watchSuspension(ctx: SignerCtx, network: NetworkCode): Promise<boolean> {
  const payouts = ctx.rails.get(network)?.payouts;
  if (payouts?.kind !== 'signed' || !payouts.suspension) return false;
  const read = payouts.suspension;
  try {
    const reason = await callProvider(ctx, network, () => read());
    if (reason !== null) await onRailTrouble(ctx, network, 'suspended', reason);
  } catch (error) {
    if (!(error instanceof RailError)) throw error;
    await onRailTrouble(ctx, network, error.trouble, 'suspension not read');
  }
  return false;
}
