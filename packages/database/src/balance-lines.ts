import { InvariantError } from '@quydoi/domain/invariant';
import type { AccountName } from '@quydoi/domain/ledger/accounts';
import type { Posting } from '@quydoi/domain/ledger/post';
import { BalanceLineEntity } from './entities/wallet.ts';
import { type MoneyTx, OverdrawnError } from './money-tx.ts';
import type { Orm } from './orm.ts';
import { insertRows } from './write-rows.ts';

/** What a posting changes of a customer's balance, with the balance after it. */
export interface BalanceLine {
  readonly account: AccountName;
  /** 1, 2, … for each account. */
  readonly n: number;
  readonly postingId: string;
  /** Above zero when the balance grows. */
  readonly amount: bigint;
  readonly balance: bigint;
}

/** Codes of lines: the role that moves balances believes the lines that its process has written, and no others. */
export interface BalanceCodes {
  codeOf(line: BalanceLine): string;
  isCode(line: BalanceLine, code: string): boolean;
}

/** A customer's balance would be overdrawn. */
export class BalanceShortError extends OverdrawnError {}

const keepers = new WeakMap<Orm, BalanceCodes>();

/** Lets a role's process move customers' balances: their lines get its codes. */
export function keepBalances(orm: Orm, codes: BalanceCodes): void {
  keepers.set(orm, codes);
}

/** Whether an account is a customer's balance. */
export function isBalance(account: AccountName): boolean {
  return account.startsWith('customer:');
}

/**
 * Writes the lines of customers' balances that postings change, each behind the last one of its balance, which stays locked until the end of the
 * transaction. To be called before the entries are written.
 * @throws BalanceShortError when a balance is lower than what is taken of it
 * @throws InvariantError for a process that moves no balances, and when the last line of a balance was not written by such a process
 */
export async function writeBalanceLines(tx: MoneyTx, postings: readonly Posting[]): Promise<void> {
  const changes = postings.flatMap(({ id: postingId, entries }) =>
    entries.filter(({ account }) => isBalance(account)).map(({ account, amount }) => ({ account, postingId, amount: -amount })),
  );
  if (changes.length === 0) return;
  const codes = keepers.get(tx.orm);
  if (!codes) throw new InvariantError('this process moves no balances');
  const last = new Map<AccountName, { readonly id: number; readonly line: BalanceLine }>();
  const rows = [];
  for (const { account, postingId, amount } of changes) {
    const before = last.get(account) ?? (await openBalance(tx, account, codes));
    const line = { account, n: before.line.n + 1, postingId, amount, balance: before.line.balance + amount };
    if (line.balance < 0n) throw new BalanceShortError(`${account} would be overdrawn`);
    last.set(account, { id: before.id, line });
    rows.push({ accountId: before.id, n: line.n, postingId, amount, balance: line.balance, code: codes.codeOf(line) });
  }
  await insertRows(tx, BalanceLineEntity, rows);
}

interface LastRow {
  readonly balance: string;
  readonly n: number | null;
  readonly posting_id: string | null;
  readonly amount: string | null;
  readonly line_balance: string | null;
  readonly code: string | null;
}

const LAST = `
  select -a.balance as balance, l.n, l.posting_id, l.amount, l.balance as line_balance, l.code
  from account a left join lateral (select * from balance_line l where l.account_id = a.id order by l.n desc limit 1) l on true where a.id = $1`;

/** Locks a balance, which is opened if there is none, and reads its last line; one numbered 0 if there is none. */
async function openBalance(tx: MoneyTx, account: AccountName, codes: BalanceCodes): Promise<{ id: number; line: BalanceLine }> {
  const [, customer, unit] = account.split(':');
  const { rows: opened } = await tx.run<{ id: number }>('open balance', 'select open_balance($1, $2) as id', [customer, unit]);
  const id = opened[0]?.id ?? 0;
  const { rows } = await tx.run<LastRow>('last line of balance', LAST, [id]);
  const [row] = rows;
  if (!row) throw new InvariantError(`no balance ${account}`);
  const { n, posting_id: postingId } = row;
  if (n === null || postingId === null) {
    if (BigInt(row.balance) !== 0n) throw foreignBalance(account);
    return { id, line: { account, n: 0, postingId: '', amount: 0n, balance: 0n } };
  }
  const line = { account, n, postingId, amount: BigInt(row.amount ?? 0), balance: BigInt(row.line_balance ?? 0) };
  if (line.balance !== BigInt(row.balance) || !codes.isCode(line, row.code ?? '')) throw foreignBalance(account);
  return { id, line };
}

function foreignBalance(account: AccountName): InvariantError {
  return new InvariantError(`the last line of ${account} was not written by a process that moves balances`);
}
