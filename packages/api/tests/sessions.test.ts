import { type Principal, VISITOR } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { describe, expect, test } from 'vitest';
import { createPrincipalResolver, type FindSession } from '../src/http/session.ts';
import { CHALLENGE, CODE_WANTED, SESSION_TOKEN } from '../testing/fake-exchange.ts';
import { createTestApp, post, type TestApp } from '../testing/test-app.ts';
import { CUSTOMER_VIEW } from '../testing/views.ts';

const CUSTOMER: Principal = { kind: 'customer', customerId: '7KQ2M9XR', sessionId: 's1' };
const LOGIN = { json: { login: 'lan@example.vn', password: 'tra da via he 7' } };
const PAGE = () => Promise.resolve(new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }));
const find: FindSession = (token) => (token === SESSION_TOKEN ? CUSTOMER : null);

/** An app with sessions, over http unless said otherwise. */
function open(https = false, findSession = find): TestApp {
  return createTestApp({ page: PAGE, https, resolvePrincipal: createPrincipalResolver(https, findSession) });
}

/** Cookies and CSRF header of a browser that has opened a page. */
async function openPage({ app }: TestApp): Promise<Record<string, string>> {
  const cookies = (await app.request('/')).headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const token = cookies.find((cookie) => cookie.includes('XSRF-TOKEN='))?.split('=')[1] ?? '';
  return { cookie: cookies.join('; '), 'x-xsrf-token': token };
}

/** The same browser, logged in. */
function withSession(browser: Record<string, string>, name = 'session', token = SESSION_TOKEN): Record<string, string> {
  return { ...browser, cookie: `${browser.cookie}; ${name}=${token}` };
}

const me = (made: TestApp, headers: Record<string, string>) => made.app.request('/trpc/accounts.me', { headers });
const codeOf = async (response: Response) => /"code":"([A-Z_]+)"/.exec(await response.text())?.[1];

describe('the cookie', () => {
  test.each([
    [false, /^session=[\w.-]+; Path=\/; Max-Age=1209600; SameSite=Lax; HttpOnly$/],
    [true, /^__Host-session=[\w.-]+; Path=\/; Max-Age=1209600; SameSite=Lax; Secure; HttpOnly$/],
  ])('is given to a browser that logs in, https: %s', async (https, cookie) => {
    const made = open(https);
    const response = await post(made.app, '/trpc/accounts.login', LOGIN, await openPage(made));
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, [expect.stringMatching(cookie)]]);
    expect(await response.json()).toMatchObject({ result: { data: { json: { token: SESSION_TOKEN } } } });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('is given in a batch, too', async () => {
    const made = open();
    const response = await post(made.app, '/trpc/accounts.login?batch=1', { 0: LOGIN }, await openPage(made));
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining(`session=${SESSION_TOKEN}`)]);
  });

  test('is not given to a program, nor for a wrong password', async () => {
    const made = open();
    expect((await post(made.app, '/trpc/accounts.login', LOGIN)).headers.getSetCookie()).toEqual([]);
    const wrong = await post(made.app, '/trpc/accounts.login', { json: { ...LOGIN.json, password: 'wrong word 1' } }, await openPage(made));
    expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([401, []]);
  });

  test('is given once the code is there that a login wants', async () => {
    const made = open();
    const browser = await openPage(made);
    const wanted = await post(made.app, '/trpc/accounts.login', { json: { ...LOGIN.json, password: CODE_WANTED } }, browser);
    expect([wanted.status, wanted.headers.getSetCookie()]).toEqual([200, []]);
    expect(await wanted.json()).toMatchObject({ result: { data: { json: { challenge: CHALLENGE } } } });
    const entered = await post(made.app, '/trpc/accounts.loginWithCode', { json: { challenge: CHALLENGE, code: '123456' } }, browser);
    expect([entered.status, entered.headers.getSetCookie()]).toEqual([200, [expect.stringContaining(`session=${SESSION_TOKEN}`)]]);
  });

  test('is replaced when the second factor is switched on', async () => {
    const made = open();
    const activate = { json: { setUp: 'x', code: '123456' } };
    const response = await post(made.app, '/trpc/accounts.activateTwoFactor', activate, withSession(await openPage(made)));
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining(`session=${SESSION_TOKEN}`)]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('is replaced with the password, and taken away by logout', async () => {
    const made = open();
    const browser = withSession(await openPage(made));
    const change = { json: { currentPassword: 'tra da via he 7', newPassword: 'ca phe sua da 9' } };
    expect((await post(made.app, '/trpc/accounts.changePassword', change, browser)).headers.getSetCookie()).toEqual([
      expect.stringContaining(`session=${SESSION_TOKEN}`),
    ]);
    expect((await post(made.app, '/trpc/accounts.logout', { json: {} }, browser)).headers.getSetCookie()).toEqual([
      'session=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly',
    ]);
  });
});

