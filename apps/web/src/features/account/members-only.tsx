import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { PageProps } from '../../routes.tsx';
import { PageSkeleton } from '../shell/page-skeleton.tsx';

/** Placeholder of pages of accounts that are not there yet: redirects to the account's orders, which ask visitors to sign in. */
export function Page(_props: PageProps) {
  const [, navigate] = useLocation();
  useEffect(() => navigate('/history/trade', { replace: true }), [navigate]);
  return <PageSkeleton />;
}
