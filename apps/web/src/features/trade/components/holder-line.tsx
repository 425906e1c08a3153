import { Trans } from '@lingui/react/macro';
import { Spinner } from '@quydoi/ui/spinner';
import { BadgeCheck } from 'lucide-react';
import type { HolderName } from '../../../lib/use-holder-name.ts';

/** Holder's name below a wallet or account field, or its pending lookup. Errors are shown by the field. */
export function HolderLine({ holder, of }: { readonly holder: HolderName; readonly of: 'wallet' | 'account' }) {
  if (holder.state === 'waiting') {
    return (
      <p className="flex items-center gap-2 text-small text-muted" role="status">
        <Spinner className="size-4" />
        {of === 'wallet' ? <Trans>Đang tìm tên chủ ví…</Trans> : <Trans>Đang tìm tên chủ tài khoản…</Trans>}
      </p>
    );
  }
  if (holder.state !== 'found') return null;
  return (
    <p className="flex items-center gap-2 rounded-field bg-ok-soft px-3 py-2 font-semibold text-ok uppercase" role="status">
      <BadgeCheck aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0 break-words">{holder.name}</span>
    </p>
  );
}
