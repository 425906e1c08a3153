import type { AppRouter } from '@quydoi/api/trpc/router';
import { type OperationLink, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';

/**
 * A link whose implementation is loaded with the first call, so that a page that came with its data is interactive before. A load that failed is
 * tried again with the next call.
 */
export function lazyLink(load: () => Promise<TRPCLink<AppRouter>>): TRPCLink<AppRouter> {
  return (runtime) => {
    let loading: Promise<OperationLink<AppRouter>> | null = null;
    const loaded = () => {
      loading ??= load().then(
        (link) => link(runtime),
        (error: unknown) => {
          loading = null;
          throw error;
        },
      );
      return loading;
    };
    return (call) =>
      observable((observer) => {
        const subscribed = loaded().then(
          (run) => run(call).subscribe(observer),
          (error: Error) => observer.error(TRPCClientError.from(error)),
        );
        return () => void subscribed.then((subscription) => subscription?.unsubscribe());
      });
  };
}

/** A link that never answers, for rendering on the server: pages are made from snapshots and ask for nothing. */
export const silentLink: TRPCLink<AppRouter> = () => () => observable(() => {});
