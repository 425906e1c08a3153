import { type Principal, VISITOR } from '@quydoi/contract/caller';
import { isErrorCode } from '@quydoi/contract/errors';
import { NOUNS } from '@quydoi/contract/nouns';
import type { NounTables, Procedure } from '@quydoi/contract/procedure';
import { TRPCError } from '@trpc/server';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { REST_ROUTES } from '../src/rest/v1/routes.ts';
import { appErrorOf } from '../src/trpc/format-error.ts';
import { operatorRouter } from '../src/trpc/operator-router.ts';
import { testCaller } from '../testing/callers.ts';
import { ORDER_KEY } from '../testing/fake-exchange.ts';
import { fakePorts } from '../testing/fake-ports.ts';
import { createTestApp } from '../testing/test-app.ts';

/** Inputs tried per procedure and path. */
const RUNS = 2_000;
/** So many of them at least get as far as the exchange, else the fuzzer only tries the parser. */
const REACHING_MIN = 40;
/** All of them together take seconds, on a busy machine too; an input that keeps the process busy breaks this. */
const TIMEOUT_MS = 100_000;

vi.setConfig({ testTimeout: TIMEOUT_MS });

const CUSTOMER: Principal = { kind: 'customer', customerId: 'ABCD2345', sessionId: 's1' };

/** Every procedure of these nouns, with its path. */
function listProcedures(nouns: NounTables): { readonly path: string; readonly noun: string; readonly name: string; readonly procedure: Procedure }[] {
  return Object.entries(nouns).flatMap(([noun, table]) =>
    Object.entries(table).map(([name, procedure]) => ({ path: `${noun}.${name}`, noun, name, procedure })),
  );
}

/** Values that some parser somewhere trips over, and some that are right. */
const awkwardText = fc.oneof(
  fc.constantFrom('', ' ', '\0', 'a\0b', '\ud800', '\udc00x', '😀', 'İ', '\u202e', '__proto__', 'constructor', 'toString', 'null', 'NaN', 'Infinity'),
  fc.constantFrom(
    '1e3',
    '-1',
    '+1',
    '0x10',
    '1_000',
    '1,5',
    '.5',
    '5.',
    '00050',
    '9'.repeat(41),
    '0.'.padEnd(60, '1'),
    "'; drop table orders; --",
    '%00',
    '../..',
    '{{7*7}}',
  ),
  fc.constantFrom(
    '50',
    '10.5',
    'trc20',
    'pm',
    'vnd',
    'vcb',
    'buy',
    'sell',
    'ex',
    'cancel',
    '7KQ2M9XR4B',
    '7kq2m9xr4b',
    ORDER_KEY,
    '0011001234567',
    'U1234567',
    'lan@example.vn',
    'SWAP234567',
  ),
  // Any characters, also half surrogates. (`unit: 'binary'` makes a table of all characters first, which takes seconds.)
  fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 20 }).map((points) => String.fromCodePoint(...points)),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);
const awkwardValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    awkwardText,
    fc.constantFrom<unknown>(null, true, false, 0, -0, 1, -1, 50, 1e3, 1e308, 5e-324, Number.MAX_SAFE_INTEGER + 2),
    fc.double(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(awkwardText, tie('value'), { maxKeys: 3 }),
  ),
})).value;

/** Moments of years with four digits, as ISO 8601. */
const moments = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((moment) => moment.toISOString());

/** Values of a field's own type. */
function rightFor(schema: unknown): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional) return fc.option(rightFor(schema.unwrap()), { nil: undefined, freq: 1 });
  if (schema instanceof z.ZodDefault) return fc.option(rightFor(schema.unwrap()), { nil: undefined, freq: 1 });
  if (schema instanceof z.ZodISODateTime) return moments;
  if (schema instanceof z.ZodBase64) return fc.base64String({ minLength: 4, maxLength: 400 });
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodNumber) return fc.integer();
  if (schema instanceof z.ZodArray) return fc.array(rightFor(schema.element), { maxLength: 3 });
  if (schema instanceof z.ZodObject)
    return fc.record(Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, rightFor(field)])));
  if (schema instanceof z.ZodPipe && schema.out instanceof z.ZodEmail) return wordsOf(1, 20).map((name) => `${name}@example.vn`);
  if (schema instanceof z.ZodString && (schema.minLength ?? 0) > 1) return wordsOf(schema.minLength ?? 0, schema.maxLength ?? 200);
  return schema instanceof z.ZodBoolean ? fc.boolean() : awkwardText;
}

/** Letters and digits, of which names and passwords may be made. */
function wordsOf(minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...'abcxyzABCXYZ0189'), minLength, maxLength });
}

/** Values for one field: right as far as the schema tells, or awkward. */
function valuesFor(schema: unknown): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: rightFor(schema) }, { weight: 1, arbitrary: awkwardText }, { weight: 1, arbitrary: awkwardValue });
}

