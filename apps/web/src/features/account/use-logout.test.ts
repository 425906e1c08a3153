import { afterEach, expect, test, vi } from 'vitest';
import { isMember } from '../../lib/session.ts';
import { leaveAccount } from './use-logout.ts';
import { withdrawalDraft, withdrawalKey } from './wallet/withdrawal-draft.ts';

afterEach(() => vi.unstubAllGlobals());

test('a logout leaves no account, amount and key of a withdrawal on the device', () => {
  const replace = vi.fn();
  vi.stubGlobal('location', { replace });
  isMember.update(() => true);
  withdrawalDraft.update(() => ({ to: 'vnd vcb 0071000000001', amount: '100000' }));
  withdrawalKey('100 to A');
  leaveAccount();
  expect([isMember.get(), withdrawalDraft.get()]).toEqual([false, {}]);
  expect(replace).toHaveBeenCalledWith('/login');
});
