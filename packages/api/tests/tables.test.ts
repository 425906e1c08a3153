import type { Principal } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { NOUNS } from '@quydoi/contract/nouns';
import type { NounTables, Procedure } from '@quydoi/contract/procedure';
import { describe, expect, test } from 'vitest';
import { guardPorts } from '../src/guard.ts';
import { createLimiter, DEFAULT_LIMITS, type Limiter } from '../src/limits.ts';
import { operatorRouter } from '../src/trpc/operator-router.ts';
import { appRouter } from '../src/trpc/router.ts';
import { testCaller } from '../testing/callers.ts';
import { fakePorts } from '../testing/fake-ports.ts';
import { sampleOf } from '../testing/sample.ts';
import { createTestApp, post } from '../testing/test-app.ts';
import { BUY_VIEW } from '../testing/views.ts';

/** Path, kind and access of a router's procedures. */
function listRouter(router: typeof appRouter | typeof operatorRouter): string[] {
  const procedures = Object.entries(router._def.procedures as unknown as Record<string, { _def: { type: string; meta?: { access: string } } }>);
  return procedures.map(([path, { _def }]) => `${path} ${_def.type} ${_def.meta?.access}`).sort();
}

function listRows(nouns: NounTables): { readonly path: string; readonly noun: string; readonly name: string; readonly row: Procedure }[] {
  return Object.entries(nouns).flatMap(([noun, table]) => Object.entries(table).map(([name, row]) => ({ path: `${noun}.${name}`, noun, name, row })));
}

const CUSTOMER_ROWS = listRows(NOUNS.customer);
const OPERATOR_ROWS = listRows(NOUNS.operator);

describe('routers list what the contract lists, as the contract lists it', () => {
  const wanted = (rows: typeof CUSTOMER_ROWS) => rows.map(({ path, row }) => `${path} ${row.kind} ${row.access}`).sort();

  test('customers', () => {
    expect(listRouter(appRouter)).toEqual(wanted(CUSTOMER_ROWS));
  });

  test('operators', () => {
    expect(listRouter(operatorRouter)).toEqual(wanted(OPERATOR_ROWS));
  });

  test('operators have a router of their own, and every change that they make is audited', () => {
    expect(CUSTOMER_ROWS.filter(({ row }) => row.access === 'operator' || row.audit || row.limit === null)).toEqual([]);
    expect(OPERATOR_ROWS.filter(({ row }) => row.access !== 'operator' || row.audit !== (row.kind === 'mutation'))).toEqual([]);
  });

  test('every change that operators make needs a second one, within limits or always, or says why it does not', () => {
    const silent = OPERATOR_ROWS.filter(({ row }) => row.audit && row.secondOperator === undefined && row.alone.trim() === '');
    expect(silent.map(({ name }) => name)).toEqual([]);
    const alone = OPERATOR_ROWS.filter(({ row }) => row.alone !== undefined).map(({ name }) => name);
    expect(alone.sort()).toEqual([
      'addPicture',
      'answerClaim',
      'confirmAct',
      'endCoupon',
      'moderateReview',
      'readIdentity',
      'readPayment',
      'refusePayout',
      'rejectAct',
      'resolveException',
      'setDocStatus',
      'setIpBlock',
      'setRail',
      'switchCurrency',
    ]);
  });

  test('what a second operator may have to confirm can answer with a proposal', () => {
    const proposed = { done: false, proposal: '0199d0a0-0000-7000-8000-000000000001' };
    const rows = OPERATOR_ROWS.filter(({ row }) => row.secondOperator !== undefined);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => !row.output.safeParse(proposed).success).map(({ name }) => name)).toEqual([]);
  });
});

const PRINCIPALS: Readonly<Record<Principal['kind'], Principal>> = {
  visitor: { kind: 'visitor' },
  customer: { kind: 'customer', customerId: 'ABCD2345', sessionId: 's1' },
  'api-key': { kind: 'api-key', keyId: 'k1', customerId: 'ABCD2345' },
  operator: { kind: 'operator', name: 'mai' },
};

/** What each principal gets from a procedure of each access level; null: it is let in. */
const REFUSALS: Readonly<Record<Procedure['access'], Readonly<Record<Principal['kind'], string | null>>>> = {
  anyone: { visitor: null, customer: null, 'api-key': null, operator: null },
  customer: { visitor: 'REQUIRED_LOGIN', customer: null, 'api-key': 'FORBIDDEN', operator: 'FORBIDDEN' },
  'customer-or-key': { visitor: 'REQUIRED_LOGIN', customer: null, 'api-key': null, operator: 'FORBIDDEN' },
  operator: { visitor: 'FORBIDDEN', customer: 'FORBIDDEN', 'api-key': 'FORBIDDEN', operator: null },
};

const EVERYBODY = Object.values(PRINCIPALS);

