import type { Api } from './lib/api.ts';

/** Stands for the server while it renders: pages are made from snapshots, nothing is asked for. */
export const NO_API: Api = {
  config: never,
  live: never,
  order: never,
  createOrder: never,
  act: never,
  decision: never,
  createReview: never,
  accountName: never,
};

function never(): Promise<never> {
  return new Promise(() => {});
}
