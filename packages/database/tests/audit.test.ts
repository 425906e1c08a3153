import { randomUUID } from 'node:crypto';
import { NO_CHANGE } from '@quydoi/domain/change';
import type { Actor } from '@quydoi/domain/decision-context';
import { InvariantError } from '@quydoi/domain/invariant';
import { post } from '@quydoi/domain/ledger/post';
import { updateOrder } from '@quydoi/domain/order/lifecycle';
import { changeOrder } from '@quydoi/domain/order/steps';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyChanges, writeChanges } from '../src/apply-changes.ts';
import { AuditEntity } from '../src/entities/site.ts';
import { withMoneyTx } from '../src/money-tx.ts';
import type { Orm } from '../src/orm.ts';
import { type AuditRecord, addFailedCall, addProposal, readDoneAloneBesides, SecondOperatorError, writeAudit } from '../src/repositories/audit.ts';
import { addSetting } from '../src/repositories/settings.ts';
import { addSuspension } from '../src/repositories/suspensions.ts';
import { insertRows } from '../src/write-rows.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { postgresUrl } from '../testing/postgres-url.ts';
import { addOrder, BY, START } from './fixture.ts';
import { tryAs } from './try-as.ts';

let database: TestDatabase;
let operator: Orm;

beforeAll(async () => {
  database = await createTestDatabase(postgresUrl(), START);
  operator = await database.open('quydoi_operator');
});
afterAll(() => database.close());

const RAIL_OFF = { kind: 'rail', key: 'bank', value: { on: false, note: '' }, author: 'lan', at: START } as const;

function aCall(verb = 'setRail'): AuditRecord {
  return { callId: randomUUID(), operator: 'lan', verb, input: { network: 'bank', on: false, note: '' }, at: START };
}

function aPosting() {
  const entries = [
    { account: 'rail:pm', amount: 1n },
    { account: 'equity:pm', amount: -1n },
  ] as const;
  return { ...NO_CHANGE, postings: [post(randomUUID(), 'adjust', null, entries)] };
}

async function rowsOf({ callId }: AuditRecord): Promise<unknown[]> {
  return database.query('select operator, verb, input, outcome from audit where call_id = $1', [callId]);
}

test('every table that an operator may write asks for the audit row', async () => {
  const writable = await database.query(
    `select distinct table_name from information_schema.column_privileges
     where grantee = 'quydoi_operator' and privilege_type in ('INSERT', 'UPDATE') and table_name <> 'audit' order by 1`,
  );
  const guarded = await database.query(
    `select c.relname as table_name from pg_trigger t join pg_class c on c.oid = t.tgrelid where tgname = 'require_audit' order by 1`,
  );
  expect(guarded).toEqual(writable);
});

test('a change of an operator without an audit row is refused', async () => {
  await expect(addSetting(operator, RAIL_OFF)).rejects.toThrow('QD012');
  await expect(applyChanges(operator, [aPosting()], START)).rejects.toThrow('QD012');
});

test('an audit row of an earlier transaction does not count', async () => {
  const call = aCall();
  await addFailedCall(operator, call, 'INTERNAL', null);
  await expect(addSetting(operator, RAIL_OFF)).rejects.toThrow('QD012');
  await expect(addSetting(operator, RAIL_OFF, call)).rejects.toBeInstanceOf(InvariantError);
  expect(await rowsOf(call)).toMatchObject([{ outcome: 'INTERNAL' }]);
});

test('change and audit row are committed together; a call is recorded once, whatever is said of it later', async () => {
  const call = aCall();
  await addSetting(operator, RAIL_OFF, call);
  await addFailedCall(operator, call, 'INTERNAL', null);
  expect(await rowsOf(call)).toEqual([{ operator: 'lan', verb: 'setRail', input: call.input, outcome: 'done' }]);
  const posting = aCall('adjustReserve');
  await applyChanges(operator, [aPosting()], START, { audit: posting });
  expect(await rowsOf(posting)).toMatchObject([{ outcome: 'done' }]);
});

test('a call that would commit a second transaction is refused, and so are the changes of that transaction', async () => {
  const call = aCall();
  await addSetting(operator, RAIL_OFF, call);
  const [before] = await database.query('select count(*) from setting');
  await expect(addSetting(operator, RAIL_OFF, call)).rejects.toThrow('of setRail is recorded twice');
  expect(await database.query('select count(*) from setting')).toEqual([before]);
});

