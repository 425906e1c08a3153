import { configProcedures } from '@quydoi/contract/config';
import { lookupProcedures } from '@quydoi/contract/lookups';
import { operationProcedures } from '@quydoi/contract/operations';
import { orderProcedures } from '@quydoi/contract/orders';
import type { ProcedureTable } from '@quydoi/contract/procedure';
import { reviewProcedures } from '@quydoi/contract/reviews';
import { describe, expect, test } from 'vitest';
import { appRouter } from '../src/trpc/customer.ts';
import { operatorRouter } from '../src/trpc/operator.ts';

const CUSTOMER_TABLES: Readonly<Record<string, ProcedureTable>> = {
  config: configProcedures,
  orders: orderProcedures,
  lookups: lookupProcedures,
  reviews: reviewProcedures,
};

/** Path, kind and access of a router's procedures. */
function listRouter(router: typeof appRouter | typeof operatorRouter): string[] {
  const procedures = Object.entries(router._def.procedures as Record<string, { _def: { type: string; meta?: { access: string } } }>);
  return procedures.map(([path, { _def }]) => `${path} ${_def.type} ${_def.meta?.access}`).sort();
}

function listTable(table: ProcedureTable, prefix: string): string[] {
  return Object.entries(table).map(([name, { kind, access }]) => `${prefix}${name} ${kind} ${access}`);
}

describe('routers list what the contract lists, as the contract lists it', () => {
  test('customers', () => {
    const wanted = Object.entries(CUSTOMER_TABLES).flatMap(([noun, table]) => listTable(table, `${noun}.`));
    expect(listRouter(appRouter)).toEqual(wanted.sort());
  });

  test('operators', () => {
    expect(listRouter(operatorRouter)).toEqual(listTable(operationProcedures, '').sort());
  });
});

describe('who may call what', () => {
  const caller = {
    requestId: 'r',
    locale: 'vi',
    ip: '192.0.2.1',
    addressBlock: '192.0.2.1',
    deviceId: null,
    customerId: null,
    operator: null,
    orderKey: null,
    idempotencyKey: null,
  } as const;
  const operations = Object.fromEntries(Object.keys(operationProcedures).map((name) => [name, async () => ({ done: true })]));

  test.each(Object.keys(operationProcedures))('%s is for operators', async (name) => {
    const visitor = operatorRouter.createCaller({ operations: operations as never, caller: { ...caller, customerId: 'ABCD2345' } });
    const call = (visitor as unknown as Record<string, (input: unknown) => Promise<unknown>>)[name];
    await expect(call?.({})).rejects.toMatchObject({ cause: { code: 'FORBIDDEN' } });
  });

  test('an operator is let in', async () => {
    const operator = operatorRouter.createCaller({ operations: operations as never, caller: { ...caller, operator: 'mai' } });
    await expect(operator.setRail({ rail: 'bank', on: false })).resolves.toEqual({ done: true });
  });

  test('every customers’ procedure that is not for anyone refuses a visitor', async () => {
    const closed = Object.entries(CUSTOMER_TABLES).flatMap(([noun, table]) =>
      Object.entries(table).flatMap(([name, { access }]) => (access === 'anyone' ? [] : [[noun, name] as const])),
    );
    const visitor = appRouter.createCaller({ exchange: {} as never, caller }) as unknown as Record<
      string,
      Record<string, (input: unknown) => Promise<unknown>>
    >;
    for (const [noun, name] of closed) await expect(visitor[noun]?.[name]?.({})).rejects.toMatchObject({ cause: { code: 'REQUIRED_LOGIN' } });
    expect(closed).toEqual([]);
  });
});
