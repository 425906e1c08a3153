import { useTRPC } from '@quydoi/client/react';
import { PAGE_SIZE } from '@quydoi/domain/constants';
import { useQuery } from '@tanstack/react-query';

const REFRESH_MS = 5_000;

/** The customer's newest withdrawals, which change while they are on their way. */
export function useWithdrawals(enabled: boolean) {
  return useQuery(useTRPC().wallet.withdrawals.queryOptions({ offset: 0, limit: PAGE_SIZE }, { enabled, refetchInterval: REFRESH_MS, retry: false }));
}
