import { useTRPC } from '@quydoi/client/react';
import { useMutation } from '@tanstack/react-query';
import { isMember } from '../../lib/session.ts';
import { isLoginMissing } from './login-missing.ts';
import { forgetWithdrawal } from './wallet/withdrawal-draft.ts';

/** Ends the session, after which the login is shown. */
export function useLogout() {
  return useMutation(
    useTRPC().accounts.logout.mutationOptions({
      onSuccess: leaveAccount,
      onError: (error) => {
        if (isLoginMissing(error)) leaveAccount();
      },
    }),
  );
}

/** Leaves nothing on the device of the account that was logged in, and shows the login. */
export function leaveAccount(): void {
  isMember.update(() => false);
  forgetWithdrawal();
  // A page that loads anew has nothing left of what the account was shown.
  location.replace('/login');
}
