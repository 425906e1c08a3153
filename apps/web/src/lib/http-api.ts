import { createClient } from '@quydoi/client/client';
import { NO_ANSWER, readError } from '@quydoi/client/errors';
import type { Locale } from '@quydoi/domain/locales';
import { type Api, ApiError } from './api.ts';

/** The server behind this page. Refusals are thrown as ApiError; whatever kept an answer from coming is thrown as it is. */
export function createHttpApi(locale: () => Locale): Api {
  const client = createClient({ baseUrl: '', locale });
  return {
    config: () => refusing(client.config.get.query()),
    live: () => refusing(client.config.live.query()),
    order: (ref, key) => refusing(client.orders.get.query({ ref }, withKey(key))),
    createOrder: (input, idempotencyKey) => refusing(client.orders.create.mutate(input, { context: { idempotencyKey } })),
    act: (ref, request, key) => refusing(client.orders.act.mutate({ ...request, ref }, withKey(key))),
    decision: (ref, key) => refusing(client.orders.decision.query({ ref }, withKey(key))),
    createReview: async (ref, content, email) => {
      await refusing(client.reviews.create.mutate({ ref, content, email }));
    },
    accountName: async (type, accountNumber) => (await refusing(client.lookups.accountName.mutate({ type, accountNumber }))).accountName,
  };
}

function withKey(key: string | null) {
  return key === null ? {} : { context: { orderKey: key } };
}

async function refusing<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (thrown) {
    const error = readError(thrown);
    if (error.code === NO_ANSWER) throw thrown;
    throw new ApiError({ ...error, requestId: error.requestId ?? '' });
  }
}
