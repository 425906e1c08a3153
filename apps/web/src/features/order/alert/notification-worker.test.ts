import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const WORKER = readFileSync(join(import.meta.dirname, '../../../../public/notification-worker.js'), 'utf8');

/** Runs the worker with open pages, and taps on its notification of an order. @returns what it listens to, and what the tap did */
async function tapWith(open: readonly string[]) {
  const did: string[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const pages = open.map((url) => ({ url, focus: async () => did.push(`focus ${url}`) }));
  runInNewContext(WORKER, {
    URL,
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    clients: { matchAll: async () => pages, openWindow: async (path: string) => did.push(`open ${path}`) },
  });
  let done: unknown;
  listeners.get('notificationclick')?.({
    notification: { data: '/order/7KQ2M9XR4B', close: () => did.push('close') },
    waitUntil: (work: unknown) => {
      done = work;
    },
  });
  await done;
  return { listensTo: [...listeners.keys()], did };
}

test('a notification leads to the page of its order, or opens it', async () => {
  const [other, order] = ['https://quydoi.example/', 'https://quydoi.example/order/7KQ2M9XR4B#k=key'];
  expect((await tapWith([other, order])).did).toEqual(['close', `focus ${order}`]);
  expect((await tapWith([other])).did).toEqual(['close', 'open /order/7KQ2M9XR4B']);
});

test('the worker hears of no request, so that pages and files load as without it', async () => {
  expect((await tapWith([])).listensTo).toEqual(['notificationclick']);
});
