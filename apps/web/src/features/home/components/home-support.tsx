import { Trans } from '@lingui/react/macro';
import type { ConfigView } from '@quydoi/contract/config';
import { EMAIL_REPLY_HOURS } from '@quydoi/domain/constants';
import { Card, CardTitle } from '@quydoi/ui/card';
import { supportHours } from '../../../lib/site-data.ts';

/** Support contact and hours. */
export function HomeSupport({ config }: { readonly config: ConfigView }) {
  const hours = supportHours(config);
  const { email } = config.site;
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
      <a className="inline-flex min-h-touch items-center font-semibold wrap-anywhere text-brand" href={`mailto:${email}`}>
        {email}
      </a>
    </Card>
  );
}
