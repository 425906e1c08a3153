import { Trans, useLingui } from '@lingui/react/macro';
import { buttonClass } from '@quydoi/ui/button';
import { Qr } from '@quydoi/ui/qr';
import { Download, Share2, Smartphone } from 'lucide-react';
import { bankNameOf } from '../../../lib/bank-name.ts';
import { useConfig } from '../../../lib/site-data.ts';
import { orderAppUrl } from './order-app-url.ts';
import type { PayProps } from './payment-instructions.tsx';
import { canSharePictures, drawQrPicture, saveFile } from './qr-picture.ts';
import { usePictureLines } from './use-picture-lines.ts';

const QR_ID = 'payment-qr';

/** QR code with buttons for customers who pay on the same phone: open their bank's app, or save or share the code as a picture. */
export function PaymentQr({ order, instructions, value }: PayProps & { readonly value: string }) {
  const { t } = useLingui();
  const lines = usePictureLines(order, instructions);
  const { ref } = order;
  const withPicture = async (use: (file: File) => unknown) => {
    const drawing = document.querySelector<SVGSVGElement>(`#${QR_ID} svg`);
    if (!drawing) return;
    await use(new File([await drawQrPicture(drawing, lines)], `quydoi-${ref}.png`, { type: 'image/png' }));
  };
  const save = () => withPicture(saveFile);
  // Rejected when the customer closes the share sheet.
  const share = () => withPicture((file) => navigator.share({ files: [file] }).catch(() => {}));
  return (
    <div className="grid justify-items-center gap-1">
      <Qr id={QR_ID} title={t`Mã QR thanh toán đơn ${ref}`} value={value} />
      <BankAppLink instructions={instructions} order={order} />
      <div className="flex flex-wrap justify-center">
        <button className={buttonClass({ look: 'quiet' })} onClick={save} type="button">
          <Download aria-hidden="true" className="size-5" />
          <Trans>Lưu mã QR</Trans>
        </button>
        {canSharePictures() && (
          <button className={buttonClass({ look: 'quiet' })} onClick={share} type="button">
            <Share2 aria-hidden="true" className="size-5" />
            <Trans>Chia sẻ</Trans>
          </button>
        )}
      </div>
    </div>
  );
}

/** On phones: opens the app of the customer's bank with the transfer filled in, if it is known to support that. */
function BankAppLink({ order, instructions }: PayProps) {
  const { config } = useConfig();
  const url = orderAppUrl(order, instructions);
  if (url === null) return null;
  const bank = bankNameOf(config, order.senderBank);
  return (
    <a className={buttonClass({ className: 'mt-2 hidden! pointer-coarse:inline-flex!' })} href={url} rel="noreferrer">
      <Smartphone aria-hidden="true" className="size-5" />
      <Trans>Mở ứng dụng {bank}</Trans>
    </a>
  );
}
