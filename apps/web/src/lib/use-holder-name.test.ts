import { createClient } from '@quydoi/client/client';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { pollByFakeTimers } from '../../testing/polling.ts';
import { lookupInterval } from './use-holder-name.ts';

pollByFakeTimers();

/** Looks an account up for `forMs`. @returns the last answer, and the seconds at which the account was looked up */
async function lookUp(answer: (atMs: number) => string | Promise<string>, forMs: number) {
  const startedAt = Date.now();
  const asked: number[] = [];
  const queryFn = async () => {
    asked.push(Math.round((Date.now() - startedAt) / 1000));
    return answer(Date.now() - startedAt);
  };
  const observer = new QueryObserver(new QueryClient(), {
    queryKey: ['holder'],
    queryFn,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: lookupInterval,
  });
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(forMs);
  stop();
  return { data: observer.getCurrentResult().data, asked };
}

function lostConnection(): never {
  throw new TypeError('Failed to fetch');
}

/** Fails as a lookup that the server refuses. */
async function refuse(code: string): Promise<string> {
  const fetch = async () => Response.json({ error: { json: { code: -32600, message: code, data: { code, message: code } } } }, { status: 400 });
  const client = createClient({ baseUrl: 'http://quydoi.example', csrfToken: () => null, fetch });
  return (await client.lookups.accountName.mutate({ type: 'pm', accountNumber: 'U1234567' })).accountName;
}

test('a lookup whose connection was lost is repeated until it succeeds', async () => {
  const { data, asked } = await lookUp((atMs) => (atMs < 10_000 ? lostConnection() : 'NGUYEN VAN AN'), 60_000);
  expect(data).toBe('NGUYEN VAN AN');
  expect(asked).toEqual([0, 4, 12]);
});

test('failed lookups back off', async () => {
  const { asked } = await lookUp(lostConnection, 100_000);
  expect(asked).toEqual([0, 4, 12, 28, 58, 88]);
});

test('an unavailable provider is asked again, a rejected account is not', async () => {
  expect((await lookUp(() => refuse('LOOKUP_UNAVAILABLE'), 5_000)).asked).toEqual([0, 4]);
  expect((await lookUp(() => refuse('ACCOUNT_NAME_INVALID'), 60_000)).asked).toEqual([0]);
});

test('an answer that is awaited is polled', async () => {
  expect(await lookUp((atMs) => (atMs < 3_000 ? 'WAITING' : 'NGUYEN VAN AN'), 30_000)).toEqual({ data: 'NGUYEN VAN AN', asked: [0, 2, 4] });
});
