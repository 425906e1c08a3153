import { AppError } from '@quydoi/contract/errors';
import { RESERVES } from '@quydoi/domain/currencies';
import { parseDecimal } from '@quydoi/domain/money';
import type { Order } from '@quydoi/domain/order/order';

/** What an operator says that the provider charged, in minor units of the reserve. Error: VALIDATION_FAILED. */
export function feeOf(order: Order, text: string | undefined): bigint {
  const fee = parseDecimal(text ?? '0', RESERVES[order.reserve].scale);
  if (fee === null) throw new AppError('VALIDATION_FAILED');
  return fee;
}
