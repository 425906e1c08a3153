import { Trans, useLingui } from '@lingui/react/macro';
import { buttonClass } from '@quydoi/ui/button';
import { Qr } from '@quydoi/ui/qr';
import { Download } from 'lucide-react';
import { savePng } from './save-png.ts';

const QR_ID = 'payment-qr';

/** QR code with a download button: on a phone, customers open the saved image in their banking app. */
export function PaymentQr({ value, refText }: { readonly value: string; readonly refText: string }) {
  const { t } = useLingui();
  const save = () => {
    const drawing = document.querySelector<SVGSVGElement>(`#${QR_ID} svg`);
    if (drawing) void savePng(drawing, `quydoi-${refText}.png`);
  };
  return (
    <div className="grid justify-items-center gap-1">
      <Qr id={QR_ID} title={t`Mã QR thanh toán đơn ${refText}`} value={value} />
      <button className={buttonClass({ look: 'quiet' })} onClick={save} type="button">
        <Download aria-hidden="true" className="size-5" />
        <Trans>Lưu mã QR</Trans>
      </button>
    </div>
  );
}
