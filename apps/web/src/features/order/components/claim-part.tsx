import { Trans } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders';
import { buttonClass } from '@quydoi/ui/button';
import { Skeleton } from '@quydoi/ui/skeleton';
import { ChevronDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { LoadBoundary } from '../../shell/load-boundary.tsx';

const { load, Part: ClaimForm } = lazyPart(async () => (await import('./claim-form.tsx')).ClaimForm);

/** Where a customer tells of a payment that the order does not show. Its form loads when it is opened. */
export function ClaimPart({ order }: { readonly order: OrderView }) {
  return (
    <LoadBoundary load={load} name="claim">
      <Suspense fallback={<Skeleton className="h-96" />}>
        <ClaimForm order={order} />
      </Suspense>
    </LoadBoundary>
  );
}

/** `ClaimPart`, folded. What was typed is kept while it is folded again. */
export function FoldedClaim({ order }: { readonly order: OrderView }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className="group grid gap-3 print:hidden" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary className={buttonClass({ look: 'quiet', className: 'list-none' })}>
        <Trans>Tôi đã chuyển, sao chưa thấy?</Trans>
        <ChevronDown aria-hidden="true" className="size-5 transition-transform group-open:rotate-180" />
      </summary>
      {wasOpened && (
        <div className="mt-2">
          <ClaimPart order={order} />
        </div>
      )}
    </details>
  );
}
