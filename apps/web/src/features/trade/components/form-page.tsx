import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { CURRENCIES } from '@quydoi/domain/currencies';
import { Notice } from '@quydoi/ui/notice';
import type { ReactNode } from 'react';
import { isMember } from '../../../lib/session.ts';
import { sharedText } from '../../../lib/shared-text.ts';
import { useStored } from '../../../lib/stored.ts';
import { tradeDraft, wantsBalance } from '../draft.ts';
import type { TradeOption } from '../offer.ts';
import { MemberPart } from './member-part.tsx';
import { TradeNotes } from './trade-notes.tsx';

/** Page layout of a trade form: title, form and step-by-step notes. */
export function FormPage({ offer, children }: { readonly offer: TradeOption; readonly children: ReactNode }) {
  const draft = useStored(tradeDraft);
  const byBalance = useStored(isMember) && wantsBalance(draft);
  const [from, to] = [CURRENCIES[offer.from].name, CURRENCIES[offer.to].name];
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
      <div className="grid grid-cols-1 gap-4">
        <h1 className="text-title font-semibold">
          {offer.kind === 'buy' && <Trans>Mua {to}</Trans>}
          {offer.kind === 'sell' && <Trans>Bán {from}</Trans>}
          {offer.kind === 'ex' && (
            // On phones always two lines: whether both sides fit on one would depend on the font, and the form would move when it comes.
            <Trans>
              Đổi {from} → <span className="max-sm:block">{to}</span>
            </Trans>
          )}
        </h1>
        {children}
      </div>
      {byBalance ? <MemberPart steps={offer} /> : <TradeNotes offer={offer} />}
    </div>
  );
}

/** Shown instead of a form without offers. */
export function NothingOffered() {
  const { i18n } = useLingui();
  return (
    <Notice className="mx-auto w-full max-w-xl" look="warn">
      {sharedText(i18n, 'error', 'MAINTENANCE')}
    </Notice>
  );
}