test('an audit row written twice in one transaction is refused with all of its changes', async () => {
  const call = aCall('adjustReserve');
  const write = withMoneyTx(operator, async (tx) => {
    await writeAudit(tx, call, null);
    await writeChanges(tx, [aPosting()], START);
    await writeAudit(tx, call, null);
  });
  await expect(write).rejects.toBeInstanceOf(InvariantError);
  expect(await rowsOf(call)).toEqual([]);
});

test('a call that failed changes nothing: its audit row does not count', async () => {
  const failed = withMoneyTx(operator, async (tx) => {
    await insertRows(tx, AuditEntity, [{ ...aCall(), outcome: 'ORDER_NOT_FOUND', orderId: null, proposalId: null, worth: null }]);
    await writeChanges(tx, [aPosting()], START);
  });
  await expect(failed).rejects.toThrow('QD012');
});

test('what is changed carries the name of the operator whose call it is', async () => {
  await expect(addSetting(operator, { ...RAIL_OFF, author: 'minh' }, aCall())).rejects.toThrow('QD021');
  const order = await addOrder(await database.open('quydoi_web'));
  const by = (actor: Actor) => changeOrder(order, updateOrder(order, {}), [{ code: 'operator_resolved' }], { ...BY, actor });
  for (const actor of ['operator:minh', 'system', 'customer'] as const) {
    await expect(applyChanges(operator, [by(actor)], START, { audit: aCall('resolveError') })).rejects.toThrow('QD021');
  }
  await applyChanges(operator, [by('operator:lan')], START, { audit: aCall('resolveError') });
});

test('the database itself notes whose login wrote an audit row, and when', async () => {
  const call = { ...aCall(), at: new Date('2020-01-01T00:00:00Z') };
  await addSetting(operator, RAIL_OFF, call);
  const noted = `select login, abs(extract(epoch from recorded_at - clock_timestamp())) < 60 as recent from audit where call_id = $1`;
  expect(await database.query(noted, [call.callId])).toEqual([{ login: 'quydoi_operator', recent: true }]);
  for (const column of ['login', 'recorded_at']) {
    const write = `insert into audit (call_id, operator, verb, input, outcome, at, ${column}) values (gen_random_uuid(), 'lan', 'x', '{}', 'done', now(), now()::text::${column === 'login' ? 'text' : 'timestamptz'})`;
    await expect(database.query(write, [], 'quydoi_operator')).rejects.toMatchObject({ code: '42501' });
  }
});

test('other roles write no audit rows and need none', async () => {
  const worker = await database.open('quydoi_worker');
  expect(await addSuspension(worker, { network: 'bank', cause: 'unreachable', direction: 'in', subject: 'list' }, '', START)).toBe(true);
  await expect(addFailedCall(worker, aCall(), 'INTERNAL', null)).rejects.toThrow('permission denied');
});

