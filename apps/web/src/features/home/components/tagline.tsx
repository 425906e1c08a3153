import { Trans } from '@lingui/react/macro';

/** What the service promises, in one line. */
export function Tagline() {
  return (
    <p className="mt-1 text-muted">
      <Trans>Tự động trong vài giây, 24/7, mọi ngân hàng Việt Nam, không cần đăng ký.</Trans>
    </p>
  );
}
