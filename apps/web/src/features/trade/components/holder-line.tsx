import { Trans } from '@lingui/react/macro';
import { Spinner } from '@quydoi/ui/spinner';
import { clsx } from 'clsx';
import { BadgeCheck } from 'lucide-react';
import type { HolderName } from '../../../lib/use-holder-name.ts';
import { mayTypeHolder } from '../field-errors.ts';

interface HolderLineProps {
  readonly holder: HolderName;
  readonly of: 'wallet' | 'account';
  /** Whether the field shows an error; the line is then empty. */
  readonly hasError: boolean;
}

/**
 * Holder's name below a wallet or account field, or its pending lookup. As high with every answer as without: the answer comes seconds after the
 * customer has typed, and what is below must not move then.
 */
export function HolderLine({ holder, of, hasError }: HolderLineProps) {
  if (holder.state === 'idle' || mayTypeHolder(holder)) return null;
  const isFound = holder.state === 'found' && !hasError;
  return (
    <p
      className={clsx('flex min-h-11 items-center gap-2', isFound && 'rounded-field bg-ok-soft px-3 py-2 font-semibold text-ok uppercase')}
      role="status"
    >
      {isFound && (
        <>
          <BadgeCheck aria-hidden="true" className="size-5 shrink-0" />
          <span className="min-w-0 break-words">{holder.name}</span>
        </>
      )}
      {holder.state === 'waiting' && !hasError && (
        <>
          <Spinner className="size-4" />
          <span className="text-muted text-small">
            {of === 'wallet' ? <Trans>Đang tìm tên chủ ví…</Trans> : <Trans>Đang tìm tên chủ tài khoản…</Trans>}
          </span>
        </>
      )}
    </p>
  );
}
