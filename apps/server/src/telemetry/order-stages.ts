import type { Change } from '@quydoi/domain/change';

/**
 * The stages of an order's money. `list`: paid, by the provider's clock → journalled. `match`: journalled → matched with its order. `start`:
 * order paid → payout made. `confirm`: payout made → validated by the signer. `send`: → handed to the provider. `answer`: → accepted by it.
 * `settle`: handed over → proven by the provider's own records.
 */
export type Stage = 'list' | 'match' | 'start' | 'confirm' | 'send' | 'answer' | 'settle';

/** A stage that a change has ended, and how long that stage took. */
export interface EndedStage {
  readonly stage: Stage;
  readonly ms: number;
}

/** The stages that a change has ended. A retried payout counts from its first try on, as its customer waits. */
export function endedStages(change: Change, at: Date): EndedStage[] {
  const ended: EndedStage[] = [];
  const end = (stage: Stage, from: Date | null | undefined, to: Date | null = at) => {
    if (from && to) ended.push({ stage, ms: Math.max(0, to.getTime() - from.getTime()) });
  };
  for (const { before, after } of change.payments) {
    if (before === null) end('list', after.paidAt, after.recordedAt);
    else if (before.state === 'unmatched' && after.state === 'matched') end('match', after.recordedAt);
  }
  const prepared = change.attempts.some(({ before }) => before === null);
  for (const { before, after } of change.payouts) {
    if (before === null) end('start', change.order?.before?.paidAt, after.createdAt);
    else if (prepared) end('confirm', after.createdAt);
  }
  for (const { before, after } of change.attempts) {
    if (before === null) continue;
    if (before.sentAt === null && after.sentAt !== null) end('send', after.createdAt, after.sentAt);
    if (before.state === 'sending' && after.state === 'sent') end('answer', after.sentAt);
    if (before.state !== 'done' && after.state === 'done') end('settle', after.sentAt, after.settledAt);
  }
  return ended;
}
