import type { MutationKey, QueryClient } from '@tanstack/react-query';

/** Starts a mutation unless one with this key is running. A double click arrives before the busy state is rendered. */
export function startOnce(queries: QueryClient, mutationKey: MutationKey, start: () => void): void {
  if (queries.isMutating({ mutationKey }) === 0) start();
}
