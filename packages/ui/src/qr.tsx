import { QRCodeSVG } from 'qrcode.react';

/** Side of the code in CSS pixels, and its error correction. */
const QR_SIZE_PX = 150;

/** A QR code on white, in both themes: cameras want dark on light. */
export function Qr({ value, title, id }: { readonly value: string; readonly title: string; readonly id?: string }) {
  return (
    <div className="inline-block rounded-field border border-line bg-[#fff] p-3" id={id}>
      <QRCodeSVG level="M" size={QR_SIZE_PX} title={title} value={value} />
    </div>
  );
}
