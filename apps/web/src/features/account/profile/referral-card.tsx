import { Trans, useLingui } from '@lingui/react/macro';
import { Card, CardTitle } from '@quydoi/ui/card';
import { CopyRow } from '@quydoi/ui/copy';
import { Qr } from '@quydoi/ui/qr';
import { ReferralEarnings } from './referral-earnings.tsx';

/** The link by which others register for this customer, to copy and as a QR code, and what it has earned. @param id the customer's */
export function ReferralCard({ id }: { readonly id: string }) {
  const { t } = useLingui();
  const link = `${location.origin}/?ref=${id}`;
  return (
    <Card className="grid grid-cols-1 gap-4">
      <CardTitle>
        <Trans>Đường dẫn giới thiệu</Trans>
      </CardTitle>
      <p>
        <Trans>Người tạo tài khoản sau khi mở đường dẫn này được ghi nhận là do bạn giới thiệu.</Trans>
      </p>
      <div className="-mx-4">
        <CopyRow copied={t`Đã sao chép`} label={t`Sao chép đường dẫn giới thiệu`} name={t`Đường dẫn của bạn`} shown={link} value={link} />
      </div>
      <div className="justify-self-center">
        <Qr id="referral-qr" title={t`Mã QR của đường dẫn giới thiệu`} value={link} />
      </div>
      <ReferralEarnings />
    </Card>
  );
}
