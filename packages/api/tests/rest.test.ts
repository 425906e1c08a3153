import { type Principal, VISITOR } from '@quydoi/contract/caller';
import { AppError } from '@quydoi/contract/errors';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { decidableOrderData } from '../src/rest/v1/data.ts';
import { REST_ROUTES } from '../src/rest/v1/routes.ts';
import { ORDER_KEY } from '../testing/fake-exchange.ts';
import { createTestApp, post } from '../testing/test-app.ts';
import { CUSTOMER_VIEW } from '../testing/views.ts';

/** One good request per path; its answer is kept as a golden file. */
const GOOD: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  buy_orders: {
    currency_code: 'trc20',
    quantity: 50,
    receiving_address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    sender_address: '0011001234567',
    bank_name: 'vcb',
    coupon_code: '',
  },
  sell_orders: {
    currency_code: 'pm',
    quantity: 100,
    account_number: '0011001234567',
    to_bankName: 'vcb',
    sender_address: 'U7654321',
    coupon_code: '',
  },
  ex_orders: {
    a_currency_code: 'pm',
    b_currency_code: 'trc20',
    a_quantity: 60,
    receiving_address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    sender_address: 'U7654321',
  },
  histories: { ref: '7kq2m9xr4b', key: ORDER_KEY },
  order_actions: { ref: '7KQ2M9XR4B', key: ORDER_KEY, action: 'cancel' },
  payment_claims: {
    ref: '7kq2m9xr4b',
    key: ORDER_KEY,
    paid_at: '2026-01-06T09:05:00+07:00',
    bank_name: 'Vietcombank',
    account_end: '4567',
    reference: 'FT24001234567',
  },
  'get-accountname': { type: 'vcb', accountNumber: '0011001234567', more: 'ab' },
  get_pm_account_name: { type: 'pm', accountNumber: 'U1234567' },
  get_wmz_account_name: { accountNumber: 'Z123456789012' },
  try_evoucher: { evoucher_number: '0123 456 789', evoucher_code: '0011 2233 4455 6677', order_ref: '7kq2m9xr4b' },
  check_evoucher: { evoucher_number: '0123456789', activation_code: '0011223344556677' },
  reviews: { content: 'Nhanh và rõ ràng', email: 'lan@example.vn', ref: 'swap234567', author: 'Customer' },
  'review-list': { isGetAll: 'true' },
  'users/me': {},
  'users/me/export': {},
  'users/me/delete': { password: 'tra da via he 7', code: '123456' },
};

/** The customer whom the calls of the golden files are of; most are of visitors. */
const CUSTOMER: Principal = { kind: 'customer', customerId: CUSTOMER_VIEW.id, sessionId: 's1' };
const OF_CUSTOMERS: ReadonlySet<string> = new Set(['users/me', 'users/me/export', 'users/me/delete']);