describe('authentication', () => {
  test.each([
    ['a bearer token', { authorization: `Bearer ${SESSION_TOKEN}` }],
    ['a bearer token in other letters', { authorization: `bearer  ${SESSION_TOKEN} ` }],
    ['a cookie', { cookie: `session=${SESSION_TOKEN}` }],
    ['a bearer token beside a dead cookie', { authorization: `Bearer ${SESSION_TOKEN}`, cookie: 'session=dead' }],
    ['a cookie beside another scheme', { authorization: 'Basic eDp5', cookie: `session=${SESSION_TOKEN}` }],
  ])('by %s', async (_, headers: Record<string, string>) => {
    const made = open();
    expect((await me(made, headers)).status).toBe(200);
    expect(made.exchange.calls).toMatchObject([{ verb: 'accounts.me', caller: { principal: CUSTOMER } }]);
  });

  test.each([
    ['nothing', {}],
    ['a dead cookie', { cookie: 'session=dead' }],
    ['another scheme', { authorization: `Basic ${SESSION_TOKEN}` }],
    ['a bearer token of nothing', { authorization: 'Bearer ' }],
    ['the cookie of another scheme', { cookie: `__Host-session=${SESSION_TOKEN}` }],
  ])('%s is a visitor’s', async (_, headers: Record<string, string>) => {
    const made = open();
    expect(await codeOf(await me(made, headers))).toBe('REQUIRED_LOGIN');
    expect((await made.app.request('/trpc/orders.get?input={"json":{"ref":"7KQ2M9XR4B"}}', { headers })).status).toBe(200);
    expect(made.exchange.calls).toMatchObject([{ verb: 'orders.get', caller: { principal: VISITOR } }]);
  });

  test('a dead bearer token is refused wherever it comes, so that its client forgets it', async () => {
    const made = open();
    const headers = { authorization: 'Bearer dead' };
    const answers = [
      await me(made, headers),
      await made.app.request('/trpc/orders.get?input=%7B%22json%22%3A%7B%22ref%22%3A%227KQ2M9XR4B%22%7D%7D', { headers }),
      await post(made.app, '/api/v1/users/me', {}, headers),
      await post(made.app, '/api/v1/histories', { ref: '7KQ2M9XR4B' }, headers),
    ];
    for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([401, expect.stringContaining('REQUIRED_LOGIN')]);
    expect(made.exchange.calls).toEqual([]);
  });

  test('over https only the cookie counts that no other host can set', async () => {
    const made = open(true);
    expect(await codeOf(await me(made, { cookie: `session=${SESSION_TOKEN}` }))).toBe('REQUIRED_LOGIN');
    expect((await me(made, { cookie: `__Host-session=${SESSION_TOKEN}` })).status).toBe(200);
  });

  test('that has to ask the database first is waited for', async () => {
    const made = open(false, async (token) => find(token));
    expect((await me(made, { authorization: `Bearer ${SESSION_TOKEN}` })).status).toBe(200);
    expect((await me(made, { authorization: 'Bearer dead' })).status).toBe(401);
    const away = open(false, async () => {
      throw new AppError('UNAVAILABLE');
    });
    expect((await me(away, { cookie: `session=${SESSION_TOKEN}` })).status).toBe(503);
  });
});

describe('a write with the session’s cookie', () => {
  const write = async (headersOf: (browser: Record<string, string>) => Record<string, string>) => {
    const made = open();
    const response = await post(made.app, '/trpc/accounts.logout', { json: {} }, headersOf(await openPage(made)));
    return [response.status, await codeOf(response)];
  };
  const FORGED = [403, 'CSRF_INVALID'];

  test('needs the token of the device', async () => {
    expect(await write((browser) => withSession(browser))).toEqual([200, undefined]);
    expect(await write((browser) => ({ cookie: withSession(browser).cookie ?? '' }))).toEqual(FORGED);
    expect(await write(() => ({ cookie: `session=${SESSION_TOKEN}` }))).toEqual(FORGED);
    expect(await write(() => ({ cookie: `session=${SESSION_TOKEN}; XSRF-TOKEN=x`, 'x-xsrf-token': 'x' }))).toEqual(FORGED);
    expect(await write((browser) => ({ ...withSession(browser), origin: 'https://evil.example' }))).toEqual(FORGED);
  });

  test('by a bearer token alone needs none', async () => {
    expect(await write(() => ({ authorization: `Bearer ${SESSION_TOKEN}` }))).toEqual([200, undefined]);
  });
});

test.each([
  ['none', 0],
  ['sms', 1],
  ['authenticator', 2],
] as const)('REST shows the second factor %s as Twofa %i', async (twoFactor, twofa) => {
  const { exchange } = open();
  const withFactor = { ...exchange, accounts: { ...exchange.accounts, me: async () => ({ ...CUSTOMER_VIEW, twoFactor }) } };
  const made = createTestApp({ exchange: withFactor, resolvePrincipal: createPrincipalResolver(false, find) });
  const told = await post(made.app, '/api/v1/users/me', '', { authorization: `Bearer ${SESSION_TOKEN}` });
  expect(await told.json()).toMatchObject({ data: { Twofa: twofa, IsTwoFactor: twofa !== 0 } });
});

test('REST shows the customer who is logged in', async () => {
  const made = open();
  const answer = await post(made.app, '/api/v1/users/me', '', { authorization: `Bearer ${SESSION_TOKEN}` });
  expect(await answer.json()).toMatchObject({
    status: 'success',
    data: { Id: '7KQ2M9XR', Email: 'lan@example.vn', DocStatus: 'not_uploaded', Twofa: 0 },
  });
  expect(await (await post(made.app, '/api/v1/users/me', '')).json()).toMatchObject({ status: 'error', error: 'REQUIRED_LOGIN' });
});
