import { Trans } from '@lingui/react/macro';
import { RECENT_ITEMS } from '@quydoi/domain/constants';
import { Card, CardTitle } from '@quydoi/ui/card';
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { useKnownRefs } from '../../lib/order-keys.ts';

/** Links to the orders whose keys are stored on this device, newest first. */
export function KnownOrders() {
  const refs = useKnownRefs().slice(0, RECENT_ITEMS);
  if (refs.length === 0) return null;
  return (
    <Card className="grid gap-2">
      <CardTitle>
        <Trans>Đơn trên thiết bị này</Trans>
      </CardTitle>
      <ul className="divide-y divide-line">
        {refs.map((ref) => (
          <li key={ref}>
            <Link
              className="flex min-h-touch items-center justify-between font-semibold text-ink tracking-wide no-underline hover:text-brand"
              href={`/history/transaction/${ref}`}
            >
              {ref}
              <ChevronRight aria-hidden="true" className="size-5 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
