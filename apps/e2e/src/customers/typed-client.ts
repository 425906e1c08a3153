import { createClient } from '@quydoi/client/client';
import type { Endpoints } from '../system/endpoints.ts';
import { keepAnswer } from '../system/kept-answers.ts';

/** The typed procedures, as one caller calls them. */
export type TypedClient = ReturnType<typeof createClient>;

/** A typed client whose calls carry headers of their own, such as a session's token or a client address as a trusted proxy tells it. Its answers are kept. */
export function openTypedClient(endpoints: Endpoints, headers: Readonly<Record<string, string>>): TypedClient {
  return createClient({
    baseUrl: endpoints.webUrl,
    fetch: async (url, init) => {
      const response = await fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers } });
      keepAnswer(endpoints, { call: new URL(response.url).pathname, status: response.status, text: await response.clone().text() });
      return response;
    },
  });
}