/** Objects with the fields that a schema knows, right or wrong, all or some, and strangers among them. */
function objectsFor(schema: z.ZodType): fc.Arbitrary<unknown> {
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  const fields = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, valuesFor(field)]));
  const right = fc.record(fields);
  // A rule over several fields is rarely kept by chance, and what breaks it never gets past the transport.
  const keepsRules = (value: unknown) => schema.safeParse(value).success;
  const complete = (schema.def as z.core.$ZodTypeDef).checks?.length ? fc.oneof(right, right.filter(keepsRules)) : right;
  const partial = fc.record(fields, { requiredKeys: [] });
  const withStrangers = fc
    .tuple(complete, fc.dictionary(awkwardText, awkwardValue, { maxKeys: 2 }))
    .map(([own, strange]) => ({ ...strange, ...own }));
  return fc.oneof(
    { weight: 4, arbitrary: complete },
    { weight: 2, arbitrary: partial },
    { weight: 1, arbitrary: withStrangers },
    { weight: 1, arbitrary: awkwardValue },
  );
}

/** What superjson's annotations may claim about an input. */
const superjsonMeta = fc.option(
  fc.record({
    values: fc.oneof(
      fc.dictionary(
        fc.oneof(fc.constantFrom('ref', 'quantity', 'kind', '__proto__.x', 'constructor.prototype.x', 'a.b', ''), awkwardText),
        fc.constantFrom(
          ['bigint'],
          ['Date'],
          ['regexp'],
          ['set'],
          ['map'],
          ['URL'],
          ['Error'],
          ['undefined'],
          ['number'],
          ['symbol', 'x'],
          ['class', 'X'],
          ['custom', 'X'],
          ['typed-array', 'Int8Array'],
        ),
        { maxKeys: 2 },
      ),
      awkwardValue,
    ),
    referentialEqualities: fc.option(awkwardValue, { nil: undefined }),
  }),
  { nil: undefined, freq: 1 },
);

/** JSON text as it is, cut off, or with something put in. */
function textsOf(values: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const texts = values.map((value) => JSON.stringify(value) ?? '');
  const spoiled = fc.tuple(texts, fc.nat(300), fc.oneof(awkwardText, fc.constantFrom('"', '{', '\\u0000', '1e999', '\\ud800')), fc.boolean());
  return fc.oneof(
    { weight: 5, arbitrary: texts },
    { weight: 1, arbitrary: spoiled.map(([text, at, put, isCut]) => text.slice(0, at) + (isCut ? '' : put + text.slice(at))) },
  );
}

/** Header values that HTTP can carry at all. */
const headerText = fc.oneof(
  fc.constantFrom('', ';;=;', 'device=; XSRF-TOKEN', '%E0%A4%A', 'a="b', 'en;q=x', '*', '1.1.1.1', '::ffff:1.2.3.4', 'x, , [::1]:1', 'unknown'),
  fc.string({ maxLength: 40 }).map((text) => text.replace(/[^\x20-\x7e]/g, '').trim()),
);
const awkwardHeaders = fc.record(
  {
    cookie: headerText,
    'accept-language': headerText,
    'x-forwarded-for': headerText,
    'x-order-key': headerText,
    'idempotency-key': headerText,
    'x-xsrf-token': headerText,
    origin: headerText,
    'if-none-match': headerText,
    'accept-encoding': headerText,
  },
  { requiredKeys: [] },
);
const headers = fc.oneof(fc.constant<Record<string, string>>({}), awkwardHeaders);
const queries = fc.oneof(fc.constantFrom('', '?', '?lang=en', '?lang=%E0%A4%A', '?lang[]=x&lang', '?batch=1', '?batch=%00'), fc.constant(''));

const restAnswer = z.union([
  z.object({ status: z.literal('success'), message: z.string(), data: z.unknown() }),
  z.strictObject({ status: z.literal('error'), error: z.string().refine(isErrorCode), message: z.string().min(1), details: z.unknown().optional() }),
]);
const trpcError = z.object({
  error: z.object({
    json: z.object({
      message: z.string().min(1),
      data: z.strictObject({
        code: z.string().refine(isErrorCode),
        httpStatus: z.number(),
        message: z.string(),
        params: z.record(z.string(), z.string()),
        details: z.unknown(),
        requestId: z.string().min(1),
      }),
    }),
  }),
});
const trpcCall = z.union([z.object({ result: z.object({ data: z.object({ json: z.unknown() }) }) }), trpcError]);
const trpcAnswer = z.union([trpcCall, z.array(trpcCall)]);

