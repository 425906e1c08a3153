import type { TRPCCombinedDataTransformer } from '@trpc/server';

interface Wrapped {
  readonly json: unknown;
}

/**
 * What superjson does, for answers of plain JSON: it only takes the wrapping off and keeps the object as it is. No input is ever sent, so
 * that a poll's address is always the same.
 */
export const polledTransformer: TRPCCombinedDataTransformer = {
  input: { serialize: () => undefined, deserialize: () => undefined },
  output: { serialize: (json: unknown): Wrapped => ({ json }), deserialize: (wrapped: Wrapped) => wrapped.json },
};
