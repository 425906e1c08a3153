import { useQueryClient } from '@tanstack/react-query';
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
  useEffect(
    () =>
      queries.getMutationCache().subscribe(({ mutation }) => {
        if (isLoginMissing(mutation?.state.error)) isMember.update(() => false);
      }),
    [queries],
  );
  useEffect(() => {
    if (isLoggedOut) isMember.update(() => false);
    if (isLoggedIn || isMember.get()) return;
    navigate(`/login?next=${path}`, { replace: true });
  }, [isLoggedOut, isLoggedIn, path, navigate]);
}
