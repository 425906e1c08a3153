import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { Chip } from '@quydoi/ui/chip';
import { serverNowMs } from '../../../lib/clock.ts';
import { localMinute, minutesAgoChoices } from './claim-draft.ts';

interface PaidAgoProps {
  readonly order: OrderView;
  /** @param paidAt local date and time, as a `datetime-local` field has it */
  onChoose(paidAt: string): void;
}

/** Times of a payment that most customers mean, to choose in one touch. */
export function PaidAgo({ order, onChoose }: PaidAgoProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {minutesAgoChoices(order, serverNowMs()).map((minutes) => (
        <Chip key={minutes} onClick={() => onChoose(localMinute(new Date(serverNowMs() - minutes * MINUTE_MS)))}>
          {minutes === 0 ? <Trans>Vừa xong</Trans> : <Trans>{minutes} phút trước</Trans>}
        </Chip>
      ))}
    </div>
  );
}
