import type { Rail } from '../rail.ts';
import { authenticate } from './sepay.ts';

/** The bank rail of a process that only takes webhooks in: it can tell genuine ones, and knows nothing else of the providers. */
export function createBankWebhooks(secrets: readonly string[]): Rail {
  return {
    code: 'bank',
    payIn: {
      authenticate: (webhook) =>
        authenticate(
          secrets.filter((secret) => secret !== ''),
          webhook,
        ),
    },
  };
}
