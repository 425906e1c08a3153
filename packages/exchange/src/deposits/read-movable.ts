import type { SweepableAddress } from '@quydoi/database/repositories/unswept-deposits';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { formatDecimal, smaller } from '@quydoi/domain/money';
import type { SignerCtx } from '../payouts/signer.ts';
import { refuseSweep } from './refuse-sweep.ts';
import type { SweepingRail } from './sweep-transfer.ts';

/**
 * Amount of a currency that a sweep moves from an address: only deposits that are both credited and in the on-chain balance.
 * @returns null, after a refusal, when the chain has less than the minimum there
 * @throws RailError when the chain cannot tell
 */
export async function readMovable(ctx: SignerCtx, rail: SweepingRail, currency: CurrencyCode, address: SweepableAddress): Promise<bigint | null> {
  const terms = rail.sweeps.terms.get(currency);
  if (!terms) return null;
  const balance = await rail.sweeps.balance(currency, address.index, ctx.clock.now());
  if (balance >= terms.min) return smaller(balance - terms.rest, address.left);
  const { scale } = CURRENCIES[currency];
  const detail = `the chain has ${formatDecimal(balance, scale)} of ${formatDecimal(address.left, scale)} there`;
  await refuseSweep(ctx, { network: rail.code, currency, addressIndex: address.index, detail });
  return null;
}