describe('REST', () => {
  const posts = REST_ROUTES.filter(({ method }) => method === 'POST');
  const routes = [...posts.map(({ path, body }) => ({ path, body })), { path: 'config-web', body: z.object({ isGetAll: z.string() }) }];

  test.each(routes)('$path', async ({ path, body }) => {
    const { app, log, exchange } = createTestApp({ resolvePrincipal: () => (path.startsWith('users/') ? CUSTOMER : VISITOR) });
    const contentTypes = fc.constantFrom(
      'application/json',
      'application/json',
      'application/json',
      'application/json',
      'application/json; charset=utf-8',
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data',
      'nonsense',
      '',
    );
    await fc.assert(
      fc.asyncProperty(textsOf(objectsFor(body)), contentTypes, headers, queries, async (text, contentType, extra, query) => {
        const sent = contentType === '' ? extra : { ...extra, 'content-type': contentType };
        const response = await app.request(`/api/v1/${path}${query}`, { method: 'POST', headers: sent, body: text });
        expect(response.status).toBeLessThan(500);
        if (response.status === 304) return;
        const encoding = response.headers.get('content-encoding');
        if (encoding === null) expect(restAnswer.safeParse(await response.json()).error).toBeUndefined();
      }),
      { numRuns: RUNS },
    );
    expect(log).toEqual([]);
    if (path !== 'config-web') expect(exchange.calls.length).toBeGreaterThan(REACHING_MIN);
  });
});

describe('tRPC', () => {
  test.each(listProcedures(NOUNS.customer))('$path', async ({ path, procedure }) => {
    // A principal that the procedure admits, so that its input is reached.
    const { app, log, exchange } = createTestApp({ resolvePrincipal: () => (procedure.access === 'anyone' ? VISITOR : CUSTOMER) });
    const envelopes = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.tuple(objectsFor(procedure.input), superjsonMeta).map(([json, meta]) => ({ json, ...(meta === undefined ? {} : { meta }) })),
      },
      { weight: 1, arbitrary: awkwardValue },
    );
    const bodies = fc.oneof({ weight: 4, arbitrary: envelopes }, { weight: 1, arbitrary: envelopes.map((envelope) => ({ 0: envelope })) });
    await fc.assert(
      fc.asyncProperty(textsOf(bodies), headers, queries, fc.integer({ min: 0, max: 9 }), async (text, extra, query, luck) => {
        const response = await app.request(...requestFor(procedure, path, text, extra, query, luck));
        expect(response.status).toBeLessThan(500);
        if (response.status === 304 || response.headers.has('content-encoding')) return;
        expect(trpcAnswer.safeParse(await response.json()).error).toBeUndefined();
      }),
      { numRuns: RUNS },
    );
    expect(log).toEqual([]);
    expect(exchange.calls.length).toBeGreaterThan(REACHING_MIN);
  });

  test('paths of nonsense', async () => {
    const { app, log } = createTestApp();
    const paths = fc.oneof(
      awkwardText.map((text) => encodeURIComponent(text.toWellFormed())),
      fc.string({ maxLength: 30 }),
      fc.constantFrom('orders.get,', ',,,', '%', '%2f..%2f', 'orders.get/x', '//'),
    );
    const roots = fc.constantFrom('/trpc/', '/api/', '/api/v1/', '/webhooks/', '/trpc', '/');
    await fc.assert(
      fc.asyncProperty(
        roots,
        paths,
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
        queries,
        async (root, path, method, query) => {
          const url = `http://quydoi.example${root}${path}${query}`;
          if (!URL.canParse(url)) return;
          const response = await app.request(url, { method });
          expect(response.status).toBeLessThan(500);
        },
      ),
      { numRuns: RUNS },
    );
    expect(log).toEqual([]);
  });
});

describe('operators', () => {
  const caller = testCaller({ principal: { kind: 'operator', name: 'mai' } });
  const calls = operatorRouter.createCaller({ ports: fakePorts(NOUNS.operator, {}), caller }) as unknown as Record<
    string,
    Record<string, (input: unknown) => Promise<unknown>>
  >;

  test.each(listProcedures(NOUNS.operator))('$path', async ({ noun, name, procedure }) => {
    await fc.assert(
      fc.asyncProperty(objectsFor(procedure.input), async (input) => {
        const refusal = await calls[noun]?.[name]?.(input).then(
          () => null,
          (thrown: unknown) => (thrown instanceof TRPCError ? appErrorOf(thrown).code : 'INTERNAL'),
        );
        // BODY_INVALID: zod compares `length` even of a value that is not a string, which throws if `length` has no primitive value.
        expect([null, 'VALIDATION_FAILED', 'BODY_INVALID']).toContain(refusal);
      }),
      { numRuns: RUNS },
    );
  });
});

/** A call as the procedure's kind wants it; one in ten comes the wrong way. */
function requestFor(
  procedure: Procedure,
  path: string,
  text: string,
  extra: Record<string, string>,
  query: string,
  luck: number,
): [string, RequestInit] {
  const isPost = (procedure.kind === 'mutation') === luck > 0;
  if (isPost) return [`/trpc/${path}${query}`, { method: 'POST', headers: { ...extra, 'content-type': 'application/json' }, body: text }];
  const input = `input=${encodeURIComponent(text.toWellFormed())}`;
  return [`/trpc/${path}${query === '' ? '?' : `${query}&`}${input}`, { headers: extra }];
}