/** Error code of a call; null when it was let in. */
async function refusalOf(call: Promise<unknown> | undefined): Promise<string | null> {
  const thrown = await Promise.resolve(call).then(
    () => null,
    (error: { readonly code?: string; readonly cause?: { readonly code?: string } }) => error,
  );
  return thrown === null ? null : (thrown.cause?.code ?? thrown.code ?? 'INTERNAL');
}

type AnyPorts = Record<string, Record<string, (...args: unknown[]) => Promise<unknown>>>;

describe('who may call what', () => {
  test.each([...CUSTOMER_ROWS, ...OPERATOR_ROWS])('$path', async ({ noun, name, row }) => {
    const limiter = createLimiter(DEFAULT_LIMITS, () => 0);
    for (const principal of EVERYBODY) {
      const caller = testCaller({ principal });
      const isOperators = noun in NOUNS.operator;
      const ports = isOperators
        ? guardPorts(NOUNS.operator, fakePorts(NOUNS.operator, {}), limiter)
        : guardPorts(NOUNS.customer, fakePorts(NOUNS.customer, {}), limiter);
      const router = (isOperators
        ? operatorRouter.createCaller({ ports, caller })
        : appRouter.createCaller({ ports, caller })) as unknown as AnyPorts;
      const wanted = REFUSALS[row.access][principal.kind];
      // REST routes call the ports themselves.
      expect(await refusalOf((ports as unknown as AnyPorts)[noun]?.[name]?.(caller, sampleOf(row.input)))).toBe(wanted);
      // A caller who is refused learns nothing of the input.
      const answer = await refusalOf(router[noun]?.[name]?.({}));
      if (wanted === null) expect(['REQUIRED_LOGIN', 'FORBIDDEN']).not.toContain(answer);
      else expect(answer).toBe(wanted);
    }
  });

  test.each([...CUSTOMER_ROWS, ...OPERATOR_ROWS])('$path costs what its row says before its use case is called', async ({ noun, name, row }) => {
    const steps: unknown[] = [];
    const counting: Limiter = {
      size: () => 0,
      take: (limitClass, { deviceId }, cost) => void steps.push({ class: limitClass, cost, of: deviceId }),
      takePrincipal: (limitClass, { kind }, cost) => void steps.push({ class: limitClass, cost, of: kind }),
    };
    const recorded = <N extends NounTables>(nouns: N) =>
      guardPorts(
        nouns,
        fakePorts(nouns, {}, (path) => async () => void steps.push(path)),
        counting,
      );
    const ports = (noun in NOUNS.operator ? recorded(NOUNS.operator) : recorded(NOUNS.customer)) as unknown as AnyPorts;
    const principal = EVERYBODY.find(({ kind }) => REFUSALS[row.access][kind] === null) ?? PRINCIPALS.visitor;
    await ports[noun]?.[name]?.(testCaller({ principal, deviceId: 'a device' }), sampleOf(row.input));
    const costs = row.limit === null ? [] : ['a device', principal.kind].map((of) => ({ ...row.limit, of }));
    expect(steps).toEqual([...costs, `${noun}.${name}`]);
  });

  test.each(OPERATOR_ROWS)('$path refuses everyone but operators, guarded or not', async ({ noun, name, row }) => {
    const called: string[] = [];
    const bare = fakePorts(NOUNS.operator, {}, (path, useCase) => async (caller, input) => {
      called.push(`${caller.principal.kind} ${path}`);
      return useCase(caller, input);
    });
    const guarded = guardPorts(
      NOUNS.operator,
      bare,
      createLimiter(DEFAULT_LIMITS, () => 0),
    );
    for (const principal of EVERYBODY) {
      const caller = testCaller({ principal });
      const calls = [
        operatorRouter.createCaller({ ports: bare, caller }),
        operatorRouter.createCaller({ ports: guarded, caller }),
        { [noun]: { [name]: (input: unknown) => (guarded as unknown as AnyPorts)[noun]?.[name]?.(caller, input) } },
      ] as unknown as AnyPorts[];
      const refusals = await Promise.all(calls.map((router) => refusalOf(router[noun]?.[name]?.(sampleOf(row.input)))));
      for (const refusal of refusals) {
        if (principal.kind === 'operator') expect(refusal).not.toBe('FORBIDDEN');
        else expect(refusal).toBe('FORBIDDEN');
      }
    }
    expect(called.filter((call) => !call.startsWith('operator '))).toEqual([]);
    expect(called).toContain(`operator ${noun}.${name}`);
  });

  test.each(OPERATOR_ROWS)('the customers’ app does not know $path, whoever calls', async ({ path, row }) => {
    for (const principal of EVERYBODY) {
      const { app, exchange } = createTestApp({ resolvePrincipal: () => principal });
      const input = { json: sampleOf(row.input) };
      const query = `input=${encodeURIComponent(JSON.stringify(input))}`;
      const answers = [await app.request(`/trpc/${path}?${query}`), await post(app, `/trpc/${path}`, input), await post(app, `/api/v1/${path}`, {})];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      const batch = await app.request(`/trpc/${path},${path}?batch=1&${query}`);
      expect(await batch.text()).not.toContain('"result"');
      expect(exchange.calls).toEqual([]);
    }
  });

  test('a visitor’s call of an operators’ procedure is FORBIDDEN, an operator’s is let in', async () => {
    const ports = fakePorts(NOUNS.operator, {});
    const visitor = operatorRouter.createCaller({ ports, caller: testCaller() });
    await expect(visitor.operations.setRail({ network: 'bank', on: false })).rejects.toMatchObject({ cause: { code: 'FORBIDDEN' } });
    const operator = operatorRouter.createCaller({ ports, caller: testCaller({ principal: PRINCIPALS.operator }) });
    await expect(operator.operations.setRail({ network: 'bank', on: false })).resolves.toEqual({ done: true });
  });
});

