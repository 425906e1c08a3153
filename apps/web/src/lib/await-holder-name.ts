import { refusalOf } from '@quydoi/client/errors';
import { LOOKUP_POLL_MS } from '@quydoi/domain/constants';

/** Maximum calls while the account holder's name is being looked up, two seconds apart. */
const CALLS_MAX = 10;

/** Retries a call that fails with ACCOUNT_NAME_WAITING, until the holder's name has been looked up. */
export async function awaitHolderName<T>(call: () => Promise<T>): Promise<T> {
  for (let calls = 1; ; calls += 1) {
    try {
      return await call();
    } catch (error) {
      if (refusalOf(error)?.code !== 'ACCOUNT_NAME_WAITING' || calls >= CALLS_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOOKUP_POLL_MS));
    }
  }
}
