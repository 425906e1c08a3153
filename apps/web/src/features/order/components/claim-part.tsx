import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders';
import { Skeleton } from '@quydoi/ui/skeleton';
import { Suspense } from 'react';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { LoadBoundary } from '../../shell/load-boundary.tsx';
import { Folded } from './folded.tsx';

const { load, Part: ClaimForm } = lazyPart(async () => (await import('./claim-form.tsx')).ClaimForm);

interface ClaimPartProps {
  readonly order: OrderView;
  /** Called once the claim has been taken. */
  readonly onSent: () => void;
}

/** Where a customer tells of a payment that the order does not show. Its form loads when it is opened. */
export function ClaimPart(props: ClaimPartProps) {
  return (
    <LoadBoundary load={load} name="claim">
      <Suspense fallback={<Skeleton className="h-96" />}>
        <ClaimForm {...props} />
      </Suspense>
    </LoadBoundary>
  );
}

/** `ClaimPart`, folded. */
export function FoldedClaim(props: ClaimPartProps) {
  return (
    <Folded summary={<Trans>Tôi đã chuyển, sao chưa thấy?</Trans>}>
      <ClaimPart {...props} />
    </Folded>
  );
}
