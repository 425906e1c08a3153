import { AppError } from '@quydoi/contract/errors';
import { RESERVES } from '@quydoi/domain/currencies';
import { feeUnitOf } from '@quydoi/domain/ledger/accounts';
import { parseDecimal } from '@quydoi/domain/money';
import { FEE_UNITS } from '@quydoi/domain/networks';
import type { Order } from '@quydoi/domain/order/order';

/** Parses the provider fee entered by an operator: minor units of the reserve, or of the chain's native coin on chains. Error: VALIDATION_FAILED. */
export function feeOf({ reserve }: Pick<Order, 'reserve'>, text: string | undefined): bigint {
  const unit = feeUnitOf(reserve);
  const fee = parseDecimal(text ?? '0', unit ? FEE_UNITS[unit].scale : RESERVES[reserve].scale);
  if (fee === null) throw new AppError('VALIDATION_FAILED');
  return fee;
}
