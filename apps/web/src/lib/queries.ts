import type { ConfigView, LiveView } from '@quydoi/contract/config';
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { CONFIG_KEY, LIVE_KEY } from './site-data.ts';

/** Tries again after a lost connection, never after a refusal: it would be refused again. */
const RETRIES_MAX = 2;

/** The cache of everything that was asked for, filled with what came along with the page. */
export function createQueryClient(known: { readonly config?: ConfigView | undefined; readonly live?: LiveView | undefined }): QueryClient {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: (failures, error) => !(error instanceof ApiError) && failures < RETRIES_MAX } },
  });
  if (known.config) queries.setQueryData(CONFIG_KEY, known.config);
  if (known.live) queries.setQueryData(LIVE_KEY, known.live);
  return queries;
}
