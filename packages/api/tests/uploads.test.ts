import { type Principal, VISITOR } from '@quydoi/contract/caller';
import { IMAGE_BODY_BYTES_MAX } from '@quydoi/contract/image';
import { NOUNS } from '@quydoi/contract/nouns';
import type { NounTables } from '@quydoi/contract/procedure';
import { IMAGE_MAX } from '@quydoi/domain/image';
import { expect, test } from 'vitest';
import type { App } from '../src/app.ts';
import { createFakeExchange } from '../testing/fake-exchange.ts';
import { createTestApp, post } from '../testing/test-app.ts';

const CUSTOMER: Principal = { kind: 'customer', customerId: 'ABCD2345', sessionId: 's1' };
const PATH = '/trpc/identity.uploadPart';
/** Far more than other calls may send. */
const IMAGE = 'A'.repeat(400_000);

const bodyOf = (image: string) => ({ json: { part: 'front', image } });
const upload = (app: App, image = IMAGE, headers: Record<string, string> = {}) => post(app, PATH, bodyOf(image), headers);
const codeOf = async (answer: Response | Promise<Response>) => /"code":"([A-Z_]+)"/.exec(await (await answer).text())?.[1] ?? 'done';

function appOf(principal: Principal): ReturnType<typeof createTestApp> {
  return createTestApp({ resolvePrincipal: () => principal });
}

/** Every procedure that takes a file, with a body of it. */
const UPLOADS = [
  ['identity.uploadPart', bodyOf],
  ['accounts.setAvatar', (image: string) => ({ json: { image } })],
] as const;

test('every procedure that takes a file is tried here', () => {
  const rows = Object.entries(NOUNS.customer as NounTables).flatMap(([noun, table]) =>
    Object.entries(table).flatMap(([name, { bodyBytesMax }]) => (bodyBytesMax === undefined ? [] : [`${noun}.${name}`])),
  );
  expect(rows.sort()).toEqual(UPLOADS.map(([path]) => path).sort());
});

test.each(UPLOADS)('a picture may be as large as the rule says: %s', async (path, body) => {
  const { app, exchange } = appOf(CUSTOMER);
  const send = (image: string) => post(app, `/trpc/${path}`, body(image));
  expect(await codeOf(send('A'.repeat(4 * Math.floor(IMAGE_MAX.bytes / 3))))).toBe('done');
  expect(exchange.calls.map(({ verb }) => verb)).toEqual([path]);
  const tooLarge = await send('A'.repeat(IMAGE_BODY_BYTES_MAX));
  expect([tooLarge.status, await codeOf(tooLarge)]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

test.each(UPLOADS)('is counted with the pictures of the others, and not read from a visitor: %s', async (path, body) => {
  const rate = { burst: 1, perSecond: 1e-6 };
  const { app } = createTestApp({ resolvePrincipal: () => CUSTOMER, limits: { upload: { device: rate, address: rate, principal: rate } } });
  expect(await codeOf(upload(app))).toBe('done');
  expect(await codeOf(post(app, `/trpc/${path}`, body(IMAGE)))).toBe('TOO_MANY_REQUESTS');
  expect(await codeOf(post(appOf(VISITOR).app, `/trpc/${path}`, body(IMAGE)))).toBe('REQUIRED_LOGIN');
});

test('a picture may be as large as the rule says, and no other call', async () => {
  const { app } = appOf(CUSTOMER);
  const tooLarge = await upload(app, 'A'.repeat(IMAGE_BODY_BYTES_MAX));
  expect([tooLarge.status, await codeOf(tooLarge)]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  expect(await codeOf(post(app, '/trpc/identity.submit', bodyOf(IMAGE)))).toBe('PAYLOAD_TOO_LARGE');
});

test('is taken alone: neither in a batch nor on another way to the procedure', async () => {
  const { app, exchange } = appOf(CUSTOMER);
  expect(await codeOf(post(app, `${PATH}?batch=1`, { 0: bodyOf(IMAGE) }))).toBe('PAYLOAD_TOO_LARGE');
  expect(await codeOf(upload(app, IMAGE, { 'trpc-accept': 'application/jsonl' }))).toBe('PAYLOAD_TOO_LARGE');
  expect(exchange.calls).toEqual([]);
});

test.each(UPLOADS)('nor is a small one, which takes as long to be read: %s', async (path, body) => {
  const { app, exchange } = appOf(CUSTOMER);
  const small = body('A'.repeat(40));
  const answers = [
    post(app, `/trpc/${path}?batch=1`, { 0: small }),
    post(app, `/trpc/${path},accounts.logout?batch=1`, { 0: small, 1: { json: {} } }),
    post(app, `/trpc/${path}?`, small),
    post(app, `/trpc/${path}?x=1`, small),
    post(app, `/trpc/${path}`, small, { 'content-type': 'application/json; charset=utf-8' }),
    post(app, `/trpc/${path}`, small, { 'trpc-accept': 'application/jsonl' }),
  ];
  expect(new Set(await Promise.all(answers.map(codeOf)))).toEqual(new Set(['BODY_INVALID']));
  expect(exchange.calls.filter(({ verb }) => verb === path)).toEqual([]);
});

test('is not read from who is not logged in', async () => {
  let read = 0;
  const body = new ReadableStream({
    pull(controller) {
      read += 1;
      controller.enqueue(new TextEncoder().encode('x'.repeat(65_536)));
    },
  });
  const { app } = appOf(VISITOR);
  const request = new Request(`http://localhost${PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit);
  expect(await codeOf(app.request(request))).toBe('REQUIRED_LOGIN');
  expect(read).toBeLessThanOrEqual(1);
});

test('of many at once only a few are held in memory, one of each customer', async () => {
  const released = Promise.withResolvers<void>();
  const exchange = createFakeExchange();
  const { uploadPart } = exchange.identity;
  const slow = {
    ...exchange,
    identity: {
      ...exchange.identity,
      uploadPart: async (...call: Parameters<typeof uploadPart>) => {
        await released.promise;
        return uploadPart(...call);
      },
    },
  };
  const resolvePrincipal = ({ authorization }: { readonly authorization?: string | undefined }): Principal => ({
    kind: 'customer',
    customerId: authorization ?? '',
    sessionId: 's1',
  });
  const { app } = createTestApp({ exchange: slow, resolvePrincipal });
  const by = (customer: string) => codeOf(upload(app, IMAGE, { authorization: customer }));
  const own = Array.from({ length: 7 }, () => by('A'));
  const others = [...'BCDEFGH'].map(by);
  setTimeout(released.resolve, 100);
  expect((await Promise.all(own)).sort()).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS', 'done', 'done', 'done', 'done', 'done']);
  expect((await Promise.all(others)).filter((code) => code === 'UNAVAILABLE')).toHaveLength(2);
  expect(await by('H')).toBe('done');
});

test('is counted before it is read', async () => {
  const { app, exchange } = createTestApp({
    resolvePrincipal: () => CUSTOMER,
    limits: { upload: { device: { burst: 2, perSecond: 1e-6 }, address: { burst: 2, perSecond: 1e-6 }, principal: { burst: 2, perSecond: 1e-6 } } },
  });
  expect([await codeOf(upload(app)), await codeOf(upload(app)), await codeOf(upload(app))]).toEqual(['done', 'done', 'TOO_MANY_REQUESTS']);
  expect(exchange.calls).toHaveLength(2);
});
