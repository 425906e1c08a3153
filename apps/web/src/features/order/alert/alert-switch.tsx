import { Trans } from '@lingui/react/macro';
import { Button } from '@quydoi/ui/button';
import { Bell, BellRing } from 'lucide-react';
import { useEffect, useState } from 'react';
import { stored, useStored } from '../../../lib/stored.ts';
import { playChime } from './chime.ts';
import { askForNotifications, prepareNotifications } from './notifications.ts';

const NOTE_ID = 'alert-note';

/** Whether this device announces news of its orders by sound and notification. */
export const orderAlerts = stored<boolean>('orderAlerts', false, (value) => typeof value === 'boolean');

/** Switch for alerts. Asks for the browser's permission to show notifications; without it only the sound is played, and the switch says so. */
export function AlertSwitch() {
  const isOn = useStored(orderAlerts);
  /** Null until it is known. */
  const [canNotify, setCanNotify] = useState<boolean | null>(null);
  useEffect(() => {
    if (orderAlerts.get()) void prepareNotifications().then(setCanNotify);
  }, []);
  const toggle = () => {
    orderAlerts.update(() => !isOn);
    setCanNotify(null);
    if (isOn) return;
    playChime('arrived');
    void askForNotifications().then(setCanNotify);
  };
  const Icon = isOn ? BellRing : Bell;
  const hasNote = isOn && canNotify !== null;
  return (
    <div className="grid justify-items-center print:hidden">
      <Button
        aria-describedby={hasNote ? NOTE_ID : undefined}
        aria-pressed={isOn}
        className="text-left!"
        look={isOn ? 'secondary' : 'quiet'}
        onClick={toggle}
      >
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        {isOn ? (
          canNotify === false ? (
            <Trans>Đã bật tiếng báo</Trans>
          ) : (
            <Trans>Đã bật thông báo về đơn</Trans>
          )
        ) : (
          <Trans>Thông báo khi đơn có cập nhật</Trans>
        )}
      </Button>
      {hasNote && (
        <p className="mt-1 text-balance text-center text-muted text-small" id={NOTE_ID}>
          {canNotify ? (
            <Trans>Thông báo hiện cả khi bạn dùng ứng dụng khác, miễn là trang này còn mở.</Trans>
          ) : (
            <Trans>Trình duyệt không cho hiện thông báo, nên chỉ có tiếng báo khi trang này còn mở.</Trans>
          )}
        </p>
      )}
    </div>
  );
}
