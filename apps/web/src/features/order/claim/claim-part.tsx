import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { Skeleton } from '@quydoi/ui/skeleton';
import { laterPart } from '../../shell/later-part.tsx';
import { Folded } from '../components/folded.tsx';
import type { SentFacts } from './sent-claims.ts';

interface ClaimPartProps {
  readonly order: OrderView;
  /** Called once the claim has been taken. */
  readonly onSent: (facts: SentFacts) => void;
}

/** Where a customer tells of a payment that the order does not show. Its form loads when it is opened. */
export const ClaimPart = laterPart<ClaimPartProps>(async () => (await import('./claim-form.tsx')).ClaimForm, <Skeleton className="h-96" />);

/** `ClaimPart`, folded. @param isCorrection whether a claim was made that still waits */
export function FoldedClaim({ isCorrection = false, ...claim }: ClaimPartProps & { readonly isCorrection?: boolean }) {
  return (
    <Folded summary={isCorrection ? <Trans>Thông tin đã báo chưa đúng? Báo lại</Trans> : <Trans>Tôi đã chuyển, sao chưa thấy?</Trans>}>
      <ClaimPart {...claim} />
    </Folded>
  );
}
