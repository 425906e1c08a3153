import { Trans, useLingui } from '@lingui/react/macro';
import { buttonClass } from '@quydoi/ui/button';
import { Qr } from '@quydoi/ui/qr';
import { clsx } from 'clsx';
import { Smartphone } from 'lucide-react';
import { bankNameOf } from '../../../lib/bank-name.ts';
import { useConfig } from '../../../lib/site-data.ts';
import type { QrProps } from './lazy-qr.tsx';
import { orderAppUrl } from './order-app-url.ts';
import type { PayProps } from './payment-instructions.tsx';
import { PictureButtons } from './picture-buttons.tsx';
import { BESIDE_QR, BUTTON, ICON, QR_AND_BUTTONS } from './qr-layout.ts';
import { usePictureLines } from './use-picture-lines.ts';

const QR_ID = 'payment-qr';

/** QR code with buttons for customers who pay on the same phone: open their bank's or wallet's app, or save or share the code as a picture. */
export function PaymentQr({ order, instructions, value, badge }: QrProps) {
  const { t } = useLingui();
  const lines = usePictureLines(order, instructions);
  const { ref } = order;
  return (
    <div className={QR_AND_BUTTONS}>
      <Qr id={QR_ID} title={t`Mã QR thanh toán đơn ${ref}`} value={value} />
      <div className={BESIDE_QR}>
        {badge}
        <AppLink instructions={instructions} order={order} />
        <PictureButtons lines={lines} name={`quydoi-${ref}.png`} of={QR_ID} />
      </div>
    </div>
  );
}

/** On phones: opens the app of the customer's bank, if it is known to support that, or of a wallet, with the transfer filled in. */
function AppLink({ order, instructions }: PayProps) {
  const { config } = useConfig();
  const url = orderAppUrl(order, instructions);
  if (url === null) return null;
  const bank = bankNameOf(config, order.senderBank);
  return (
    <a className={buttonClass({ className: clsx(BUTTON, 'hidden! pointer-coarse:inline-flex! max-md:w-full') })} href={url} rel="noreferrer">
      <Smartphone aria-hidden="true" className={clsx(ICON, 'max-md:hidden')} />
      {bank === null ? <Trans>Mở ví</Trans> : <Trans>Mở ứng dụng {bank}</Trans>}
    </a>
  );
}
