import { Trans } from '@lingui/react/macro';
import { Button } from '@quydoi/ui/button';
import { Bell, BellRing } from 'lucide-react';
import { stored, useStored } from '../../../lib/stored.ts';
import { playChime } from './chime.ts';

/** Whether this device announces news of its orders by sound and notification. */
export const orderAlerts = stored<boolean>('orderAlerts', false, (value) => typeof value === 'boolean');

/** Switch for alerts. Asks for the browser's permission to show notifications; without it only the sound is played. */
export function AlertSwitch() {
  const isOn = useStored(orderAlerts);
  const toggle = () => {
    orderAlerts.update(() => !isOn);
    if (isOn) return;
    playChime('arrived');
    if ('Notification' in window && Notification.permission === 'default') void Notification.requestPermission();
  };
  const Icon = isOn ? BellRing : Bell;
  return (
    <Button aria-pressed={isOn} className="justify-self-center text-left! print:hidden" look={isOn ? 'secondary' : 'quiet'} onClick={toggle}>
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {isOn ? <Trans>Đang bật báo tin về đơn</Trans> : <Trans>Báo khi đơn có tin mới</Trans>}
    </Button>
  );
}
