import { Trans } from '@lingui/react/macro';
import { useTRPCClient } from '@quydoi/client/react';
import { Button } from '@quydoi/ui/button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { startOnce } from '../../../lib/start-once.ts';
import { loadPasskeyLibrary, signWithPasskey, useHasPasskeys } from './authenticator.ts';
import { PasskeyFailure } from './passkey-failure.tsx';

const KEY = ['login with passkey'];

/** Logs in with a passkey; nothing where the browser knows none. */
export function PasskeyLogin({ onEntered }: { readonly onEntered: () => void }) {
  const hasPasskeys = useHasPasskeys();
  const { accounts } = useTRPCClient();
  const queries = useQueryClient();
  const enter = useMutation({
    mutationKey: KEY,
    mutationFn: async () => {
      const [{ options, challenge }] = await Promise.all([accounts.passkeyLogin.mutate({}), loadPasskeyLibrary()]);
      return accounts.loginWithPasskey.mutate({ challenge, credential: await signWithPasskey(options) });
    },
    onSuccess: onEntered,
  });
  if (!hasPasskeys) return null;
  return (
    <div className="grid grid-cols-1 gap-3">
      <Button busy={enter.isPending} look="secondary" onClick={() => startOnce(queries, KEY, () => enter.mutate())} wide>
        {/* Within the text, beside which it would stand far away where that takes two lines. */}
        <span>
          <Fingerprint aria-hidden="true" className="mr-2 inline size-5 align-text-bottom" />
          <Trans>Đăng nhập bằng khóa truy cập (passkey)</Trans>
        </span>
      </Button>
      {enter.error !== null && <PasskeyFailure error={enter.error} onLoaded={enter.reset} />}
    </div>
  );
}