describe('golden answers', () => {
  test.each(REST_ROUTES.filter(({ method }) => method === 'POST'))('$path', async ({ path, data }) => {
    const { app } = createTestApp(OF_CUSTOMERS.has(path) ? { resolvePrincipal: () => CUSTOMER } : {});
    const response = await post(app, `/api/v1/${path}`, GOOD[path]);
    const text = await response.text();
    await expect(golden(response.status, text)).toMatchFileSnapshot(`golden/${path.replaceAll('/', '_')}.txt`);
    expect(z.safeParse(data, JSON.parse(text).data).error).toBeUndefined();
  });

  test.each(['true', 'false'])('config-web, isGetAll %s', async (isGetAll) => {
    const response = await post(createTestApp().app, '/api/v1/config-web', { isGetAll });
    await expect(golden(response.status, await response.text())).toMatchFileSnapshot(`golden/config-web.${isGetAll}.txt`);
  });

  test('histories without the key', async () => {
    const response = await post(createTestApp().app, '/api/v1/histories', { ref: '7KQ2M9XR4B' });
    await expect(golden(response.status, await response.text())).toMatchFileSnapshot('golden/histories.masked.txt');
  });

  test.each([
    ['histories.underpaid', 'histories', { ref: 'UNDER23456' }],
    ['histories.seen', 'histories', { ref: 'SEEN234567' }],
    ['order_actions.topUp', 'order_actions', { ref: 'UNDER23456', action: 'topUp' }],
    ['order_actions.recalculation', 'order_actions', { ref: 'UNDER23456', action: 'acceptRecalculation', offer: '4-1000000' }],
    ['order_actions.refund', 'order_actions', { ref: 'UNDER23456', action: 'requestRefund', destination: '0011001234567', destination_bank: 'vcb' }],
  ])('%s', async (name, path, body) => {
    const response = await post(createTestApp().app, `/api/v1/${path}`, { ...body, key: ORDER_KEY });
    const text = await response.text();
    await expect(golden(response.status, text)).toMatchFileSnapshot(`golden/${name}.txt`);
    expect(z.safeParse(decidableOrderData, JSON.parse(text).data).error).toBeUndefined();
  });

  test.each(REST_ROUTES.filter(({ method }) => method === 'GET'))('list of $path', async ({ path, data }) => {
    const { app } = createTestApp({ resolvePrincipal: () => CUSTOMER });
    const response = await app.request(`/api/v1/${path}`);
    const text = await response.text();
    await expect(golden(response.status, text)).toMatchFileSnapshot(`golden/list.${path.replaceAll('/', '_')}.txt`);
    expect(z.safeParse(data, JSON.parse(text).data).error).toBeUndefined();
  });

  test('openapi.json', async () => {
    const document = await (await createTestApp().app.request('/api/v1/openapi.json')).json();
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('golden/openapi.json');
  });
});

describe('what reaches the exchange', () => {
  test('a purchase names the customer’s bank and account', async () => {
    const { app, exchange } = createTestApp();
    await post(app, '/api/v1/buy_orders', GOOD.buy_orders, { 'idempotency-key': 'once-1' });
    expect(exchange.calls[0]).toMatchObject({
      verb: 'orders.create',
      caller: { idempotencyKey: 'once-1', ip: '127.0.0.1', addressBlock: '127.0.0.1', deviceId: null, locale: 'vi' },
      input: {
        kind: 'buy',
        from: 'vnd',
        to: 'trc20',
        quantity: '50',
        destination: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
        sender: '0011001234567',
        senderBank: 'vcb',
      },
    });
  });

  test.each(['buy_orders', 'sell_orders', 'ex_orders'] as const)(
    'coupon_code of %s is the order’s coupon, and none where it is empty',
    async (path) => {
      const { app, exchange } = createTestApp();
      await post(app, `/api/v1/${path}`, { ...GOOD[path], coupon_code: ' tet2027' });
      await post(app, `/api/v1/${path}`, { ...GOOD[path], coupon_code: '' });
      expect(exchange.calls.map(({ input }) => (input as { coupon?: string }).coupon)).toEqual(['tet2027', undefined]);
    },
  );

  test.each([
    ['50', '50'],
    ['"50"', '50'],
    ['0.10', '0.10'],
    ['12345678901234567890.123456', '12345678901234567890.123456'],
  ])('quantity %s is read as %s', async (written, read) => {
    const { app, exchange } = createTestApp();
    await post(app, '/api/v1/buy_orders', `{"currency_code":"trc20","quantity":${written},"receiving_address":"T1"}`);
    expect(exchange.calls[0]?.input).toMatchObject({ quantity: read });
  });

  test.each(['1e3', '"1e3"', '5E1', '-50', '"0x32"', '1.2345678', '"50 "x'])('quantity %s makes no order', async (written) => {
    const { app } = createTestApp();
    const response = await post(app, '/api/v1/buy_orders', `{"currency_code":"trc20","quantity":${written},"receiving_address":"T1"}`);
    expect(await response.json()).toMatchObject({ status: 'error', error: written.endsWith('x') ? 'BODY_INVALID' : 'QUANTITY_INVALID' });
  });

  test.each([
    ['capitalised names', 'application/json', '{"Currency_code":"trc20","Quantity":50,"Receiving_address":"T1","Unknown":{"a":[1]}}'],
    ['a form', 'application/x-www-form-urlencoded', 'currency_code=trc20&quantity=50&receiving_address=T1&extra=%zz'],
    ['a form with a charset', 'application/x-www-form-urlencoded; charset=utf-8', 'Currency_Code=trc20&QUANTITY=50&receiving_address=T1'],
    ['JSON with a charset', 'application/json; charset=utf-8', '{"currency_code":"trc20","quantity":"50","receiving_address":"T1","bank_name":null}'],
  ])('%s', async (_name, contentType, body) => {
    const { app, exchange } = createTestApp();
    const response = await post(app, '/api/v1/buy_orders', body, { 'content-type': contentType });
    expect(response.status).toBe(200);
    expect(exchange.calls[0]?.input).toEqual({ kind: 'buy', from: 'vnd', to: 'trc20', quantity: '50', destination: 'T1' });
  });

  test('the key comes in the header too, the one in the body counts first', async () => {
    const { app, exchange } = createTestApp();
    await post(app, '/api/v1/histories', { ref: '7KQ2M9XR4B' }, { 'x-order-key': 'from-header' });
    await post(app, '/api/v1/histories', { ref: '7KQ2M9XR4B', key: 'from-body' }, { 'x-order-key': 'from-header' });
    expect(exchange.calls.map(({ caller }) => caller.orderKey)).toEqual(['from-header', 'from-body']);
  });
});

