import { findBank } from '@quydoi/domain/bank/banks';
import { networkOf } from '@quydoi/domain/currencies';
import type { ManualPayoutReason } from '@quydoi/domain/order/decisions/decide-payout';
import type { Order } from '@quydoi/domain/order/order';
import type { Settings } from '@quydoi/domain/settings';
import { partsOf } from '@quydoi/domain/transfer/payout-parts';
import { isSwitchedOn } from '../market/abilities.ts';

/**
 * Reason why an operator has to make a payout: the network is switched off, no fast transfer reaches the bank, or the amount exceeds its limits. Null
 * when automatic.
 */
export function manualPayoutReason(order: Order, settings: Settings): ManualPayoutReason | null {
  if (order.toBalance) return null;
  if (!isSwitchedOn(settings, order.payOutNetwork)) return 'rail_off';
  const { address, transferLimits } = networkOf(order.to);
  if (address.family === 'bank' && !findBank(order.destinationBank ?? '')?.bin) return 'no_fast_transfer';
  if (transferLimits === null) return null;
  const parts = partsOf(order.reserve, order.amountReceived);
  return parts.every((part) => part >= transferLimits.min && part <= transferLimits.max) ? null : 'over_limit';
}
