import { Trans } from '@lingui/react/macro';
import type { CurrencyCode } from '@quydoi/domain/currencies';
import { isOnChain } from '../../../lib/network-label.ts';
import { SentenceGap } from '../../../lib/punctuation.ts';
import { AccountText } from '../../order/components/account-text.tsx';

/** Asks to compare a wallet: an address as it was understood, or by the name of its holder, which is looked up. */
export function EnteredAddress({ code, address }: { readonly code: CurrencyCode; readonly address: string }) {
  if (!isOnChain(code)) return <Trans>Đối chiếu tên chủ ví trước khi tiếp tục.</Trans>;
  return (
    <>
      <Trans>Đối chiếu:</Trans>
      <SentenceGap />
      <AccountText account={address} code={code} marksEnds />
    </>
  );
}