describe('while the screen is locked', () => {
  const LOCKED: Principal = { kind: 'customer', customerId: 'ABCD2345', sessionId: 's1', isLocked: true };
  /** What goes on: unlocking, and ending the session. */
  const OPEN = ['accounts.lockScreen', 'accounts.logout', 'accounts.screen', 'accounts.unlockScreen'];

  test.each(CUSTOMER_ROWS)('$path', async ({ path, noun, name, row }) => {
    const seen: Principal[] = [];
    const fakes = fakePorts(NOUNS.customer, {}, (_path, useCase) => async (caller, input) => {
      seen.push(caller.principal);
      return useCase(caller, input as never);
    });
    const caller = testCaller({ principal: LOCKED });
    const ports = guardPorts(
      NOUNS.customer,
      fakes,
      createLimiter(DEFAULT_LIMITS, () => 0),
    ) as unknown as AnyPorts;
    const refusal = await refusalOf(ports[noun]?.[name]?.(caller, sampleOf(row.input)));
    const isAccounts = row.access !== 'anyone' && !OPEN.includes(path);
    expect(refusal).toBe(isAccounts ? 'SCREEN_LOCKED' : null);
    // What everybody may call is called as a visitor; a login ends the locked session.
    const wanted = OPEN.includes(path) || row.session !== undefined ? LOCKED : { kind: 'visitor' };
    expect(seen).toEqual(isAccounts ? [] : [wanted]);
    const router = appRouter.createCaller({ ports: ports as never, caller }) as unknown as AnyPorts;
    if (isAccounts) expect(await refusalOf(router[noun]?.[name]?.({}))).toBe('SCREEN_LOCKED');
  });

  test.each(['REQUIRED_LOGIN', 'LOGIN_FOR_AMOUNT', 'COUPON_FOR_MEMBERS'] as const)(
    'an order that needs the account is not refused as %s',
    async (code) => {
      const fakes = fakePorts(NOUNS.customer, {
        orders: {
          create: async () => {
            throw new AppError(code);
          },
        },
      });
      const ports = guardPorts(
        NOUNS.customer,
        fakes,
        createLimiter(DEFAULT_LIMITS, () => 0),
      ) as unknown as AnyPorts;
      const create = (principal: Principal) =>
        refusalOf(ports.orders?.create?.(testCaller({ principal }), sampleOf(NOUNS.customer.orders.create.input)));
      expect(await create(LOCKED)).toBe('SCREEN_LOCKED');
      expect(await create({ kind: 'visitor' })).toBe(code);
    },
  );

  test('REST, pictures and files are refused by a code, in the caller’s language', async () => {
    const { app, exchange } = createTestApp({ resolvePrincipal: () => LOCKED });
    const headers = { 'accept-language': 'en', authorization: 'Bearer x' };
    for (const path of ['users/me', 'users/me/export']) {
      const answer = await post(app, `/api/v1/${path}`, {}, headers);
      expect([answer.status, await answer.json()]).toEqual([
        403,
        { status: 'error', error: 'SCREEN_LOCKED', message: expect.stringContaining('The screen is locked') },
      ]);
    }
    expect((await app.request('/api/v1/wallets/me', { headers })).status).toBe(403);
    expect((await app.request('/avatars/k7Yw2mE0vQx5sT1uR9oPbA')).status).toBe(403);
    expect((await post(app, '/trpc/accounts.setAvatar', 'x'.repeat(500_000))).status).toBe(403);
    expect(exchange.calls).toEqual([]);
    const order = await post(app, '/api/v1/histories', { ref: BUY_VIEW.ref }, headers);
    expect([order.status, exchange.calls[0]?.caller.principal]).toEqual([200, { kind: 'visitor' }]);
  });
});
