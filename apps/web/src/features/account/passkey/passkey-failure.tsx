import { Trans } from '@lingui/react/macro';
import { Notice } from '@quydoi/ui/notice';
import { LoadError } from '../../../lib/load-once.ts';
import { LoadFailure } from '../../shell/load-boundary.tsx';
import { CallFailure } from '../call-failure.tsx';
import { loadPasskeyLibrary, PasskeyError } from './authenticator.ts';

interface PasskeyFailureProps {
  readonly error: unknown;
  /** Called once what could not be loaded is there. */
  readonly onLoaded: () => void;
}

/** Says why a passkey was not made or used. */
export function PasskeyFailure({ error, onLoaded }: PasskeyFailureProps) {
  if (error instanceof LoadError) return <LoadFailure error={error} load={loadPasskeyLibrary} onLoaded={onLoaded} />;
  if (!(error instanceof PasskeyError)) return <CallFailure error={error} />;
  return (
    <Notice look={error.problem === 'cancelled' ? 'info' : 'warn'} role="alert">
      {error.problem === 'cancelled' ? (
        <Trans>Bạn đã hủy. Khi cần, hãy bấm lại.</Trans>
      ) : error.problem === 'exists' ? (
        <Trans>Thiết bị này đã có khóa truy cập cho tài khoản của bạn.</Trans>
      ) : error.problem === 'late' ? (
        <Trans>Đã quá thời gian chờ. Vui lòng làm lại từ đầu.</Trans>
      ) : (
        <Trans>Trình duyệt hoặc thiết bị này không dùng được khóa truy cập ở đây.</Trans>
      )}
    </Notice>
  );
}
