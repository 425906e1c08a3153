import { AppError } from '@quydoi/contract/errors';
import { applyChanges } from '@quydoi/database/apply-changes';
import { ConflictError, OverdrawnError } from '@quydoi/database/money-tx';
import { readTransferCall } from '@quydoi/database/repositories/audit';
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
 * excluded, since only sweeps move them. Errors: VALIDATION_FAILED, IDEMPOTENCY_CONFLICT.
 */
export const transferReserve: OperatorVerb<ReserveTransfer, { done: true }> = async (ctx, _operator, input) => {
  const reserve = input.reserve as ReserveCode;
  const collection = receivingAccountOf(reserve);
  const size = parseDecimal(input.amount, RESERVES[reserve].scale);
  const isSeparate = networkOfReserve(reserve).attribution.by === 'memo' && collection !== `rail:${reserve}`;
  if (!isSeparate || size === null || size === 0n) throw new AppError('VALIDATION_FAILED');
  const amount = input.to === 'payout' ? size : -size;
  const posting = post(newId(ctx), 'transfer', null, [
    { account: `rail:${reserve}`, amount },
    { account: collection, amount: -amount },
  ]);
  try {
    await applyChanges(ctx.orm, [{ ...NO_CHANGE, postings: [posting] }], ctx.clock.now(), ctx);
  } catch (error) {
    if (error instanceof OverdrawnError) throw new AppError('VALIDATION_FAILED');
    if (!(error instanceof ConflictError)) throw error;
    const booked = await readTransferCall(ctx.orm, reserve, input.reference);
    if (booked?.to !== input.to || parseDecimal(String(booked.amount), RESERVES[reserve].scale) !== size) throw new AppError('IDEMPOTENCY_CONFLICT');
  }
  return { done: true };
};