describe('decisions', () => {
  const refund = { ref: 'UNDER23456', action: 'requestRefund', destination: '0011001234567', destination_bank: 'vcb' };

  test('an action comes with what it needs', async () => {
    const { app, exchange } = createTestApp();
    await post(app, '/api/v1/order_actions', { ...refund, key: ORDER_KEY });
    await post(app, '/api/v1/order_actions', { Ref: 'UNDER23456', Action: 'acceptRecalculation', Offer: '4-1000000', Key: ORDER_KEY });
    expect(exchange.calls.filter(({ verb }) => verb === 'orders.act').map(({ input }) => input)).toEqual([
      { ref: 'UNDER23456', action: 'requestRefund', destination: '0011001234567', destinationBank: 'vcb' },
      { ref: 'UNDER23456', action: 'acceptRecalculation', offer: '4-1000000' },
    ]);
  });

  test('are told to who may make them, and only while there are some', async () => {
    const { app, exchange } = createTestApp();
    const decisionOf = async (body: object): Promise<unknown> => {
      const answer = (await (await post(app, '/api/v1/histories', body)).json()) as { data: { Decision: unknown } };
      return answer.data.Decision;
    };
    expect(await decisionOf({ ref: 'UNDER23456', key: ORDER_KEY })).toMatchObject({ Missing: 338_580, Recalculation: { Offer: '4-1000000' } });
    expect(await decisionOf({ ref: 'UNDER23456' })).toBeNull();
    expect(await decisionOf({ ref: '7KQ2M9XR4B', key: ORDER_KEY })).toBeNull();
    expect(exchange.calls.filter(({ verb }) => verb === 'orders.decision')).toHaveLength(1);
  });

  test('that were made between two readings are none', async () => {
    const { app, exchange } = createTestApp();
    exchange.failNext('orders.decision', new AppError('ORDER_ACTION_NOT_ALLOWED'));
    const response = await post(app, '/api/v1/histories', { ref: 'UNDER23456', key: ORDER_KEY });
    expect(await response.json()).toMatchObject({ data: { Ref: 'UNDER23456', Decision: null } });
    exchange.failNext('orders.decision', new AppError('UNAVAILABLE'));
    expect((await post(app, '/api/v1/histories', { ref: 'UNDER23456', key: ORDER_KEY })).status).toBe(503);
  });

  test('are refused with the reason', async () => {
    const { app } = createTestApp();
    const stale = await post(app, '/api/v1/order_actions', { ref: 'UNDER23456', action: 'acceptRecalculation', offer: '3-1', key: ORDER_KEY });
    expect(stale.status).toBe(409);
    expect(await stale.json()).toMatchObject({ error: 'RATE_CHANGED' });
    expect(await (await post(app, '/api/v1/order_actions', refund)).json()).toMatchObject({ error: 'ORDER_ACTION_NOT_ALLOWED' });
    const long = await post(app, '/api/v1/order_actions', { ...refund, offer: 'x'.repeat(101), key: ORDER_KEY });
    expect(long.status).toBe(400);
  });
});

