import { createSilentClient } from '@quydoi/client/react';
import { refused } from '@quydoi/client/testing/refused';
import { MutationObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { createQueryClient } from '../../lib/queries.ts';
import { isMember } from '../../lib/session.ts';
import { watchLoginEnd } from './use-membership.ts';

afterEach(() => isMember.update(() => false));

test('a call that is refused because the login is over ends it once, not again when the cache forgets the call', async () => {
  const queries = createQueryClient(createSilentClient(), {});
  const end = watchLoginEnd(queries);
  isMember.update(() => true);
  const mutationFn = () => Promise.reject(refused('REQUIRED_LOGIN'));
  await new MutationObserver(queries, { mutationFn }).mutate().catch(() => undefined);
  expect(isMember.get()).toBe(false);
  // The customer logs in again.
  isMember.update(() => true);
  queries.getMutationCache().clear();
  expect(isMember.get()).toBe(true);
  end();
});
