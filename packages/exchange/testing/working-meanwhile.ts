/** Awaits `outcome` while repeatedly running another process's job. */
export async function workingMeanwhile<T>(outcome: Promise<T>, job: () => Promise<unknown>): Promise<T> {
  let isSettled = false;
  // The rejection is returned to the caller below; this handler avoids an unhandled rejection until then.
  outcome
    .catch(() => {})
    .finally(() => {
      isSettled = true;
    });
  while (!isSettled) {
    await job();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return outcome;
}