describe('errors', () => {
  test('of thresholds say who has to log in, in the language’s digits, and who has to be verified', async () => {
    const { app, exchange } = createTestApp();
    const answerTo = async (error: AppError, lang: string) => {
      exchange.failNext('orders.create', error);
      const response = await post(app, `/api/v1/buy_orders?lang=${lang}`, GOOD.buy_orders);
      return [response.status, await response.json()];
    };
    const login = new AppError('LOGIN_FOR_AMOUNT', { amount: '100000000' });
    expect(await answerTo(login, 'vi')).toMatchObject([401, { error: 'LOGIN_FOR_AMOUNT', message: expect.stringContaining('100.000.000 vnd') }]);
    expect(await answerTo(login, 'en')).toMatchObject([401, { message: expect.stringContaining('100,000,000') }]);
    expect(await answerTo(new AppError('KYC_TO_CONTINUE'), 'vi')).toMatchObject([403, { status: 'error', error: 'KYC_TO_CONTINUE' }]);
  });

  test('carry the code and the words in the caller’s language', async () => {
    const { app } = createTestApp();
    const body = { ...GOOD.buy_orders, quantity: 1 };
    const response = await post(app, '/api/v1/buy_orders', body);
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ status: 'error', error: 'QUANTITY_TOO_SMALL', message: 'Tối thiểu: 10 trc20' });
    const english = await post(app, '/api/v1/buy_orders?lang=en', body, { 'accept-language': 'de' });
    expect(await english.json()).toMatchObject({ message: 'Minimum: 10 trc20' });
  });

  test('name the fields as the caller wrote them', async () => {
    const response = await post(createTestApp().app, '/api/v1/buy_orders', { currency_code: ['trc20'], receiving_address: 'a\u0000b' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: 'VALIDATION_FAILED',
      details: {
        fields: [
          { field: 'currency_code', problem: 'invalid_type' },
          { field: 'quantity', problem: 'invalid_type' },
        ],
      },
    });
  });

  test.each(['a\u0000b', '\ud800x', 'x\udfff'])('text that the database cannot keep is refused: %j', async (text) => {
    const { app, exchange } = createTestApp();
    const response = await post(app, '/api/v1/buy_orders', { ...GOOD.buy_orders, receiving_address: text });
    expect(await response.json()).toMatchObject({
      error: 'VALIDATION_FAILED',
      details: { fields: [{ field: 'receiving_address', problem: 'not_storable' }] },
    });
    expect(exchange.calls).toEqual([]);
  });

  test.each([
    ['[]', 'application/json'],
    ['null', 'application/json'],
    ['"text"', 'application/json'],
    ['{', 'application/json'],
    [`{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 'application/json'],
    ['a=1', 'text/plain'],
    ['a=1', 'multipart/form-data; boundary=x'],
  ])('%.20s as %s cannot be read', async (body, contentType) => {
    const response = await post(createTestApp().app, '/api/v1/buy_orders', body, { 'content-type': contentType });
    expect([response.status, await response.json()]).toMatchObject([400, { status: 'error', error: 'BODY_INVALID' }]);
  });

  test('a name that a query or a form repeats is refused', async () => {
    const { app } = createTestApp();
    const query = await app.request('/api/v1/orders?offset=0&offset=8');
    const form = await post(app, '/api/v1/histories', 'ref=A&ref=B', { 'content-type': 'application/x-www-form-urlencoded' });
    for (const [response, field] of [
      [query, 'offset'],
      [form, 'ref'],
    ] as const)
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error: 'VALIDATION_FAILED', details: { fields: [{ field, problem: 'repeated' }] } },
      ]);
  });

  test('a name that is repeated in another case is refused as well', async () => {
    const { app } = createTestApp();
    const query = await app.request('/api/v1/orders?offset=0&Offset=8');
    const form = await post(app, '/api/v1/histories', 'Ref=A&ref=B', { 'content-type': 'application/x-www-form-urlencoded' });
    for (const response of [query, form]) {
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error: 'VALIDATION_FAILED', details: { fields: [{ problem: 'repeated' }] } },
      ]);
    }
  });

  test('a form of very many names is read in time as long as the form', async () => {
    const { app } = createTestApp();
    const names = Array.from({ length: 16_000 }, (_, n) => n.toString(36).padStart(3, '0')).join('&');
    let fastestMs = Number.POSITIVE_INFINITY;
    for (let tried = 0; tried < 3; tried += 1) {
      const startedMs = performance.now();
      await post(app, '/api/v1/histories', names, { 'content-type': 'application/x-www-form-urlencoded' });
      fastestMs = Math.min(fastestMs, performance.now() - startedMs);
    }
    // Searched for, each name among all, they keep the process busy for a second.
    expect(fastestMs).toBeLessThan(300);
  });

  test('bytes that are not UTF-8 cannot be read', async () => {
    const response = await createTestApp().app.request('/api/v1/histories', { method: 'POST', body: new Uint8Array([0x7b, 0xff, 0x7d]) });
    expect(await response.json()).toMatchObject({ error: 'BODY_INVALID' });
  });

  test.each([false, true])('too much is refused, length declared: %s', async (isDeclared) => {
    const body = `{"ref":"${'A'.repeat(70_000)}"}`;
    const headers: Record<string, string> = isDeclared ? { 'content-length': String(body.length) } : {};
    const response = await post(createTestApp().app, '/api/v1/histories', body, headers);
    expect([response.status, await response.json()]).toMatchObject([413, { error: 'PAYLOAD_TOO_LARGE' }]);
  });

  test.each([
    ['GET', '/api/v1/histories', 400, 'METHOD_NOT_ALLOWED'],
    ['POST', '/api/v1/orders', 400, 'METHOD_NOT_ALLOWED'],
    ['DELETE', '/api/v1/config-web', 400, 'METHOD_NOT_ALLOWED'],
    ['POST', '/api/v1/nothing', 404, 'NOT_FOUND'],
    ['GET', '/api', 404, 'NOT_FOUND'],
    ['GET', '/api/v1/%E0%A4%A', 404, 'NOT_FOUND'],
    ['PUT', '/api/v1/__proto__', 404, 'NOT_FOUND'],
  ])('%s %s', async (method, path, status, error) => {
    const response = await createTestApp().app.request(path, { method });
    expect([response.status, await response.json()]).toMatchObject([status, { status: 'error', error }]);
  });

  test('a refusal with details passes them on, amounts as text', async () => {
    const { app, exchange } = createTestApp();
    exchange.failNext('orders.create', new AppError('RATE_CHANGED', {}, { amountSent: 1_338_581n, rateVersion: 4 }));
    const response = await post(app, '/api/v1/buy_orders', GOOD.buy_orders);
    expect([response.status, await response.json()]).toMatchObject([
      409,
      { error: 'RATE_CHANGED', details: { amountSent: '1338581', rateVersion: 4 } },
    ]);
  });

  test.each([
    ['an error', new Error('password=hunter2')],
    ['a string', 'password=hunter2'],
    ['nothing', undefined],
  ])('a bug that throws %s tells nothing but its request', async (_name, thrown) => {
    const { app, exchange, log } = createTestApp();
    exchange.failNext('orders.create', thrown);
    const response = await post(app, '/api/v1/buy_orders', GOOD.buy_orders);
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ status: 'error', error: 'INTERNAL', requestId: 'req-1' });
    expect(text).not.toContain('hunter2');
    expect(log).toMatchObject([{ level: 'error', fields: { requestId: 'req-1', path: '/api/v1/buy_orders' } }]);
  });
});

describe('lists of orders', () => {
  const ask = async (query: string, principal: Principal = CUSTOMER) => {
    const made = createTestApp({ resolvePrincipal: () => principal });
    const response = await made.app.request(`/api/v1/${query}`);
    return { status: response.status, answer: await response.json(), calls: made.exchange.calls };
  };

  test.each([
    ['orders', { offset: 0, limit: 8 }],
    ['orders?offset=16&limit=100&lang=en', { offset: 16, limit: 100 }],
    ['orders?Offset=8&LIMIT=1', { offset: 8, limit: 1 }],
    ['buy_orders?offset=10000', { kind: 'buy', offset: 10_000, limit: 8 }],
    ['sell_orders', { kind: 'sell', offset: 0, limit: 8 }],
    ['ex_orders?kind=buy', { kind: 'ex', offset: 0, limit: 8 }],
  ])('%s', async (query, input) => {
    const { status, calls } = await ask(query);
    expect([status, calls]).toMatchObject([200, [{ verb: 'orders.list', caller: { principal: CUSTOMER }, input }]]);
    expect(calls[0]?.input).toEqual(input);
  });

  test.each(['offset=10001', 'limit=0', 'limit=101', 'offset=-1', 'offset=1e2', 'limit=', 'limit=8.5', 'offset=x', 'limit=%00'])(
    '%s is no page',
    async (query) => {
      expect(await ask(`orders?${query}`)).toMatchObject({ status: 400, answer: { error: 'VALIDATION_FAILED' }, calls: [] });
    },
  );

  test('are for customers only', async () => {
    for (const path of ['orders', 'buy_orders', 'sell_orders', 'ex_orders'])
      expect(await ask(path, VISITOR)).toMatchObject({ status: 401, answer: { status: 'error', error: 'REQUIRED_LOGIN' }, calls: [] });
  });
});

describe('account names', () => {
  test.each([
    ['0011001234567', 'NGUY%E1%BB%84N%20V%C4%82N%20A'],
    ['9011001234567', 'WAITING'],
    ['0000000000000', 'ACCOUNT_NAME_INVALID'],
  ])('%s is held by %s', async (accountNumber, name) => {
    const response = await post(createTestApp().app, '/api/v1/get-accountname', { type: 'vcb', accountNumber, more: '' });
    expect(await response.json()).toEqual({ status: 'success', message: '', data: { account_name: name } });
  });
});

describe('claims', () => {
  const GOOD_CLAIM = GOOD.payment_claims ?? {};

  test('come to the exchange with the key of the body', async () => {
    const { app, exchange } = createTestApp();
    const response = await post(app, '/api/v1/payment_claims?lang=en', GOOD_CLAIM);
    expect(await response.json()).toMatchObject({
      status: 'success',
      message: 'You told us that you have paid; our staff will look for the payment',
    });
    const input = { ref: '7KQ2M9XR4B', paidAt: '2026-01-06T09:05:00+07:00', bank: 'Vietcombank', accountEnd: '4567', reference: 'FT24001234567' };
    expect(exchange.calls).toMatchObject([{ verb: 'claims.create', caller: { orderKey: ORDER_KEY }, input }]);
  });

  test.each([[{ paid_at: 'soon' }], [{ paid_at: '' }], [{ paid_at: '2026-01-06T09:05' }]])('%j is no time', async (change) => {
    const response = await post(createTestApp().app, '/api/v1/payment_claims', { ...GOOD_CLAIM, ...change });
    expect([response.status, await response.json()]).toMatchObject([400, { error: 'VALIDATION_FAILED' }]);
  });

  test('tell of the account or the transaction, on both transports', async () => {
    const { app, exchange } = createTestApp();
    const whose = { account_end: ' ', reference: '' };
    const response = await post(app, '/api/v1/payment_claims', { ...GOOD_CLAIM, ...whose });
    const refused = await response.json();
    expect([response.status, refused]).toMatchObject([400, { error: 'VALIDATION_FAILED' }]);
    expect(JSON.stringify(refused)).toContain('account_end');
    const told = await post(app, '/trpc/claims.create', { json: { ref: '7KQ2M9XR4B', paidAt: '2026-01-06T02:05:00Z' } });
    expect([told.status, await told.text()]).toEqual([400, expect.stringContaining('VALIDATION_FAILED')]);
    expect(exchange.calls).toEqual([]);
    for (const one of [{ account_end: '' }, { reference: '' }]) {
      expect((await post(app, '/api/v1/payment_claims', { ...GOOD_CLAIM, ...one })).status).toBe(200);
    }
  });

  test('are counted apart from other acts, on both transports', async () => {
    const rule = { device: { burst: 1, perSecond: 0.1 }, address: { burst: 1, perSecond: 0.1 } };
    const { app } = createTestApp({ limits: { claim: rule } });
    expect((await post(app, '/api/v1/payment_claims', GOOD_CLAIM)).status).toBe(200);
    expect((await post(app, '/trpc/claims.create', { json: { ref: '7KQ2M9XR4B', paidAt: '2026-01-06T02:05:00Z', accountEnd: '4567' } })).status).toBe(
      429,
    );
    expect((await post(app, '/api/v1/order_actions', GOOD.order_actions)).status).toBe(200);
  });
});

describe('reviews', () => {
  const GOOD_REVIEW = GOOD.reviews;

  test('the author of a request counts for nothing', async () => {
    const { app, exchange } = createTestApp();
    const response = await post(app, '/api/v1/reviews', { ...GOOD_REVIEW, author: 'Admin' });
    expect(await response.json()).toMatchObject({ data: { Author: 'Customer' } });
    expect(exchange.calls[0]?.input).toEqual({ ref: 'SWAP234567', content: 'Nhanh và rõ ràng', email: 'lan@example.vn' });
  });

  test.each([
    [{ content: 'ệ'.repeat(301) }, 'vi', 'Nội dung vượt quá 300 ký tự'],
    [{ content: 'ệ'.repeat(301) }, 'en', 'The review is longer than 300 characters'],
    [{ content: '' }, 'vi', 'Vui lòng nhập nội dung'],
    [{ email: '' }, 'vi', 'Vui lòng nhập email'],
    [{ email: 'lan' }, 'vi', 'Email không hợp lệ'],
    [{ email: 'lan' }, 'en', 'The email is invalid'],
  ])('%j in %s', async (change, lang, message) => {
    const response = await post(createTestApp().app, `/api/v1/reviews?lang=${lang}`, { ...GOOD_REVIEW, ...change });
    expect([response.status, await response.json()]).toEqual([422, { status: 'error', error: 'REVIEW_INVALID', message }]);
  });

  test.each([
    [{ isGetAll: 'true' }, 100],
    [{ isGetAll: true }, 100],
    [{}, 100],
    [{ isGetAll: 'false' }, 5],
  ])('%j asks for at most %i', async (body, limit) => {
    const { app, exchange } = createTestApp();
    await post(app, '/api/v1/review-list', body);
    expect(exchange.calls).toMatchObject([{ verb: 'reviews.list', input: { limit } }]);
  });

  test('writing is counted with the acts of a caller', async () => {
    const rule = { device: { burst: 1, perSecond: 0.1 }, address: { burst: 1, perSecond: 0.1 } };
    const { app } = createTestApp({ limits: { act: rule } });
    expect((await post(app, '/api/v1/reviews', GOOD_REVIEW)).status).toBe(200);
    expect((await post(app, '/trpc/reviews.create', { json: GOOD_REVIEW })).status).toBe(429);
  });
});

/** The answer, a field a line, with every number as it was written. */
function golden(status: number, text: string): string {
  return `${status} ${text.replace(/([{,])"/g, '$1\n"')}\n`;
}
