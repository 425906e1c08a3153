import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { type Provider, serve } from '../testing/serve.ts';
import { ANSWER_BYTES_MAX, createHttp } from './http.ts';

let provider: Provider;
afterEach(() => provider.close());

async function open(handle: (response: ServerResponse) => void, timeoutMs = 2_000) {
  provider = await serve(handle);
  return createHttp({ network: 'perfect-money', baseUrl: provider.url, timeoutMs });
}

const SECRET = 'top secret & more';

describe('a request', () => {
  test('sends a form with its length and does not keep the connection alive', async () => {
    const http = await open((response) => response.end('ok'));
    expect(await http.postForm('acct/x.asp', { PassPhrase: SECRET, Memo: 'đồng' })).toEqual({ status: 200, text: 'ok' });
    const [asked] = provider.asked;
    expect(asked).toMatchObject({ method: 'POST', path: '/acct/x.asp', body: 'PassPhrase=top+secret+%26+more&Memo=%C4%91%E1%BB%93ng' });
    expect(asked?.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(asked?.body.length),
      connection: 'close',
    });
  });

  test('sends JSON and queries', async () => {
    const http = await open((response) => response.end('{}'));
    await http.postJson('v2/lookup', { a: 'đ' }, { 'x-key': 'k' });
    await http.get('v2/list', { q: 'a b', z: '1' }, { authorization: 'Bearer t' });
    expect(provider.asked[0]).toMatchObject({ body: '{"a":"đ"}', headers: { 'x-key': 'k', 'content-type': 'application/json' } });
    expect(provider.asked[1]).toMatchObject({ method: 'GET', path: '/v2/list?q=a+b&z=1', body: '', headers: { authorization: 'Bearer t' } });
  });

  test('keeps the path of the base URL', async () => {
    provider = await serve((response) => response.end());
    await createHttp({ network: 'bank', baseUrl: `${provider.url}/prefix`, timeoutMs: 1_000 }).get('v2/x', {});
    expect(provider.asked[0]?.path).toBe('/prefix/v2/x');
  });
});

describe('a request is written at most once', () => {
  test.each([421, 401, 408, 425, 429, 500, 503])('status %i is returned, not retried', async (status) => {
    const http = await open((response) => response.writeHead(status, { 'retry-after': '0', 'www-authenticate': 'Basic' }).end());
    expect((await http.postForm('confirm', { a: '1' })).status).toBe(status);
    expect(provider.asked).toHaveLength(1);
  });

  test('a proxy’s demand for authentication is an error with an unknown outcome', async () => {
    const http = await open((response) => response.writeHead(407).end());
    await expect(http.postForm('confirm', {})).rejects.toMatchObject({ trouble: 'unreachable', outcome: 'unknown' });
    expect(provider.asked).toHaveLength(1);
  });

  test('a redirect is an error with an unknown outcome, not a second request', async () => {
    const http = await open((response) => response.writeHead(307, { location: '/elsewhere' }).end());
    await expect(http.postForm('confirm', {})).rejects.toMatchObject({ trouble: 'unreachable', outcome: 'unknown' });
    expect(provider.asked).toHaveLength(1);
  });

  test('a dropped connection has an unknown outcome and is not retried', async () => {
    const http = await open((response) => response.socket?.destroy());
    await expect(http.postForm('confirm', {})).rejects.toMatchObject({ trouble: 'unreachable', outcome: 'unknown' });
    expect(provider.asked).toHaveLength(1);
  });
});

describe('the outcome', () => {
  test('of a refused connection is `not-done`', async () => {
    const http = await open((response) => response.end());
    await provider.close();
    await expect(http.postForm('confirm', {})).rejects.toMatchObject({ outcome: 'not-done', message: 'POST /confirm: ECONNREFUSED' });
  });

  test('of an unknown host is `not-done`', async () => {
    await open((response) => response.end());
    const http = createHttp({ network: 'bank', baseUrl: 'http://no-such-host.invalid', timeoutMs: 5_000 });
    await expect(http.get('x', {})).rejects.toMatchObject({ outcome: 'not-done' });
  });

  test('of a time-out is `unknown`', async () => {
    const http = await open(() => undefined, 100);
    await expect(http.postForm('confirm', {})).rejects.toMatchObject({ outcome: 'unknown', message: 'POST /confirm: timed out' });
  });

  test('of a trickling or truncated response is `unknown`', async () => {
    const drips = await open((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    }, 150);
    await expect(drips.postForm('confirm', {})).rejects.toMatchObject({ outcome: 'unknown' });
    await provider.close();
    const breaks = await open((response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('<input', () => response.socket?.destroy());
    });
    await expect(breaks.postForm('confirm', {})).rejects.toMatchObject({ outcome: 'unknown' });
  });

  test('of a response above the size limit is `unknown`, and the rest is not read', async () => {
    const http = await open((response) => response.end(Buffer.alloc(ANSWER_BYTES_MAX + 1)));
    await expect(http.get('big', {})).rejects.toMatchObject({ trouble: 'too-long', outcome: 'unknown' });
    await provider.close();
    const fits = await open((response) => response.end(Buffer.alloc(ANSWER_BYTES_MAX, 'a')));
    expect((await fits.get('big', {})).text).toHaveLength(ANSWER_BYTES_MAX);
  });

  test('is reported without quoting the request', async () => {
    const http = await open((response) => response.socket?.destroy());
    const error = await http.postForm('confirm', { PassPhrase: SECRET }).catch((caught: Error) => caught);
    expect(`${(error as Error).stack}${JSON.stringify(error)}${(error as Error).cause ?? ''}`).not.toMatch(/secret/);
  });
});
