import { Trans } from '@lingui/react/macro';
import { Notice } from '@quydoi/ui/notice';
import { CallFailure } from '../call-failure.tsx';
import { isLoginMissing } from '../login-missing.ts';
import type { PictureProblem } from './use-picture.ts';

/** Says why a picture was not sent, or was refused. */
export function PictureFailure({ problem, error }: { readonly problem: PictureProblem | null; readonly error: unknown }) {
  if (problem === null) return error === null || isLoginMissing(error) ? null : <CallFailure error={error} />;
  return (
    <Notice look="danger" role="alert">
      {problem === 'unreadable' ? (
        <Trans>Thiết bị không đọc được tệp này. Hãy chọn ảnh khác.</Trans>
      ) : (
        <Trans>Ảnh quá lớn: tối đa 10 MB. Hãy chọn ảnh khác.</Trans>
      )}
    </Notice>
  );
}
