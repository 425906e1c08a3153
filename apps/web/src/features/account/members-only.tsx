import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { PageProps } from '../../routes.tsx';
import { PageSkeleton } from '../shell/page-skeleton.tsx';

/** Placeholder of pages that require an account: redirects to the sign-in page. */
export function Page(_props: PageProps) {
  const [, navigate] = useLocation();
  useEffect(() => navigate('/login', { replace: true }), [navigate]);
  return <PageSkeleton />;
}
