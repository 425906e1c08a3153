import { Trans } from '@lingui/react/macro';
import { buttonClass } from '@quydoi/ui/button';
import { useBriefly } from '@quydoi/ui/copy';
import { Check, Download, Share2 } from 'lucide-react';
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
  const [isSaved, tellSaved] = useBriefly();
  const save = () =>
    withPicture((file) => {
      saveFile(file);
      tellSaved();
    });
  const SaveIcon = isSaved ? Check : Download;
  // Rejected when the customer closes the share sheet.
  const share = () => withPicture((file) => navigator.share({ files: [file] }).catch(() => {}));
  return (
    <>
      <button className={buttonClass({ look: 'quiet', className: BUTTON })} onClick={save} type="button">
        <SaveIcon aria-hidden="true" className={ICON} />
        {/* As wide with either. */}
        <span className="relative">
          <span className={isSaved ? 'invisible' : undefined}>
            <Trans>Lưu mã QR</Trans>
          </span>
          {isSaved && (
            <span className="absolute inset-x-0 whitespace-nowrap" role="status">
              <Trans>Đã lưu ảnh</Trans>
            </span>
          )}
        </span>
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
