import { Trans } from '@lingui/react/macro';
import { mayKeep } from '../../../lib/may-keep.ts';
import { SentenceGap } from '../../../lib/punctuation.ts';
import { useStored } from '../../../lib/stored.ts';
import { forgetAccounts, isImpersonal, tradeDraft } from '../draft.ts';

/** Note that accounts are stored on this device, with a button to delete them. */
export function RememberedNote() {
  const draft = useStored(tradeDraft);
  if (!Object.entries(draft).some(([key, text]) => !isImpersonal(key) && text !== '' && mayKeep(key, text))) return null;
  return (
    <p className="-mt-4 text-small text-muted">
      <Trans>Ví và tài khoản được lưu trên thiết bị này.</Trans>
      <SentenceGap />
      <button className="inline-flex min-h-6 items-center font-semibold text-brand underline" onClick={forgetAccounts} type="button">
        <Trans>Xóa</Trans>
      </button>
    </p>
  );
}
