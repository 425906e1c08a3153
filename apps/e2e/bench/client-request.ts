import { createClient } from '@quydoi/client/client';
import type { ClientOptions } from '@quydoi/client/options';
import { BROWSER_ENCODINGS, type HttpRequest } from './http-request.ts';

type Client = ReturnType<typeof createClient>;

/** Request of the web client for a call, and whether browsers revalidate their cached copy for it. */
export interface ClientRequest extends HttpRequest {
  readonly revalidates: boolean;
}

/** Lets the web client make a call and catches the request on its way out, so that what is measured is what pages really send. */
export async function clientRequest(
  call: (client: Client) => Promise<unknown>,
  options: Omit<ClientOptions, 'baseUrl' | 'fetch'> = {},
): Promise<ClientRequest> {
  const caught = Promise.withResolvers<ClientRequest>();
  const client = createClient({
    ...options,
    baseUrl: 'http://bench.invalid',
    async fetch(input, init) {
      const { pathname, search } = new URL(input);
      const headers = { ...Object.fromEntries(new Headers(init?.headers)), 'accept-encoding': BROWSER_ENCODINGS };
      const body = init?.body === undefined || init.body === null ? {} : { body: String(init.body) };
      caught.resolve({ method: init?.method ?? 'GET', path: `${pathname}${search}`, headers, ...body, revalidates: init?.cache === 'no-cache' });
      throw new Error('caught');
    },
  });
  await call(client).catch((error: unknown) => caught.reject(error));
  return caught.promise;
}
