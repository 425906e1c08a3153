import { newKey } from '../../../lib/new-key.ts';
import { isTextRecord, stored } from '../../../lib/stored.ts';

/**
 * What was typed of a withdrawal that was not asked for yet, per tab, so that a reload keeps it: `to`, which names the destination, `amount`; and of the
 * last one that was sent, `sent` with its idempotency key, `key`. The code is not among it.
 */
export const withdrawalDraft = stored<Record<string, string>>('withdrawal', {}, isTextRecord, 'tab');

/** The idempotency key of a withdrawal: the same until it is answered. @param sent its input without the code */
export function withdrawalKey(sent: string): string {
  const { sent: last, key } = withdrawalDraft.get();
  if (last === sent && key !== undefined) return key;
  const fresh = newKey();
  withdrawalDraft.update((draft) => ({ ...draft, sent, key: fresh }));
  return fresh;
}

/** Forgets the draft: the withdrawal was taken or given up, or somebody else logs in. */
export function forgetWithdrawal(): void {
  withdrawalDraft.update(() => ({}));
}
