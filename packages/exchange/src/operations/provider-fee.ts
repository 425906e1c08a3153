import { AppError } from '@quydoi/contract/errors';
import { RESERVES } from '@quydoi/domain/currencies';
import { GAS_UNITS } from '@quydoi/domain/ledger/accounts';
import { parseDecimal } from '@quydoi/domain/money';
import type { Order } from '@quydoi/domain/order/order';
import { GAS_OF } from '@quydoi/domain/order/payout-steps';

/** What an operator says that the provider charged, in minor units of the reserve; on chains of the chain's own coin. Error: VALIDATION_FAILED. */
export function feeOf(order: Order, text: string | undefined): bigint {
  const gas = GAS_OF[order.reserve];
  const fee = parseDecimal(text ?? '0', gas ? GAS_UNITS[gas].scale : RESERVES[order.reserve].scale);
  if (fee === null) throw new AppError('VALIDATION_FAILED');
  return fee;
}
