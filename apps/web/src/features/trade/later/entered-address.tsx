import { Trans } from '@lingui/react/macro';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import { SentenceGap } from '../../../lib/punctuation.ts';
import { AccountText } from '../../order/components/account-text.tsx';

/** An address as it was understood, to compare with the wallet's. */
export function EnteredAddress({ code, address }: { readonly code: CurrencyCode; readonly address: string }) {
  return (
    <>
      <Trans>Đối chiếu:</Trans>
      <SentenceGap />
      <span className="font-mono">
        <AccountText account={address} code={code} marksEnds />
      </span>
    </>
  );
}
