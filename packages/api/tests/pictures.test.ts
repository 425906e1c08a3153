import { type Principal, VISITOR } from '@quydoi/contract/caller';
import { expect, test } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';
import { ARTICLE_PICTURE, CUSTOMER_VIEW } from '../testing/views.ts';

const CUSTOMER: Principal = { kind: 'customer', customerId: CUSTOMER_VIEW.id, sessionId: 's1' };
const PATH = CUSTOMER_VIEW.avatar ?? '';

test('a customer’s picture is a JPEG that no cache keeps and no browser takes for anything else', async () => {
  const { app, observed } = createTestApp({ resolvePrincipal: () => CUSTOMER });
  const answer = await app.request(PATH);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([200, 'image/jpeg', 'no-store']);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(Buffer.from(await answer.arrayBuffer()).toString('hex')).toBe('ffd8ff');
  expect(observed.map(({ route }) => route)).toEqual(['/avatars/:id']);
});

test('who is not logged in is refused, an id that is no picture of the caller’s is not found, and the log has neither', async () => {
  const visitor = createTestApp({ resolvePrincipal: () => VISITOR });
  const refused = await visitor.app.request(PATH);
  expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ error: 'REQUIRED_LOGIN' })]);
  const { app, log, exchange } = createTestApp({ resolvePrincipal: () => CUSTOMER });
  for (const id of ['AAAAAAAAAAAAAAAAAAAAAA', '..%2f..%2fetc%2fpasswd', '%00', 'a'.repeat(5_000)])
    expect((await app.request(`/avatars/${id}`)).status, id).toBe(404);
  expect((await app.request(PATH, { method: 'POST' })).status).toBeGreaterThanOrEqual(400);
  expect(log).toEqual([]);
  expect(exchange.calls).toEqual([]);
});

test('looks are counted', async () => {
  const rate = { burst: 2, perSecond: 1e-6 };
  const { app } = createTestApp({ resolvePrincipal: () => CUSTOMER, limits: { poll: { device: rate, address: rate, principal: rate } } });
  const statuses = [await app.request(PATH), await app.request(PATH), await app.request(PATH)].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 429]);
});

test('the picture of an article is public, kept for ever, and shown by other sites, too', async () => {
  const { app, observed } = createTestApp({ resolvePrincipal: () => VISITOR });
  const answer = await app.request(ARTICLE_PICTURE);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'image/jpeg',
    'public, max-age=31536000, immutable',
  ]);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(answer.headers.get('set-cookie')).toBeNull();
  for (const name of [`${'c'.repeat(64)}.jpg`, 'b'.repeat(64), '..%2fetc%2fpasswd', `${'B'.repeat(64)}.jpg`, '%00.jpg']) {
    const missing = await app.request(`/pictures/${name}`);
    expect([missing.status, missing.headers.get('cache-control')], name).toEqual([404, 'no-store']);
  }
  expect(new Set(observed.map(({ route }) => route))).toEqual(new Set(['/pictures/:file']));
});
