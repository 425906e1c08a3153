import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { formatTimeInVietnam, VIETNAM_OFFSET_MS } from '../../lib/format.ts';

/** Whether the device's clock is Vietnam's at a moment: its owner reads the order's times without being told their zone. */
export function isVietnamClock(at: Date): boolean {
  return -at.getTimezoneOffset() * MINUTE_MS === VIETNAM_OFFSET_MS;
}

/** Time of day in Vietnam, `HH:MM`; says so on devices of other time zones. */
export function timeOfDay(i18n: I18n, at: Date): string {
  const time = formatTimeInVietnam(at);
  return isVietnamClock(at) ? time : i18n._(msg`${{ time }} (giờ Việt Nam)`);
}
