import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { isMember } from '../../lib/session.ts';
import { useStored } from '../../lib/stored.ts';
import { isLoginMissing } from './login-missing.ts';

/** Leads visitors to the login, and back to this page. Any call that is refused because the login is over ends it here. @param isLoggedOut whether the server says so */
export function useMembership(path: string, isLoggedOut: boolean): void {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  // Another tab may log out.
  const isLoggedIn = useStored(isMember);
  useEffect(() => watchLoginEnd(queries), [queries]);
  useEffect(() => {
    if (isLoggedOut) isMember.update(() => false);
    if (isLoggedIn || isMember.get()) return;
    navigate(`/login?next=${path}`, { replace: true });
  }, [isLoggedOut, isLoggedIn, path, navigate]);
}

/**
 * Notes that the login is over when a call fails because of it. What the cache tells of a call later, such as that it forgets it, is about a login
 * of before.
 * @returns ends the watching
 */
export function watchLoginEnd(queries: QueryClient): () => void {
  return queries.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isLoginMissing(event.action.error)) isMember.update(() => false);
  });
}
