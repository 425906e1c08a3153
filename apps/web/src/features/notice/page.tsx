import { Notice } from '@quydoi/ui/notice';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { PageProps } from '../../routes.tsx';
import { PageSkeleton } from '../shell/page-skeleton.tsx';

/**
 * Shows a message passed in the history state by another page; redirects home if there is none. Never reads it from the URL, which anyone
 * can craft.
 */
export function Page(_props: PageProps) {
  const [, navigate] = useLocation();
  const state = useHistoryState<{ readonly notice?: unknown } | null>();
  const message = typeof state?.notice === 'string' ? state.notice : '';
  useEffect(() => {
    if (message === '') navigate('/', { replace: true });
  }, [message, navigate]);
  return message === '' ? <PageSkeleton /> : <Notice className="mx-auto w-full max-w-xl">{message}</Notice>;
}
