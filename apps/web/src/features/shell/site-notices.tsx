import { Trans } from '@lingui/react/macro';
import { Button } from '@quydoi/ui/button';
import { Notice } from '@quydoi/ui/notice';
import { useSyncExternalStore } from 'react';
import { useConfig } from '../../lib/site-data.ts';

/** Site-wide notice set by operators. */
export function SiteNotice() {
  const { config } = useConfig();
  return config?.site.notice ? <Notice className="rounded-none print:hidden">{config.site.notice}</Notice> : null;
}

/**
 * Classes of a bar at the bottom for notices about the connection. It overlays the page, since what comes and goes must not move buttons, and there it
 * hides neither the heading nor the order's status.
 */
export const NOTICE_BAR = 'fixed inset-x-0 bottom-0 z-20 print:hidden';

/** Bar with a notice while the browser is offline. Polling resumes automatically afterwards. */
export function OfflineBar() {
  return (
    <div className={NOTICE_BAR} role="status">
      <OfflineNotice />
    </div>
  );
}

/** Notice while the browser is offline. */
export function OfflineNotice() {
  if (useIsOnline()) return null;
  return (
    <Notice className="rounded-none text-small" look="warn">
      <Trans>Mất kết nối mạng. Những gì bạn nhập vẫn được giữ; trang sẽ tự cập nhật khi có mạng lại.</Trans>
    </Notice>
  );
}

/** Whether the browser has a network connection; true on the server and during hydration. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/** Error shown when the configuration could not be loaded initially, after all retries. */
export function UnreachableNotice() {
  const { failed } = useConfig();
  if (!failed) return null;
  return (
    <Notice className="rounded-none" look="danger" role="alert">
      <p>
        <Trans>Chưa tải được dữ liệu. Vui lòng tải lại trang.</Trans>
      </p>
      <Button className="mt-2" look="secondary" onClick={() => location.reload()}>
        <Trans>Tải lại trang</Trans>
      </Button>
    </Notice>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
