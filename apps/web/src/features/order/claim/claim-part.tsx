import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { Skeleton } from '@quydoi/ui/skeleton';
import { laterPart } from '../../shell/later-part.tsx';
import { Folded } from '../components/folded.tsx';
import type { SentFacts } from './last-claim.ts';

interface ClaimPartProps {
  readonly order: OrderView;
  /** Called once the claim has been taken. */
  readonly onSent: (facts: SentFacts) => void;
}

/** Where a customer tells of a payment that the order does not show. Its form loads when it is opened. */
export const ClaimPart = laterPart<ClaimPartProps>(async () => (await import('./claim-form.tsx')).ClaimForm, <Skeleton className="h-96" />);

/** `ClaimPart`, folded. */
export function FoldedClaim(claim: ClaimPartProps) {
  return (
    <Folded summary={<Trans>Tôi đã chuyển, sao chưa thấy?</Trans>}>
      <ClaimPart {...claim} />
    </Folded>
  );
}
