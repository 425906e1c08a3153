import { QRCodeSVG } from 'qrcode.react';

/** Side length of the code, in CSS pixels. */
const QR_SIZE_PX = 150;

/**
 * QR code, dark on white in both themes, because many scanners cannot read inverted codes. Drawn larger on screens that are scanned from a distance.
 */
export function Qr({ value, title, id }: { readonly value: string; readonly title: string; readonly id?: string }) {
  return (
    <div className="inline-block rounded-field border border-line bg-[#fff] p-3 md:p-5" id={id}>
      <QRCodeSVG className="md:size-[240px]" level="M" size={QR_SIZE_PX} title={title} value={value} />
    </div>
  );
}
