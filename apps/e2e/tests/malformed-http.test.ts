import { REST_ROUTES } from '@quydoi/api/rest/v1/routes';
import { appRouter } from '@quydoi/api/trpc/router';
import { ERROR_CODES, isErrorCode } from '@quydoi/contract/errors';
import { ACCOUNT_NAME_INVALID } from '@quydoi/contract/lookups';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { buy, createWallets, pay, waitForStatus } from '../src/customers/purchase.ts';
import { CONTENT_TYPES, MALFORMED_BODIES, MALFORMED_PATHS, MALFORMED_VALUES, METHODS } from '../src/http/malformed-input.ts';
import { holdHalfOpen, type RawAnswer, type RawRequest, sendRaw, writeBytes } from '../src/http/raw-http.ts';
import { type ExchangeUnderTest, startExchangeUnderTest } from '../src/system/exchange-under-test.ts';
import { findInOutputs, secretsOf } from '../src/system/find-in-outputs.ts';
import { createTally } from '../src/tally.ts';

/** Concurrent requests. */
const REQUEST_CONCURRENCY = 16;
const DELIVERED_MS_MAX = 180_000;
/** How long a connection is listened to for what odd bytes bring about. */
const LISTEN_MS = 500;
/** What a probe may take while others do their worst. */
const PROBE_MS_MAX = 10_000;
const HALF_OPEN = 300;
const PROBES = 20;

