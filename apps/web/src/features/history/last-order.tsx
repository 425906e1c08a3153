import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { lastOrderRef } from '../../lib/order-keys.ts';
import { orderPath } from '../../lib/order-paths.ts';
import type { PageProps } from '../../routes.tsx';
import { PageSkeleton } from '../shell/page-skeleton.tsx';

/** Redirects to this device's most recent order, or to the order search if there is none. */
export function Page(_props: PageProps) {
  const [, navigate] = useLocation();
  useEffect(() => {
    const ref = lastOrderRef();
    navigate(ref === '' ? '/history' : orderPath(ref), { replace: true });
  }, [navigate]);
  return <PageSkeleton />;
}
