import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { PageProps } from '../../routes.tsx';
import { PageSkeleton } from '../shell/page-skeleton.tsx';

/** In the place of a page for customers with an account: goes on to where one signs in. */
export function Page(_props: PageProps) {
  const [, navigate] = useLocation();
  useEffect(() => navigate('/login', { replace: true }), [navigate]);
  return <PageSkeleton />;
}
