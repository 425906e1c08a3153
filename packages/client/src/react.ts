import type { AppRouter } from '@quydoi/api/trpc/router';
import { type CreateTRPCReact, createTRPCReact } from '@trpc/react-query';
import { type ClientOptions, createLinks } from './client.ts';

/** Hooks of every procedure: `trpc.orders.get.useQuery({ ref })`. */
export const trpc: CreateTRPCReact<AppRouter, unknown> = createTRPCReact<AppRouter>();

/** The client that `trpc.Provider` needs. */
export function createReactClient(options: ClientOptions): ReturnType<typeof trpc.createClient> {
  return trpc.createClient({ links: createLinks(options) });
}
