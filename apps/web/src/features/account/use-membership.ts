import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { isMember } from '../../lib/session.ts';
import { useStored } from '../../lib/stored.ts';

/** Leads visitors to the login, and back to this page. @param isLoggedOut whether the server says that the login is over */
export function useMembership(path: string, isLoggedOut: boolean): void {
  const [, navigate] = useLocation();
  // Another tab may log out.
  const isLoggedIn = useStored(isMember);
  useEffect(() => {
    if (isLoggedOut) isMember.update(() => false);
    if (isLoggedIn || isMember.get()) return;
    navigate(`/login?next=${path}`, { replace: true });
  }, [isLoggedOut, isLoggedIn, path, navigate]);
}
