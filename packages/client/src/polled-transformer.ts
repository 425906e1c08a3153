import type { TRPCCombinedDataTransformer } from '@trpc/server';

interface Wrapped {
  readonly json: unknown;
}

/**
 * Transformer of polled procedures, whose results are plain JSON: unwraps superjson's envelope without copying. Sends no input, so that the URL of a
 * poll is constant.
 */
export const polledTransformer: TRPCCombinedDataTransformer = {
  input: { serialize: () => undefined, deserialize: () => undefined },
  output: { serialize: (json: unknown): Wrapped => ({ json }), deserialize: (wrapped: Wrapped) => wrapped.json },
};
