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
  const message = messageOf(useHistoryState());
  useEffect(() => {
    // After a reload the hook has no state yet, as on the server, though the browser kept it.
    if (message === '' && messageOf(history.state) === '') navigate('/', { replace: true });
  }, [message, navigate]);
  return message === '' ? <PageSkeleton /> : <Notice className="mx-auto w-full max-w-xl">{message}</Notice>;
}

function messageOf(state: unknown): string {
  const notice = (state as { readonly notice?: unknown } | null)?.notice;
  return typeof notice === 'string' ? notice : '';
}
