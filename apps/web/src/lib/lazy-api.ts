import type { Locale } from '@quydoi/domain/locales';
import type { Api } from './api.ts';

/**
 * The server behind this page, its client fetched with the first call: a page that came with its data shows and prices everything without
 * it, and is interactive sooner.
 */
export function createLazyApi(locale: () => Locale): Api {
  let loading: Promise<Api> | null = null;
  const load = (): Promise<Api> => {
    loading ??= import('./http-api.ts').then(
      ({ createHttpApi }) => createHttpApi(locale),
      (error: unknown) => {
        // A lost connection must not be remembered: the next call tries again.
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  return {
    config: async () => (await load()).config(),
    live: async () => (await load()).live(),
    order: async (ref, key) => (await load()).order(ref, key),
    createOrder: async (input, idempotencyKey) => (await load()).createOrder(input, idempotencyKey),
    act: async (ref, request, key) => (await load()).act(ref, request, key),
    decision: async (ref, key) => (await load()).decision(ref, key),
    createReview: async (ref, content, email) => (await load()).createReview(ref, content, email),
    accountName: async (type, accountNumber) => (await load()).accountName(type, accountNumber),
  };
}
