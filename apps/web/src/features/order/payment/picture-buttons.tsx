import { Trans } from '@lingui/react/macro';
import { buttonClass } from '@quydoi/ui/button';
import { Download, Share2 } from 'lucide-react';
import { BUTTON, ICON } from './qr-layout.ts';
import { canSharePictures, drawQrPicture, type PictureLine, saveFile } from './qr-picture.ts';

interface PictureButtonsProps {
  /** Id of the QR code's element. */
  readonly of: string;
  /** Of the picture's file. */
  readonly name: string;
  /** What the picture says as text below the code. */
  readonly lines: readonly PictureLine[];
}

/** Buttons that save or share a QR code as a picture, for customers who pay on the phone that shows it. */
export function PictureButtons({ of, name, lines }: PictureButtonsProps) {
  const withPicture = async (use: (file: File) => unknown) => {
    const drawing = document.querySelector<SVGSVGElement>(`#${of} svg`);
    if (!drawing) return;
    await use(new File([await drawQrPicture(drawing, lines)], name, { type: 'image/png' }));
  };
  const save = () => withPicture(saveFile);
  // Rejected when the customer closes the share sheet.
  const share = () => withPicture((file) => navigator.share({ files: [file] }).catch(() => {}));
  return (
    <>
      <button className={buttonClass({ look: 'quiet', className: BUTTON })} onClick={save} type="button">
        <Download aria-hidden="true" className={ICON} />
        <Trans>Lưu mã QR</Trans>
      </button>
      {canSharePictures() && (
        <button className={buttonClass({ look: 'quiet', className: BUTTON })} onClick={share} type="button">
          <Share2 aria-hidden="true" className={ICON} />
          <Trans>Chia sẻ</Trans>
        </button>
      )}
    </>
  );
}
