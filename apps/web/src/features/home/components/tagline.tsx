import { Trans } from '@lingui/react/macro';

/** One-line summary of the service below the main heading. */
export function Tagline() {
  return (
    <p className="mt-1 text-muted">
      <Trans>Tự động trong vài giây, 24/7, mọi ngân hàng Việt Nam, không cần đăng ký.</Trans>
    </p>
  );
}
