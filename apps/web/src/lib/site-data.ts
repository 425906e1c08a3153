import { useTRPC } from '@quydoi/client/react';
import type { ConfigView, LiveView } from '@quydoi/contract/config';
import { CONFIG_LOAD_TRIES_MAX, CONFIG_POLL_MS, TIMER_SECONDS } from '@quydoi/domain/constants';
import { useQuery } from '@tanstack/react-query';

/** Options of both polls. */
export const POLLED = { refetchInterval: CONFIG_POLL_MS, staleTime: CONFIG_POLL_MS, retry: CONFIG_LOAD_TRIES_MAX - 1 } as const;

/** Failed tries in a row after which the prices count as old. */
const OLD_AFTER_TRIES = 2;

/** Site settings with prices. */
interface SiteConfig {
  /** Undefined until first loaded. */
  readonly config: ConfigView | undefined;
  /** Whether the first load failed. */
  readonly failed: boolean;
  /** Whether the prices may be old, because polls fail or there is no connection. */
  readonly isOld: boolean;
}

/** Polls site settings, currencies, rates and banks. */
export function useConfig(): SiteConfig {
  const { data, isError, isPaused, failureCount } = useQuery(useTRPC().config.get.queryOptions(undefined, POLLED));
  const isMissing = data === undefined;
  return { config: data, failed: isError && isMissing, isOld: !isMissing && (isError || isPaused || failureCount >= OLD_AFTER_TRIES) };
}

/** Minutes for which a new order's price is held: until its timer ends. */
export function priceHeldMinutes(config: ConfigView | undefined): number {
  return Math.floor((config?.site.timerSeconds ?? TIMER_SECONDS) / 60);
}

/** Support's hours, which no line breaks apart; empty until they are known. */
export function supportHours(config: ConfigView | undefined): string {
  return config?.site.supportHours.replace(/[-–]/g, '$&\u2060') ?? '';
}

/** Polls reserves, recent trades and reviews; undefined until first loaded. */
export function useLive(): LiveView | undefined {
  return useQuery(useTRPC().config.live.queryOptions(undefined, POLLED)).data;
}
