/** Pauses before a failed load is repeated, in milliseconds. */
const RETRY_MS = [300, 1_200];

/** Interval at which what could not be loaded is tried again. */
export const RETRY_EVERY_MS = 5_000;

/** Part of the site that could not be loaded: offline, a broken connection, or a file that a deploy has removed. */
export class LoadError extends Error {}

/** Number of times that failed loads were released; a failure is kept until the next one. */
let releases = 0;

/** Lets loads that have failed start again when they are next asked for. */
export function releaseFailedLoads(): void {
  releases += 1;
}

/**
 * Wraps a load, such as a dynamic import: started by the first call, repeated a few times, then failing with LoadError. The failure is kept until
 * `releaseFailedLoads`, because React asks again with each render.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  let failedAt: number | null = null;
  return () => {
    if (loading === null || (failedAt !== null && failedAt < releases)) {
      failedAt = null;
      loading = withRetries(load).catch((error: unknown) => {
        failedAt = releases;
        throw new LoadError(String(error), { cause: error });
      });
    }
    return loading;
  };
}

/** Awaits a load of `loadOnce` however long it takes: it is repeated every few seconds. @param onFailure called after each failure */
export async function untilLoaded<T>(load: () => Promise<T>, onFailure: () => void): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      onFailure();
      await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS));
      releaseFailedLoads();
    }
  }
}

async function withRetries<T>(load: () => Promise<T>): Promise<T> {
  for (const pauseMs of RETRY_MS) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return load();
}
