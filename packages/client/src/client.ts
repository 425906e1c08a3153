import type { AppRouter } from '@quydoi/api/trpc/router';
import { createTRPCClient, type TRPCClient } from '@trpc/client';
import { createHttpLink } from './links.ts';
import type { ClientOptions } from './options.ts';

/** A typed client. Its calls throw `TRPCClientError`; `readError` reads it. */
export function createClient(options: ClientOptions): TRPCClient<AppRouter> {
  return createTRPCClient<AppRouter>({ links: [createHttpLink(options)] });
}
