import { AppError } from '@quydoi/contract/errors';
import { applyChanges } from '@quydoi/database/apply-changes';
import { ConflictError, type MoneyTx, OverdrawnError } from '@quydoi/database/money-tx';
import { readTransferCall } from '@quydoi/database/repositories/audit';
import { lockStrandedMoney } from '@quydoi/database/repositories/stranded-deposits';
import { NO_CHANGE } from '@quydoi/domain/change';
import { networkOfReserve, RESERVES, type ReserveCode } from '@quydoi/domain/currencies';
import { receivingAccountOf } from '@quydoi/domain/ledger/accounts';
import { post } from '@quydoi/domain/ledger/post';
import { parseDecimal } from '@quydoi/domain/money';
import { newId } from '../../context.ts';
import type { OperatorVerb } from '../operator-verb.ts';

interface ReserveTransfer {
  reserve: string;
  amount: string;
  to: 'payout' | 'collection';
  reference: string;
  note: string;
}

/**
 * Books a transfer between a reserve's collection account and the account that pays out, once for each reference. Deposits at leased addresses are
 * excluded, since only sweeps move them, except as much as is left at addresses of other networks; back, as much as was booked from there. Errors:
 * VALIDATION_FAILED, IDEMPOTENCY_CONFLICT.
 */
export const transferReserve: OperatorVerb<ReserveTransfer, { done: true }> = async (ctx, _operator, input) => {
  const reserve = input.reserve as ReserveCode;
  const collection = receivingAccountOf(reserve);
  const size = parseDecimal(input.amount, RESERVES[reserve].scale);
  if (collection === `rail:${reserve}` || size === null || size === 0n) throw new AppError('VALIDATION_FAILED');
  const amount = input.to === 'payout' ? size : -size;
  const posting = post(newId(ctx), 'transfer', null, [
    { account: `rail:${reserve}`, amount },
    { account: collection, amount: -amount },
  ]);
  const requireStranded = async (tx: MoneyTx) => {
    const { left, moved } = await lockStrandedMoney(tx, reserve, collection);
    if (size > (input.to === 'payout' ? left : moved)) throw new AppError('VALIDATION_FAILED');
  };
  const require = networkOfReserve(reserve).attribution.by === 'address' ? { require: requireStranded } : {};
  try {
    await applyChanges(ctx.orm, [{ ...NO_CHANGE, postings: [posting] }], ctx.clock.now(), { ...ctx, ...require });
  } catch (error) {
    if (error instanceof OverdrawnError) throw new AppError('VALIDATION_FAILED');
    if (!(error instanceof ConflictError)) throw error;
    const booked = await readTransferCall(ctx.orm, reserve, input.reference);
    if (booked?.to !== input.to || parseDecimal(String(booked.amount), RESERVES[reserve].scale) !== size) throw new AppError('IDEMPOTENCY_CONFLICT');
  }
  return { done: true };
};
