import { REVIEW_LENGTH_MAX } from '@quydoi/domain/constants';
import { CURRENCY_CODES, RESERVE_CODES } from '@quydoi/domain/currencies';
import { POSTING_KINDS } from '@quydoi/domain/ledger/post';
import { NETWORK_CODES, NETWORKS } from '@quydoi/domain/networks';
import { TRANSITIONS } from '@quydoi/domain/order/lifecycle';
import { ORDER_KINDS, ORDER_REASONS, ORDER_STATUS_CODES } from '@quydoi/domain/order-status';
import { REVIEW_STATUSES } from '@quydoi/domain/review';
import { LIVE_ATTEMPT_STATES } from '@quydoi/domain/transfer/attempt';
import { PAYMENT_STATES } from '@quydoi/domain/transfer/payment';
import { isFeeCoin } from '@quydoi/domain/transfer/sweep';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUARD_STATES } from '../src/sqlstates.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { START } from './fixture.ts';

/* Migrations hold literals, so that an old one keeps its meaning; the migrated schema has to agree with the domain's tables of today. */

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
});
afterAll(() => database.close());

async function definitionOf(constraint: string): Promise<string> {
  const rows = await database.query('select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1', [constraint]);
  expect([constraint, rows.length]).toEqual([constraint, 1]);
  return String(rows[0]?.text);
}

/** Texts in quotes: the values that a check constraint allows. */
function quoted(text: string): string[] {
  return [...text.matchAll(/'([^']*)'/g)].map(([, value]) => value ?? '').sort();
}

test.each<[string, readonly string[]]>([
  ['orders_kind_check', ORDER_KINDS],
  ['orders_status_check', ORDER_STATUS_CODES],
  ['orders_reason_check', ORDER_REASONS],
  ['orders_from_currency_check', CURRENCY_CODES],
  ['orders_to_currency_check', CURRENCY_CODES],
  ['orders_reserve_check', RESERVE_CODES],
  ['payment_unit_check', RESERVE_CODES],
  ['payment_state_check', PAYMENT_STATES],
  ['payout_reserve_check', RESERVE_CODES],
  ['posting_kind_check', POSTING_KINDS],
  ['review_status_check', REVIEW_STATUSES],
  ['review_decision_status_check', REVIEW_STATUSES.filter((status) => status !== 'pending')],
])('%s allows exactly what the domain has', async (constraint, codes) => {
  expect(quoted(await definitionOf(constraint))).toEqual([...codes].sort());
});

test.each([
  'orders_pay_in_network_check',
  'orders_pay_out_network_check',
  'payment_network_check',
  'payout_network_check',
  'source_cursor_network_check',
  'polled_source_network_check',
  'deposit_address_network_check',
  'sweep_network_check',
])('%s allows exactly the networks of the domain', async (constraint) => {
  expect(quoted(await definitionOf(constraint))).toEqual([...NETWORK_CODES].sort());
});

test('order_transition has exactly the transitions of the lifecycle', async () => {
  const rows = await database.query('select from_status, to_status from order_transition');
  const known = Object.entries(TRANSITIONS).flatMap(([from, targets]) => targets.map((to) => `${from} > ${to}`));
  expect(rows.map(({ from_status, to_status }) => `${from_status} > ${to_status}`).sort()).toEqual(known.sort());
});

test('at most one attempt of a payout is in one of the states in which money may be on its way', async () => {
  const rows = await database.query(`select indexname, indexdef from pg_indexes where indexname in ('attempt_live', 'attempt_one_live')`);
  const states = new Map(rows.map(({ indexname, indexdef }) => [indexname, quoted(String(indexdef))]));
  expect(states.get('attempt_live')).toEqual([...LIVE_ATTEMPT_STATES].sort());
  expect(states.get('attempt_one_live')).toEqual([...LIVE_ATTEMPT_STATES, 'done'].sort());
});

test('lengths and periods are those of the domain', async () => {
  expect(await definitionOf('review_content_check')).toContain(`<= ${REVIEW_LENGTH_MAX})`);
});

test('addresses are idle after a lease for as long as the domain says of their network, and never leased again where it says nothing', async () => {
  const leasing = NETWORK_CODES.flatMap((network) => {
    const { attribution } = NETWORKS[network];
    return attribution.by === 'address' ? [{ network, idleDays: attribution.idleDays ?? null }] : [];
  });
  const told = await Promise.all(
    leasing.map(async ({ network }) => {
      const from = `free_after_lease('${network}', '2026-01-01Z')`;
      const [row] = await database.query(
        `select extract(epoch from ${from} - timestamptz '2026-01-01Z') / 86400 as days, ${from} > '9000-01-01' as never`,
      );
      return { network, idleDays: row?.never ? null : Number(row?.days) };
    }),
  );
  expect(told).toEqual(leasing);
  expect(leasing).toContainEqual({ network: 'bitcoin', idleDays: null });
});

test('the coins that have addresses of their own are the fee coins of the domain', async () => {
  const [found] = await database.query(`select prosrc from pg_proc where proname = 'is_fee_coin'`);
  expect(quoted(String(found?.prosrc))).toEqual(CURRENCY_CODES.filter(isFeeCoin).sort());
});

test('every SQLSTATE that a guard raises has one meaning', async () => {
  const rows = await database.query(
    `select proname, prosrc from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname in ('public', 'auth')`,
  );
  const raised = rows.flatMap(({ prosrc }) => [...String(prosrc).matchAll(/errcode = '(\w+)'/g)].map(([, code]) => code));
  expect(raised.sort()).toEqual(Object.values(GUARD_STATES).sort());
});
