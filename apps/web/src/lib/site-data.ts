import type { ConfigView, LiveView } from '@quydoi/contract/config';
import { CONFIG_LOAD_TRIES_MAX, CONFIG_POLL_MS } from '@quydoi/domain/constants';
import { useQuery } from '@tanstack/react-query';
import { useApi } from './api.ts';

/** Keys of the two polled snapshots in the query cache. */
export const CONFIG_KEY = ['config'] as const;
/** Key of the moving snapshot. */
export const LIVE_KEY = ['live'] as const;

const POLLED = { refetchInterval: CONFIG_POLL_MS, staleTime: CONFIG_POLL_MS, retry: CONFIG_LOAD_TRIES_MAX - 1 } as const;

/** Site settings, currencies, rates and banks; undefined until they first arrive. */
export function useConfig(): { config: ConfigView | undefined; failed: boolean } {
  const api = useApi();
  const { data, isError } = useQuery({ queryKey: CONFIG_KEY, queryFn: () => api.config(), ...POLLED });
  return { config: data, failed: isError && data === undefined };
}

/** Reserves and recent trades; undefined until they first arrive. */
export function useLive(): LiveView | undefined {
  const api = useApi();
  return useQuery({ queryKey: LIVE_KEY, queryFn: () => api.live(), ...POLLED }).data;
}
