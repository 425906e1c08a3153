import { Trans } from '@lingui/react/macro';
import { Spinner } from '@quydoi/ui/spinner';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { HolderName } from '../../../lib/use-holder-name.ts';
import { mayTypeHolder } from '../field-errors.ts';

interface HolderLineProps {
  readonly holder: HolderName;
  readonly of: 'wallet' | 'account';
  /** Whether the field shows an error; no name is shown then. */
  readonly hasError: boolean;
  /** Shown when the lookup found no holder; not when the lookup is unavailable. */
  readonly children?: ReactNode;
}

/**
 * Holder's name below a wallet or account field, to be compared by the customer, or its pending lookup. As high with every answer as without: the
 * answer comes seconds after the customer has typed, and what is below must not move then.
 */
export function HolderLine({ holder, of, hasError, children }: HolderLineProps) {
  if (holder.state === 'idle' || mayTypeHolder(holder)) return null;
  const isWallet = of === 'wallet';
  const isFound = holder.state === 'found' && !hasError;
  return (
    <p className={clsx('flex min-h-11 items-center gap-2', isFound ? 'rounded-field bg-sunken px-3 py-2' : 'text-muted text-small')} role="status">
      {isFound ? (
        <>
          <span className="text-muted text-small">{isWallet ? <Trans>Chủ ví:</Trans> : <Trans>Chủ tài khoản:</Trans>}</span>
          <span className="min-w-0 break-words font-semibold uppercase">{holder.name}</span>
        </>
      ) : holder.state === 'waiting' && !hasError ? (
        <>
          <Spinner className="size-4" />
          {isWallet ? <Trans>Đang tìm tên chủ ví…</Trans> : <Trans>Đang tìm tên chủ tài khoản…</Trans>}
        </>
      ) : (
        holder.state === 'invalid' && children
      )}
    </p>
  );
}