describe('an operator writes what the call is for, and nothing else:', () => {
  const setting = (kind: string, key = kind, value = '{}') => [
    `insert into setting (kind, key, value, author, at) values ('${kind}', '${key}', '${value}', 'lan', now())`,
  ];
  /** A price that is nearly the one in force. */
  const RATE = '{"value":"25951","fee":"0.01","percentFee":"0.5","maxFee":null,"minQuantity":null}';
  const PAIR = '{"value":"0.959163","fee":"0.8","percentFee":"0","maxFee":null,"minQuantity":null}';
  const posting = (kind: string) => [`insert into posting (id, kind, at) values (gen_random_uuid(), '${kind}', now())`];

  /** The answer of the database to statements under the audit row of one call. */
  function answer(
    verb: string,
    statements: readonly string[],
    orderId: string | null = null,
    input: object = { network: 'bank', on: false },
  ): Promise<string> {
    const audit = `insert into audit (call_id, operator, verb, input, outcome, order_id, at) values (gen_random_uuid(), 'lan', $1, $3, 'done', $2, now())`;
    return tryAs(database, 'quydoi_operator', [audit, [verb, orderId, input]], ...statements);
  }

  test.each<[string, readonly string[], object?]>([
    ['setRail', setting('rail', 'bank', '{"on":false}')],
    ['setRate', setting('buy', 'pm', RATE), { kind: 'buy', code: 'pm', value: '25951' }],
    ['setRate', setting('pair', 'pm:trc20', PAIR), { kind: 'sell', code: 'pm', value: '25350' }],
    ['adjustReserve', posting('adjust')],
    ['transferReserve', posting('transfer')],
  ])('%s: %j', async (verb, statements, input) => {
    expect(await answer(verb, statements, null, input)).toBe('done');
  });

  test.each<[string, readonly string[]]>([
    ['moderateReview', setting('collection')],
    ['setRail', setting('collection')],
    ['setRail', setting('secondOperator')],
    ['derivePair', setting('buy', 'pm')],
    ['setRate', setting('payout-cap', 'pm')],
    ['setRate', posting('adjust')],
    ['refundOrder', posting('adjust')],
    ['transferReserve', posting('adjust')],
    ['rejectAct', setting('rail', 'bank')],
    ['confirmAct', setting('rail', 'bank')],
    ['aVerbOfMyOwn', setting('rail', 'bank')],
  ])('not, as %s: %j', async (verb, statements) => {
    expect(await answer(verb, statements)).toBe('QD012');
  });

  test.each(['setCollectionAccount', 'setSecondOperator', 'setPayoutCap', 'acceptDifference'])('%s is never done by one operator', async (verb) => {
    expect(await answer(verb, [])).toBe('QD028');
  });

  test('rows of the order that the call is about, not of another', async () => {
    const web = await database.open('quydoi_web');
    const [mine, other] = [await addOrder(web), await addOrder(web)];
    const change = `update orders set version = version + 1 where id = '${mine.id}'`;
    const log = `insert into order_event (order_id, n, code, params, actor, cause, at) values ('${mine.id}', 2, 'operator_resolved', '{}', 'operator:lan', '', now())`;
    const release = `insert into posting (id, kind, order_id, at) values (gen_random_uuid(), 'release', '${mine.id}', now())`;
    for (const statement of [change, log, release]) {
      expect(await answer('resolveError', [statement], mine.id)).toBe('done');
      expect(await answer('resolveError', [statement], other.id)).toBe('QD012');
      expect(await answer('resolveError', [statement])).toBe('QD012');
    }
  });

  test('the row that the call has journalled, once, not another', async () => {
    const [mine, other] = [randomUUID(), randomUUID()];
    const columns = 'id, network, source, source_id, kind, detail, told, at';
    const values = `'bank', 'sepay-list', $1, 'told_again', '', '{}', now()`;
    for (const id of [mine, other]) await database.query(`insert into reconciliation_exception (${columns}) values ($1::uuid, ${values})`, [id]);
    const journal = (id: string) => `update reconciliation_exception set resolved_at = now(), journal_at = now() where id = '${id}'`;
    const input = { exception: mine, note: '' };
    expect(await answer('resolveException', [journal(mine)], null, input)).toBe('QD054');
    expect(await answer('journalRow', [journal(other)], null, input)).toBe('QD054');
    expect(await answer('journalRow', [journal(mine)], null, input)).toBe('done');
    const undone = 'update reconciliation_exception set journal_at = null';
    expect(await answer('journalRow', [journal(mine), undone], null, input)).toBe('QD054');
  });

  test('entries of the postings of the call, not of earlier ones', async () => {
    const [opening] = await database.query(`select id from posting where kind = 'opening' limit 1`);
    const entries = (posting: string) =>
      `insert into entry (posting_id, account_id, amount) select ${posting}, id, case name when 'rail:pm' then 1 else -1 end from account where name in ('rail:pm', 'equity:pm')`;
    const own = '10000000-0000-4000-8000-000000000000';
    expect(await answer('adjustReserve', [entries(`'${opening?.id}'`)])).toBe('QD029');
    expect(await answer('adjustReserve', [`insert into posting (id, kind, at) values ('${own}', 'adjust', now())`, entries(`'${own}'`)])).toBe(
      'done',
    );
  });
});

