import { readCases } from '@quydoi/database/repositories/payments';
import { RESERVES } from '@quydoi/domain/currencies';
import { formatDecimal } from '@quydoi/domain/money';
import type { OperatorVerb } from '../operator-verb.ts';

interface UnmatchedItem {
  id: string;
  network: string;
  account: string;
  reference: string;
  unit: string;
  amount: string;
  memo: string;
  payer: string | null;
  caseCode: string | null;
  orderRef: string | null;
  paidAt: Date;
  recordedAt: Date;
}

/** Lists unmatched payments that need an operator, oldest first. */
export const listUnmatched: OperatorVerb<{ limit: number }, { items: UnmatchedItem[] }> = async (ctx, _operator, { limit }) => {
  const payments = await readCases(ctx.orm, limit);
  const items = payments.map(({ id, network, account, reference, unit, amount, memo, payer, caseCode, orderRef, paidAt, recordedAt }) => ({
    id,
    network,
    account,
    reference,
    unit,
    amount: formatDecimal(amount, RESERVES[unit].scale),
    memo,
    payer,
    caseCode,
    orderRef,
    paidAt,
    recordedAt,
  }));
  return { items };
};
