import { createSilentClient } from '@quydoi/client/react';
import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { createQueryClient } from './queries.ts';
import { startOnce } from './start-once.ts';

afterEach(() => {
  onlineManager.setOnline(true);
});

test('an action pressed offline fails at once, and is not executed on reconnect', async () => {
  const queries = createQueryClient(createSilentClient(), {});
  queries.mount();
  let isOnline = false;
  const executed: string[] = [];
  const mutationFn = async (action: string) => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    executed.push(action);
  };
  onlineManager.setOnline(false);
  const act = new MutationObserver(queries, { mutationFn });
  const pressed = act.mutate('cancel').then(
    () => 'done',
    () => 'failed',
  );
  await new Promise((resolve) => setTimeout(resolve));
  expect(act.getCurrentResult()).toMatchObject({ status: 'error', isPaused: false });
  expect(await pressed).toBe('failed');
  isOnline = true;
  onlineManager.setOnline(true);
  await new Promise((resolve) => setTimeout(resolve));
  expect(executed).toEqual([]);
  queries.unmount();
});

test('two clicks in one tick start one mutation', async () => {
  const queries = createQueryClient(createSilentClient(), {});
  let executed = 0;
  const mutationKey = ['act', '7KQ2M9XR4B'];
  const mutationFn = async () => {
    executed += 1;
  };
  const act = new MutationObserver(queries, { mutationKey, mutationFn });
  const click = () => startOnce(queries, mutationKey, () => void act.mutate());
  click();
  click();
  await new Promise((resolve) => setTimeout(resolve));
  expect(executed).toBe(1);
  click();
  await new Promise((resolve) => setTimeout(resolve));
  expect(executed).toBe(2);
});
