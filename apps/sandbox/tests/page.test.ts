import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACCOUNT, openStage, type Stage } from '../testing/stage.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  stage.exchange.orders.set('7KQ2M9XR4B', { Ref: '7KQ2M9XR4B', FromBank: 'vcb', AmountSent: 1_338_580, ReceivingAddress: ACCOUNT });
});
afterEach(() => stage.close());

const open = async (path: string) => (await fetch(`${stage.sandbox.url}${path}`)).text();
const submit = (path: string, fields: Record<string, string>) =>
  fetch(`${stage.sandbox.url}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

describe('paying', () => {
  test('an order is opened with its amount, account and memo, and paid as entered', async () => {
    const page = await open('/?ref=7KQ2M9XR4B');
    expect(page).toContain('value="1338580"');
    expect(page).toContain(ACCOUNT);
    const answer = await submit('/page/pay', { ref: '7KQ2M9XR4B', amount: '1338580', times: '2' });
    expect(answer.status).toBe(303);
    expect(await stage.received(ACCOUNT)).toHaveLength(2);
    const after = await open(answer.headers.get('location') ?? '');
    expect(after).toContain('Đã chuyển tiền');
    expect(after).toContain('1.338.580 đ');
    expect(await stage.received(ACCOUNT)).toHaveLength(2);
  });

  test('what cannot be paid is said, and nothing moves', async () => {
    expect(await open('/?ref=UNKNOWN')).toContain('Not found');
    expect((await submit('/page/pay', { ref: 'UNKNOWN', amount: '1', times: '1' })).status).toBe(404);
    expect((await submit('/page/pay', { ref: '7KQ2M9XR4B', amount: '1.5', times: '1' })).status).toBe(422);
    expect((await submit('/page/pay', { ref: '7KQ2M9XR4B', amount: '1', times: '21' })).status).toBe(400);
    expect(await stage.received(ACCOUNT)).toEqual([]);
  });

  test('text of others is shown as text', async () => {
    await stage.post('/transfer', { to: ACCOUNT, amount: 1_000, memo: '<script>alert(1)</script>' });
    const page = await open('/?ref="><script>alert(2)</script>');
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(page).not.toContain('<script');
    const response = await fetch(stage.sandbox.url);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

test('a voucher is made, and its number and code are in the answer only', async () => {
  const response = await submit('/page/vouchers', { amount: '12.5' });
  expect(response.status).toBe(200);
  const shown = await response.text();
  const [, number, code] = /<dd>(\d{10})<\/dd>[\s\S]*<dd>(\d{16})<\/dd>/.exec(shown) ?? [];
  expect(await stage.pm.vouchers.activate({ number: number ?? '', code: code ?? '' })).toMatchObject({ state: 'activated', amount: 1_250n });
  expect(await open('/')).not.toContain(code);
  expect((await submit('/page/vouchers', { amount: '-1' })).status).toBe(422);
});

test('the list shows one account or all', async () => {
  await stage.post('/transfer', { to: ACCOUNT, amount: 1_000, memo: 'ours' });
  await stage.post('/transfer', { to: '9999999999', amount: 2_000, memo: 'theirs' });
  expect(await open('/')).toMatch(/theirs[\s\S]*ours|ours[\s\S]*theirs/);
  const page = await open(`/?to=${ACCOUNT}`);
  expect(page).toContain('ours');
  expect(page).not.toContain('theirs');
});

test('faults are switched on and off, and show their state', async () => {
  expect((await submit('/page/faults', { rail: 'bank', kind: 'webhook-lost', count: '3' })).status).toBe(303);
  expect((await stage.faults()).find((fault) => fault.kind === 'webhook-lost')).toMatchObject({ remaining: 3 });
  expect(await open('/')).toMatch(/id="bank-webhook-lost"[^>]*value="3"/);
  expect((await submit('/page/faults', { rail: 'bank', kind: 'none', count: '3' })).status).toBe(422);
  expect((await submit('/page/faults', { rail: 'bank', kind: 'webhook-lost', count: '0' })).status).toBe(303);
  expect((await stage.faults()).find((fault) => fault.kind === 'webhook-lost')).toMatchObject({ remaining: 0 });
});