describe('a proposed act', () => {
  const propose = async () => {
    const call = aCall();
    await addProposal(operator, call, null);
    return call;
  };

  test.each<[string, Partial<AuditRecord>]>([
    ['by who proposed it', {}],
    ['with another input', { operator: 'minh', input: { network: 'tron' } }],
    ['under another verb', { operator: 'minh', verb: 'adjustReserve' }],
  ])('is not carried out %s, whatever the code says', async (_, set) => {
    const { callId } = await propose();
    await expect(addSetting(operator, RAIL_OFF, { ...aCall(), ...set, proposalId: callId })).rejects.toThrow('QD017');
  });

  test('is carried out once', async () => {
    const { callId } = await propose();
    await addSetting(operator, { ...RAIL_OFF, author: 'minh' }, { ...aCall(), operator: 'minh', proposalId: callId });
    await expect(addSetting(operator, RAIL_OFF, { ...aCall(), operator: 'hoa', proposalId: callId })).rejects.toMatchObject({
      constraint: 'audit_proposal',
    });
  });

  test('lapses after a day, by the database’s clock', async () => {
    const { callId } = await propose();
    await database.query('alter table audit disable trigger append_only');
    await database.query(`update audit set recorded_at = recorded_at - interval '25 hours' where call_id = $1`, [callId]);
    await database.query('alter table audit enable trigger append_only');
    await expect(addSetting(operator, { ...RAIL_OFF, author: 'minh' }, { ...aCall(), operator: 'minh', proposalId: callId })).rejects.toThrow(
      'QD017',
    );
  });

  test('is none that was carried out at once or failed', async () => {
    const call = aCall();
    await addFailedCall(operator, call, 'INTERNAL', null);
    await expect(addSetting(operator, RAIL_OFF, { ...aCall(), operator: 'minh', proposalId: call.callId })).rejects.toThrow('QD017');
  });
});

describe('what one operator does alone', () => {
  const act = (name: string, worth: bigint | null) => {
    const call = { ...aCall(), operator: name, alone: { worth, limit: 100n } };
    return addSetting(operator, { ...RAIL_OFF, author: name }, call).then(
      () => true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(SecondOperatorError);
        return false;
      },
    );
  };

  test('adds up to the limit within 24 hours, for each operator by themselves', async () => {
    expect([await act('hoa', 60n), await act('hoa', 41n), await act('hoa', 40n), await act('hoa', 1n)]).toEqual([true, false, true, false]);
    expect([await act('tuan', 101n), await act('tuan', 100n)]).toEqual([false, true]);
  });

  test('adds up too when it is done at the same time', async () => {
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => act('binh', 30n)));
    expect(outcomes.filter((isDone) => isDone)).toHaveLength(3);
  });

  test('is seen of each act from every other, in whichever order they are committed', async () => {
    const web = await database.open('quydoi_web');
    const signer = await database.open('quydoi_signer');
    const [first, second] = [await addOrder(web), await addOrder(web)];
    const [begun, committed] = [aCall('refundOrder'), aCall('approvePayout')].map((call) => ({ ...call, operator: 'mai' })) as [
      AuditRecord,
      AuditRecord,
    ];
    const besides = ({ callId }: AuditRecord) => readDoneAloneBesides(signer, callId, ['refundOrder', 'approvePayout']);
    await withMoneyTx(operator, async (tx) => {
      await writeAudit(tx, begun, first.id);
      await withMoneyTx(operator, (other) => writeAudit(other, committed, second.id));
      expect(await besides(committed)).toEqual([]);
    });
    const of = ({ verb, input }: AuditRecord, orderId: string) => [{ verb, input, orderId }];
    expect(await besides(begun)).toEqual(of(committed, second.id));
    expect(await besides(committed)).toEqual(of(begun, first.id));
    await database.query('alter table audit disable trigger append_only');
    await database.query(`update audit set recorded_at = recorded_at - interval '25 hours' where call_id = $1`, [begun.callId]);
    await database.query('alter table audit enable trigger append_only');
    // A later act counts against one that was held back for a day, an older one against none.
    expect(await besides(begun)).toEqual(of(committed, second.id));
    expect(await besides(committed)).toEqual([]);
  });

  test('is nothing whose worth is unknown', async () => {
    expect(await act('nga', null)).toBe(false);
    expect(await database.query(`select count(*)::int as n from audit where operator = 'nga'`)).toEqual([{ n: 0 }]);
  });
});
