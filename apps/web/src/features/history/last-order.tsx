import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { lastOrderRef } from '../../lib/order-keys.ts';
import type { PageProps } from '../../routes.tsx';
import { PageSkeleton } from '../shell/page-skeleton.tsx';

/** Goes on to this device's last order, or to the search when there is none. */
export function Page(_props: PageProps) {
  const [, navigate] = useLocation();
  useEffect(() => {
    const ref = lastOrderRef();
    navigate(ref === '' ? '/history' : `/history/transaction/${ref}`, { replace: true });
  }, [navigate]);
  return <PageSkeleton />;
}
