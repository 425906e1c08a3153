import { useTRPC } from '@quydoi/client/react';
import { useMutation } from '@tanstack/react-query';
import { isMember } from '../../lib/session.ts';
import { isLoginMissing } from './login-missing.ts';

/** Ends the session, after which the login is shown. */
export function useLogout() {
  const leave = () => {
    isMember.update(() => false);
    // A page that loads anew has nothing left of what the account was shown.
    location.replace('/login');
  };
  return useMutation(
    useTRPC().accounts.logout.mutationOptions({
      onSuccess: leave,
      onError: (error) => {
        if (isLoginMissing(error)) leave();
      },
    }),
  );
}
