import { Trans } from '@lingui/react/macro';
import type { SiteView } from '@quydoi/contract/config';
import { EMAIL_REPLY_HOURS } from '@quydoi/domain/constants';
import { Card, CardTitle } from '@quydoi/ui/card';

/** Support contact and hours. */
export function HomeSupport({ site }: { readonly site: SiteView }) {
  const hours = site.supportHours;
  return (
    <Card className="grid gap-2">
      <CardTitle>
        <Trans>Hỗ trợ</Trans>
      </CardTitle>
      <p>
        <Trans>
          Nhân viên trực {hours} hằng ngày, trả lời email trong {EMAIL_REPLY_HOURS} giờ.
        </Trans>
      </p>
      <a className="inline-flex min-h-touch items-center font-semibold wrap-anywhere text-brand" href={`mailto:${site.email}`}>
        {site.email}
      </a>
    </Card>
  );
}
