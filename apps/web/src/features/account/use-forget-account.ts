import { useTRPC } from '@quydoi/client/react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { forgetWithdrawal } from './wallet/withdrawal-draft.ts';

/** Returns a function that forgets what the pages were shown of an account, or were refused. */
export function useForgetAccount(): () => void {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return useCallback(() => {
    forgetWithdrawal();
    for (const queryKey of [
      trpc.accounts.pathKey(),
      trpc.orders.list.pathKey(),
      trpc.destinations.pathKey(),
      trpc.identity.pathKey(),
      trpc.wallet.pathKey(),
    ])
      queries.removeQueries({ queryKey });
  }, [trpc, queries]);
}
