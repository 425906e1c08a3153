import { refsInMemo } from '@quydoi/domain/memo';
import type { KnownPayees } from '@quydoi/domain/transfer/same-transfer';
import { depositorsInMemo } from '@quydoi/domain/wallet/deposit-memo';
import { type MoneyTx, runPrepared } from '../money-tx.ts';
import type { Orm } from '../orm.ts';

const KNOWN_PAYEES =
  'select ref as payee from orders where ref = any($1) union all select id from customer where id = any($2) and deleted_at is null';

/** Which of the orders and customers that some memos may name exist. Memos that are all alike need no answer: what they name is the same. */
export async function readKnownPayees(source: Orm | MoneyTx, memos: readonly string[]): Promise<KnownPayees> {
  const distinct = [...new Set(memos)];
  const candidates = [refsInMemo, depositorsInMemo].map((read) => [...new Set(distinct.flatMap(read))]);
  if (distinct.length < 2 || candidates.every(({ length }) => length === 0)) return new Set();
  const rows = await ('run' in source
    ? source.run<{ payee: string }>('known payees in tx', KNOWN_PAYEES, candidates).then((answer) => answer.rows)
    : runPrepared<{ payee: string }>(source, 'known payees', KNOWN_PAYEES, candidates));
  return new Set(rows.map(({ payee }) => payee));
}
