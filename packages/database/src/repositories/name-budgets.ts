import { ConflictError, type MoneyTx, runPrepared, withMoneyTx } from '../money-tx.ts';
import { dbOf, type Orm } from '../orm.ts';

/** A party and how many new names it may ask for in a day. */
export interface NameBudget {
  readonly party: string;
  readonly namesMax: number;
}

/** Parties have spent their budgets; the lookup was not requested. */
export class BudgetSpentError extends Error {
  override readonly name = 'BudgetSpentError';
  readonly parties: readonly string[];

  constructor(parties: readonly string[]) {
    super(`budget spent of ${parties.length} parties`);
    this.parties = parties;
  }
}

/**
 * Requests the lookup of an account that nobody has asked for before, and charges each party one name, all or nothing. Charges nothing when
 * somebody else requested the same lookup meanwhile. Budgets hold for concurrent requests too, since charging locks the parties' rows, in one sequence.
 * @param day days since 1970
 * @throws BudgetSpentError when a party has spent its budget of the day
 */
export async function askNewLookup(
  orm: Orm,
  { type, account }: { readonly type: string; readonly account: string },
  budgets: readonly NameBudget[],
  day: number,
  at: Date,
): Promise<void> {
  try {
    await withMoneyTx(orm, async (tx) => {
      await charge(tx, budgets, day);
      const { count } = await tx.run(
        'ask new lookup',
        "insert into lookup (type, account, state, requested_at, next_at) values ($1, $2, 'waiting', $3, $3) on conflict do nothing",
        [type, account, at],
      );
      if (count === 0) throw new ConflictError('lookup_pkey');
    });
  } catch (error) {
    if (!(error instanceof ConflictError && error.constraint === 'lookup_pkey')) throw error;
  }
}

async function charge(tx: MoneyTx, budgets: readonly NameBudget[], day: number): Promise<void> {
  const { rows } = await tx.run<{ party: string; asked: number }>(
    'charge name budgets',
    `insert into name_budget as b (party, day, asked) select x.party, $2, 1 from unnest($1::text[]) as x(party) order by x.party
     on conflict (party, day) do update set asked = b.asked + 1 returning party, asked`,
    [budgets.map(({ party }) => party), day],
  );
  const asked = new Map(rows.map((row) => [row.party, row.asked]));
  const spent = budgets.filter(({ party, namesMax }) => (asked.get(party) ?? 0) > namesMax);
  if (spent.length > 0) throw new BudgetSpentError(spent.map(({ party }) => party));
}

/** Whether an order was delivered before for a subject or to an account. @param bank null for wallets */
export async function isKnownParty(
  orm: Orm,
  { subject, destination, bank }: { readonly subject: string; readonly destination: string; readonly bank: string | null },
): Promise<boolean> {
  const rows = await runPrepared(
    orm,
    'known party',
    `select 1 from orders where status = 'delivered' and subject = $1
     union all select 1 from orders where status = 'delivered' and destination = $2 and destination_bank is not distinct from $3 limit 1`,
    [subject, destination, bank],
  );
  return rows.length > 0;
}

/** Deletes the budgets of days before `day`. */
export async function deleteNameBudgets(orm: Orm, day: number): Promise<void> {
  await dbOf(orm).deleteFrom('name_budget').where('day', '<', day).execute();
}
