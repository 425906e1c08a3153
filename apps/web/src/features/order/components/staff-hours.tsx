import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { serverNowMs } from '../../../lib/clock.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { supportHours, useConfig } from '../../../lib/site-data.ts';
import { useStaffOpening } from '../../../lib/staff-opening.ts';
import { timeOnDevice } from '../order-time.ts';

/** Says, out of staff's hours, when they will see what waits for them, by the customer's own clock. Nothing while they work. */
export function StaffHours() {
  const { i18n } = useLingui();
  const { locale } = useLocale();
  const hours = supportHours(useConfig().config);
  const opening = useStaffOpening();
  if (opening === null) return null;
  const from = timeOnDevice(i18n, locale, opening, new Date(serverNowMs()));
  return (
    <p className="font-semibold text-small" data-staff-hours="">
      <Trans>
        Bây giờ là ngoài giờ làm việc ({hours} hằng ngày, giờ Việt Nam). Nhân viên bắt đầu xem lúc {from}.
      </Trans>
    </p>
  );
}
