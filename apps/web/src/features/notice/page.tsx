import { Notice } from '@quydoi/ui/notice';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { PageProps } from '../../routes.tsx';
import { PageSkeleton } from '../shell/page-skeleton.tsx';

/** Shows the message that another page of ours sent along (never one out of the address, which anybody can write); home when there is none. */
export function Page(_props: PageProps) {
  const [, navigate] = useLocation();
  const state = useHistoryState<{ readonly notice?: unknown } | null>();
  const message = typeof state?.notice === 'string' ? state.notice : '';
  useEffect(() => {
    if (message === '') navigate('/', { replace: true });
  }, [message, navigate]);
  return message === '' ? <PageSkeleton /> : <Notice className="mx-auto w-full max-w-xl">{message}</Notice>;
}
