import { refusalOf } from '@quydoi/client/errors';
import { createTRPC, type ReactClient } from '@quydoi/client/react';
import type { ConfigView, LiveView } from '@quydoi/contract/config';
import { QueryClient } from '@tanstack/react-query';

/** Retries after a lost connection. A refusal is final: it would be refused again. */
const RETRIES_MAX = 2;

/** The query cache, filled with the snapshots that the page came with. */
export function createQueryClient(
  client: ReactClient,
  known: { readonly config?: ConfigView | undefined; readonly live?: LiveView | undefined },
): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { retry: (failures, error) => refusalOf(error) === null && failures < RETRIES_MAX },
      // Offline mutations fail at once. Paused ones would execute on reconnect, even if the customer has thought better of it.
      mutations: { networkMode: 'always' },
    },
  });
  const trpc = createTRPC(client, queries);
  if (known.config) queries.setQueryData(trpc.config.get.queryKey(), known.config);
  if (known.live) queries.setQueryData(trpc.config.live.queryKey(), known.live);
  return queries;
}
