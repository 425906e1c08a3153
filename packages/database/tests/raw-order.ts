import type { Orm } from '../src/orm.ts';
import { EXPIRES, START, termsOf } from './fixture.ts';

const COLUMNS = {
  id: 'id',
  ref: 'ref',
  kind: 'kind',
  from: 'from_currency',
  to: 'to_currency',
  quantity: 'quantity',
  rate: 'rate',
  rateVersion: 'rate_version',
  amountSent: 'amount_sent',
  amountReceived: 'amount_received',
  feeExchange: 'fee_exchange',
  cashAmount: 'cash_amount',
  cashFee: 'cash_fee',
  payInNetwork: 'pay_in_network',
  payInAccount: 'pay_in_account',
  payInBank: 'pay_in_bank',
  payInName: 'pay_in_name',
  payInBranch: 'pay_in_branch',
  payOutNetwork: 'pay_out_network',
  destination: 'destination',
  reserve: 'reserve',
  held: 'held',
  subject: 'subject',
  origin: 'origin',
  createdAt: 'created_at',
  proof: 'proof',
} as const;

/** A new order as bare statements: its row with columns set otherwise, and its hold with these entries. */
export async function rawOrder(
  web: Orm,
  set: Record<string, unknown> = {},
  entries: readonly (readonly [string, bigint])[] | null = HOLD,
): Promise<[string, unknown[]][]> {
  const terms = await termsOf(web);
  const fixed = Object.entries(COLUMNS).map(([property, column]) => [column, terms[property as keyof typeof terms]] as const);
  const row: Record<string, unknown> = {
    ...Object.fromEntries(fixed),
    version: 1,
    status: 'pending',
    expires_at: EXPIRES,
    holding: terms.held,
    ordered_quantity: set.quantity ?? terms.quantity,
    amount_paid: 0n,
    amount_refunded: 0n,
    event_count: 1,
    ...set,
  };
  const names = Object.keys(row);
  const insert = `insert into orders (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`;
  const statements: [string, unknown[]][] = [[insert, Object.values(row)]];
  if (entries) {
    statements.push([`insert into posting (id, kind, order_id, at) values ($1, 'hold', $1, $2)`, [row.id, START]]);
    statements.push(entryStatement(String(row.id), entries));
  }
  return statements;
}

/** The entries of a right hold. */
export const HOLD = [
  ['rail:pm', -100_50n],
  ['held:pm', 100_50n],
] as const;

/** Entries of a posting as a bare statement. */
export function entryStatement(postingId: string, entries: readonly (readonly [string, bigint])[]): [string, unknown[]] {
  return [
    'insert into entry (posting_id, account_id, amount) select $1, a.id, x.amount from unnest($2::text[], $3::bigint[]) as x(name, amount) join account a using (name)',
    [postingId, entries.map(([name]) => name), entries.map(([, amount]) => amount)],
  ];
}
