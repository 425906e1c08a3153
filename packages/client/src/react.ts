import type { AppRouter } from '@quydoi/api/trpc/router';
import type { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, type TRPCClient } from '@trpc/client';
import { createTRPCContext, createTRPCOptionsProxy, type TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { lazyLink, silentLink } from './lazy-link.ts';
import type { ClientOptions } from './options.ts';

/** The client that `TRPCProvider` needs. */
export type ReactClient = TRPCClient<AppRouter>;

/**
 * Options for the hooks of TanStack Query, typed by procedure: `useQuery(useTRPC().orders.get.queryOptions({ ref }))`, and the typed client for
 * single calls.
 */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

/** A client whose HTTP links load with the first call. */
export function createReactClient(options: ClientOptions): ReactClient {
  return createTRPCClient<AppRouter>({ links: [lazyLink(async () => (await import('./links.ts')).createHttpLink(options))] });
}

/** A client that never answers, for rendering on the server. */
export function createSilentClient(): ReactClient {
  return createTRPCClient<AppRouter>({ links: [silentLink] });
}

/** Query keys and options outside React, as `useTRPC` gives them inside: for filling a cache. */
export function createTRPC(client: ReactClient, queryClient: QueryClient): TRPCOptionsProxy<AppRouter> {
  return createTRPCOptionsProxy<AppRouter>({ client, queryClient });
}
