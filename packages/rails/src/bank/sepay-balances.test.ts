import { afterEach, expect, test } from 'vitest';
import { ANSWER_TIMEOUT_MS, type Provider, serve } from '../../testing/serve.ts';
import { createBankRail } from './index.ts';

let provider: Provider | undefined;
afterEach(async () => {
  await provider?.close();
});

/** What SePay answers to each request, in turn; a text is sent as it is, with status 200 unless told. */
async function collected(answers: readonly { readonly status?: number; readonly text: string }[], isZeroTold = false) {
  const left = [...answers];
  provider = await serve((response) => {
    const { status = 200, text } = left.shift() ?? { text: '' };
    response.writeHead(status).end(text);
  });
  const rail = createBankRail({ firstHand: { apiBaseUrl: provider.url, apiToken: 'token' }, timeoutMs: ANSWER_TIMEOUT_MS });
  if (!rail.collected) throw new Error('no balances');
  return rail.collected(isZeroTold);
}

const account = (number: string, accumulated: unknown, lastTransaction: string | null = '2026-03-05 11:22:45') => ({
  id: 'f9e8d7c6-b5a4-3210-fedc-ba0987654321',
  account_holder_name: 'CONG TY',
  account_number: number,
  accumulated,
  last_transaction: lastTransaction,
  label: '',
  active: '1',
});
const page = (data: readonly object[], more = false) => ({
  text: JSON.stringify({ status: 'success', data, meta: { pagination: { total: 3, per_page: 100, current_page: 1, last_page: 2, has_more: more } } }),
});

test('balances of all pages are read by account number', async () => {
  const balances = await collected([page([account('111', 23_500_000), account('222', 0, null)], true), page([account('333', 5)])]);
  expect([...balances]).toEqual([
    ['111', 23_500_000n],
    ['222', 0n],
    ['333', 5n],
  ]);
  expect(provider?.asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/v2/bank-accounts?page=1&per_page=100', 'Bearer token'],
    ['/v2/bank-accounts?page=2&per_page=100', 'Bearer token'],
  ]);
});

test.each([[0], [null], [1.5], [undefined]])('an account whose bank tells no balance is left out: %j', async (accumulated) => {
  expect([...(await collected([page([account('111', accumulated), account('222', 7)])]))]).toEqual([['222', 7n]]);
});

test('zero is a balance where balances are known to be told', async () => {
  const listed = [account('111', 0), account('222', null), account('333', 7)];
  expect([...(await collected([page(listed)], true))]).toEqual([
    ['111', 0n],
    ['333', 7n],
  ]);
});

test.each([
  [{ status: 401, text: '{"status":"error","error_code":"UNAUTHORIZED"}' }, 'credentials'],
  [{ status: 401, text: '<html>' }, 'unreachable'],
  [{ status: 401, text: '"no"' }, 'unreachable'],
  [{ status: 403, text: '<html>' }, 'unreachable'],
  [{ status: 429, text: '{}' }, 'busy'],
  [{ text: '<html>' }, 'malformed'],
  [{ text: '{"status":"success","data":[{}]}' }, 'malformed'],
])('%j is trouble "%s"', async (answer, trouble) => {
  await expect(collected([answer])).rejects.toMatchObject({ name: 'RailError', trouble });
});

test('a list that does not end is no balance', async () => {
  await expect(collected(Array.from({ length: 20 }, () => page([account('111', 1)], true)))).rejects.toMatchObject({ trouble: 'malformed' });
});