/** The words of a stack, a path of ours or a database's error, in any answer. */
const LEAK = /\bat [\w.<>]+ \(|node_modules|\.ts:\d+|packages\/|TypeError|SyntaxError|ECONN|relation "|unexpected token/i;
/** Refusals that are a matter of the exchange's state and not of the request; all others must be 4xx. */
const UNAVAILABLE = new Set<string>(['MAINTENANCE', 'LOOKUP_UNAVAILABLE']);
/** How a lookup says that there is no such account: it is an answer, not an error. */
const NO_SUCH_NAME = `"account_name":"${ACCOUNT_NAME_INVALID}"`;
/** Every procedure, by the path under `/trpc/`. */
const PROCEDURES = Object.entries(appRouter._def.procedures as unknown as Readonly<Record<string, ProcedureLike>>).map(([path, { _def }]) => ({
  path: `/trpc/${path}`,
  kind: _def.type,
  isLenient: _def.inputs.every((input) => takesNothing(input as Schema)),
}));
const SOURCE_PATHS = [
  '/.git/HEAD',
  '/.git/config',
  '/.data/secrets/web.env',
  '/.env',
  '/package.json',
  '/src/entry-server.tsx',
  '/assets/../../package.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/..%2f..%2fpackage.json',
];
/** Routes that read a body. */
const REST_POSTS = REST_ROUTES.filter(({ method }) => method === 'POST');
const REST_PATHS = [...REST_POSTS.map(({ path }) => `/api/v1/${path}`), '/api/v1/config-web'];
const TRPC_PATHS = PROCEDURES.map(({ path }) => path);
const OTHER_PATHS = ['/webhooks/sepay', '/api/v1/openapi.json', '/health', '/ready', '/metrics', '/', '/buysell', '/assets/x.js'];

/** Paths that require no input: readable bodies are ignored. */
const LENIENT = new Set([
  '/api/v1/config-web',
  ...REST_POSTS.filter(({ body }) => takesNothing(body)).map(({ path }) => `/api/v1/${path}`),
  ...PROCEDURES.filter(({ isLenient }) => isLenient).map(({ path }) => path),
]);
/** Valid values of the fields that are not under test. */
const GOOD_VALUES: Readonly<Record<string, string>> = {
  currency_code: 'pm',
  quantity: '5',
  receiving_address: 'U2900001',
  account_number: '0011001234567',
  to_bankName: 'vcb',
  a_currency_code: 'trc20',
  b_currency_code: 'pm',
  a_quantity: '60',
  ref: 'ABCDEFGHJK',
  action: 'cancel',
  type: 'vcb',
  accountNumber: '0011001234567',
};
/** Fields in which no malformed input may pass. Others hold free text, or may be left out. */
const STRICT_FIELDS = new Set(Object.keys(GOOD_VALUES).filter((field) => field !== 'type'));

interface Schema {
  safeParse(value: unknown): { readonly success: boolean };
}

interface ProcedureLike {
  readonly _def: { readonly type: 'query' | 'mutation' | 'subscription'; readonly inputs: readonly unknown[] };
}

function takesNothing(schema: Schema): boolean {
  return schema.safeParse(undefined).success || schema.safeParse({}).success;
}

const answers = createTally();
const nextWallet = createWallets();
let addresses = 0;
let exchange: ExchangeUnderTest;

beforeAll(async () => {
  exchange = await startExchangeUnderTest();
});
afterAll(async () => {
  console.info(`answers: ${answers}`);
  await exchange?.stop();
});

/** Sends each request from its own client address, so that rate limits do not apply. */
function send(request: RawRequest): Promise<RawAnswer> {
  addresses += 1;
  const address = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
  return sendRaw(exchange, { ...request, headers: { 'x-forwarded-for': address, ...request.headers } });
}

/** Describes the fault of a response. Null for a well-formed refusal, or a success where one is allowed. */
function problemIn(answer: RawAnswer, isSuccessAllowed: boolean): string | null {
  const { status, text, contentType } = answer;
  if (LEAK.test(text) && !contentType.startsWith('text/html') && !contentType.includes('version=0.0.4')) return `leaks: ${text.slice(0, 300)}`;
  if (status < 400) {
    answers.add(String(status));
    return isSuccessAllowed || text.includes(NO_SUCH_NAME) ? null : `answered with ${status}: ${text.slice(0, 300)}`;
  }
  const code = codeOf(text);
  answers.add(`${status} ${code ?? contentType}`);
  if (status >= 500 && !UNAVAILABLE.has(code ?? '')) return `answered with ${status}: ${text.slice(0, 300)}`;
  if (code === null || !isErrorCode(code)) return `${status} without a code: ${text.slice(0, 300)}`;
  return ERROR_CODES[code] === status ? null : `${code} with ${status}`;
}

/** The code of a refusal, of either transport; of the first call in a batch. */
function codeOf(text: string): string | null {
  return /"error":"([A-Z_]+)"/.exec(text)?.[1] ?? /"code":"([A-Z_0-9]+)"/.exec(text)?.[1] ?? null;
}

interface Case {
  readonly request: RawRequest;
  readonly isSuccessAllowed?: boolean;
  /** An answer to HEAD has no body to hold a code, and pages answer in words. */
  readonly isCodeless?: boolean;
}

/** Sends all cases, some at once. @returns what was wrong with the answers */
async function sendAll(cases: readonly Case[]): Promise<string[]> {
  const faults: string[] = [];
  const queue = cases.values();
  const worker = async () => {
    for (const { request, isSuccessAllowed = false, isCodeless = false } of queue) {
      const told = `${request.method} ${request.path.slice(0, 100)} ${String(request.body ?? '').slice(0, 200)}`;
      const answer = await send(request).catch((error: unknown) => `${error}`);
      const fault = typeof answer === 'string' ? answer : problemIn(answer, isSuccessAllowed);
      if (fault && !(isCodeless && / without a code: /.test(fault))) faults.push(`${told} → ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: REQUEST_CONCURRENCY }, worker));
  return faults;
}

describe('malformed input is refused with a code, never with a 500 or a stack', () => {
  test('bodies that are no requests, whatever they call themselves', async () => {
    const paths = [...REST_PATHS, ...TRPC_PATHS, '/webhooks/sepay'];
    const cases = paths.flatMap((path) =>
      MALFORMED_BODIES.flatMap((body, index) => {
        // Every body as JSON, and one other kind in turn.
        const other = CONTENT_TYPES[index % CONTENT_TYPES.length] ?? '';
        return ['application/json', other].map((contentType) => ({
          request: { method: 'POST', path, body, headers: { 'content-type': contentType } },
        }));
      }),
    );
    expect(await sendAll(cases.map((one) => ({ ...one, isSuccessAllowed: LENIENT.has(one.request.path) })))).toEqual([]);
  });

  test('fields that hold what no field wants', async () => {
    const cases = REST_POSTS.flatMap(({ path, body }) => {
      const fields = Object.keys(body.shape);
      const good = Object.fromEntries(fields.flatMap((field) => (GOOD_VALUES[field] === undefined ? [] : [[field, GOOD_VALUES[field]]])));
      return fields.flatMap((field) =>
        MALFORMED_VALUES.map((value) => ({
          request: {
            method: 'POST',
            path: `/api/v1/${path}`,
            body: JSON.stringify({ ...good, [field]: value }),
            headers: { 'content-type': 'application/json' },
          },
          isSuccessAllowed: !STRICT_FIELDS.has(field),
        })),
      );
    });
    expect(await sendAll(cases)).toEqual([]);
  });

  test('calls of procedures with nonsense for an input', async () => {
    const inputs = MALFORMED_VALUES.map((value) => JSON.stringify({ json: value }));
    const cases = PROCEDURES.flatMap(({ path, kind, isLenient }) =>
      inputs.map((input) => ({
        request:
          kind === 'mutation'
            ? { method: 'POST', path, body: input, headers: { 'content-type': 'application/json' } }
            : { method: 'GET', path: `${path}?input=${encodeURIComponent(input)}` },
        isSuccessAllowed: isLenient,
      })),
    );
    expect(await sendAll(cases)).toEqual([]);
  });

  test('paths that lead nowhere, and methods that nobody uses', async () => {
    const odd = MALFORMED_PATHS.flatMap((path) => ['GET', 'POST'].map((method) => ({ method, path })));
    const methods = [...REST_PATHS, ...TRPC_PATHS, ...OTHER_PATHS].flatMap((path) => METHODS.map((method) => ({ method, path })));
    const cases = [...odd, ...methods].map(({ method, path }) => ({
      request: { method, path },
      isSuccessAllowed: method === 'HEAD' || isReadable(method, path),
      isCodeless: method === 'HEAD' || (method === 'GET' && isPage(path)) || path.startsWith('/assets/'),
    }));
    expect(await sendAll(cases)).toEqual([]);
  });

  test('nothing of the source, its history or its settings is served', async () => {
    for (const path of SOURCE_PATHS) {
      const { status, text } = await send({ method: 'GET', path });
      expect([path, status]).toEqual([path, 404]);
      expect(text).not.toMatch(/ref: refs|"workspaces"|DATABASE_URL=|\[core\]/);
    }
  });

  test('headers that claim what is not so', async () => {
    const body = JSON.stringify({ ref: GOOD_VALUES.ref });
    const headers = [
      { 'x-forwarded-for': "' or 1=1, 😀".replace('😀', 'x'), 'content-type': 'application/json' },
      { 'x-forwarded-for': Array.from({ length: 500 }, (_, index) => `10.0.0.${index}`).join(','), 'content-type': 'application/json' },
      { 'x-order-key': 'x'.repeat(4_000), 'content-type': 'application/json' },
      { 'idempotency-key': 'x'.repeat(4_000), 'content-type': 'application/json' },
      { 'idempotency-key': 'two words', 'content-type': 'application/json' },
      { 'accept-language': 'q=;;;,*;q=9,\t-', 'content-type': 'application/json' },
      { cookie: 'device=%ff; XSRF-TOKEN=%; =; ;;; language=\\"', 'content-type': 'application/json' },
      { 'content-encoding': 'gzip', 'content-type': 'application/json' },
      { 'content-encoding': 'br', 'content-type': 'application/json' },
      { 'transfer-encoding': 'chunked', 'content-type': 'application/json' },
      { expect: '200-ok', 'content-type': 'application/json' },
      { range: 'bytes=-1--2', 'content-type': 'application/json' },
      { 'if-none-match': '"'.repeat(999), 'content-type': 'application/json' },
      { host: 'evil.example:99999', 'content-type': 'application/json' },
    ];
    const cases = headers.map((one) => ({
      request: { method: 'POST', path: '/api/v1/histories', body, headers: one },
      isCodeless: 'expect' in one || 'host' in one,
    }));
    expect(await sendAll(cases)).toEqual([]);
  });
});

/** Whether a path is looked at by people, who are told in words that there is nothing. */
function isPage(path: string): boolean {
  return !/^\/(?:api|trpc|webhooks|assets)(?:\/|$)/.test(path);
}

/** Whether a page, probe or price may be read this way. */
function isReadable(method: string, path: string): boolean {
  if (LENIENT.has(path)) return method === (path.startsWith('/trpc/') ? 'GET' : 'POST');
  return method === 'GET' && (isPage(path) || path === '/api/v1/openapi.json');
}

const HEAD = 'POST /api/v1/histories HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
/** Bytes that are no request, or two at once; the connection may be closed, and nothing but 4xx may be answered to what is broken. */
const ODD_BYTES: Readonly<Record<string, string>> = {
  'a body that breaks off': `${HEAD}Content-Length: 1000\r\n\r\n{"ref":`,
  'a head that breaks off': 'POST /api/v1/histories HTTP/1.1\r\nHost: loc',
  'no request at all': '\u0000\u0001\u0002\u0003\r\n\r\n',
  'a TLS greeting': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'two different lengths': `${HEAD}Content-Length: 2\r\nContent-Length: 20\r\n\r\n{}`,
  'a length and chunks': `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n`,
  'a negative length': `${HEAD}Content-Length: -5\r\n\r\n{}`,
  'a length in words': `${HEAD}Content-Length: many\r\n\r\n{}`,
  'chunks of no size': `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  'an unknown coding': `${HEAD}Transfer-Encoding: cow\r\n\r\n{}`,
  'no host': 'GET / HTTP/1.1\r\n\r\n',
  'two hosts': 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'a host that is none': 'GET / HTTP/1.1\r\nHost: a b%/\\\r\n\r\n',
  'another version': 'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
  'an old version': 'GET /health\r\n\r\n',
  'a full address': 'GET http://evil.example/%ff HTTP/1.1\r\nHost: x\r\n\r\n',
  'an asterisk': 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  'a tunnel': 'CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'an upgrade': 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'a header without a name': 'GET / HTTP/1.1\r\nHost: x\r\n: x\r\n\r\n',
  'a folded header': 'GET / HTTP/1.1\r\nHost: x\r\nX-A: a\r\n b\r\n\r\n',
  'bare line feeds': 'GET /health HTTP/1.1\nHost: x\n\n',
  'NUL in a header': 'GET / HTTP/1.1\r\nHost: x\r\nX-A: a\u0000b\r\n\r\n',
  'a head of a megabyte': `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(1_048_576)}\r\n\r\n`,
  'ten thousand headers': `GET / HTTP/1.1\r\nHost: x\r\n${'X-A: a\r\n'.repeat(10_000)}\r\n`,
  'the same header many times': `${HEAD}${'X-Order-Key: a\r\nCookie: device=x\r\n'.repeat(20)}Content-Length: 24\r\n\r\n{"ref":"ABCDEFGHJKLMNP"}`,
  'a path with blanks': 'GET /a b c HTTP/1.1\r\nHost: x\r\n\r\n',
  'a path of bytes': 'GET /\u00ff\u00fe HTTP/1.1\r\nHost: x\r\n\r\n',
};

describe('bytes that are no HTTP hurt nobody', () => {
  test.each(Object.entries(ODD_BYTES))('%s', async (_, bytes) => {
    const { answered } = await writeBytes(exchange, Buffer.from(bytes, 'latin1'), LISTEN_MS);
    const statuses = [...answered.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
    for (const status of statuses) answers.add(`raw ${status}`);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(answered).not.toMatch(/smuggled/);
    expect(answered.replace(/<html[\s\S]*/, '')).not.toMatch(LEAK);
    expect((await send({ method: 'GET', path: '/health' })).status).toBe(200);
  });

  test(`${HALF_OPEN} connections that never finish their request leave the others their answers`, async () => {
    const releases = [
      holdHalfOpen(exchange, HALF_OPEN / 2, `${HEAD}Content-Length: 1000\r\n\r\n{`),
      holdHalfOpen(exchange, HALF_OPEN / 2, 'GET / HTTP/1.1\r\nHo'),
    ];
    try {
      for (let probe = 0; probe < PROBES; probe += 1) {
        const startedAt = performance.now();
        expect((await send({ method: 'GET', path: '/ready' })).status).toBe(200);
        expect(performance.now() - startedAt).toBeLessThan(PROBE_MS_MAX);
      }
      const order = await buy(exchange, nextWallet(), 500n);
      await pay(exchange, order);
      await waitForStatus(exchange, order, ['delivered'], DELIVERED_MS_MAX);
    } finally {
      for (const release of releases) release();
    }
  });
});

test('the same processes still serve, and none of it was called a bug', async () => {
  onTestFailed(() => console.error(exchange.recentLogs()));
  const order = await buy(exchange, nextWallet(), 500n);
  await pay(exchange, order);
  expect(await waitForStatus(exchange, order, ['delivered'], DELIVERED_MS_MAX)).toBe('delivered');
  for (const [name, role] of Object.entries(exchange.roles)) {
    expect(role.isUp, `${name} lives`).toBe(true);
    expect(role.recentLogs()).not.toMatch(/"level":50/);
  }
});

test('no secret stands in what was answered to any of it, or was left behind', async () => {
  expect(await findInOutputs(exchange, secretsOf(exchange))).toEqual([]);
});
