import { useTRPC } from '@quydoi/client/react';
import type { ConfigView, LiveView } from '@quydoi/contract/config';
import { CONFIG_LOAD_TRIES_MAX, CONFIG_POLL_MS } from '@quydoi/domain/constants';
import { useQuery } from '@tanstack/react-query';

const POLLED = { refetchInterval: CONFIG_POLL_MS, staleTime: CONFIG_POLL_MS, retry: CONFIG_LOAD_TRIES_MAX - 1 } as const;

/** Polls site settings, currencies, rates and banks; undefined until first loaded. */
export function useConfig(): { config: ConfigView | undefined; failed: boolean } {
  const { data, isError } = useQuery(useTRPC().config.get.queryOptions(undefined, POLLED));
  return { config: data, failed: isError && data === undefined };
}

/** Polls reserves, recent trades and reviews; undefined until first loaded. */
export function useLive(): LiveView | undefined {
  return useQuery(useTRPC().config.live.queryOptions(undefined, POLLED)).data;
}
