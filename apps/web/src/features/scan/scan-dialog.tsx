import { Trans, useLingui } from '@lingui/react/macro';
import { checkDestination } from '@quydoi/domain/address/check';
import { CURRENCIES, type CurrencyCode } from '@quydoi/domain/currencies';
import { Button } from '@quydoi/ui/button';
import { Dialog } from '@quydoi/ui/dialog';
import { Notice } from '@quydoi/ui/notice';
import { Spinner } from '@quydoi/ui/spinner';
import { useState } from 'react';
import { LoadFailure } from '../shell/load-boundary.tsx';
import { loadCodeReader } from './code-reader.ts';
import { type CameraProblem, useCamera } from './use-camera.ts';
import { useCodeInView } from './use-code-in-view.ts';

interface ScanDialogProps {
  /** Currency whose address is wanted. */
  readonly code: CurrencyCode;
  /** Called with the text of a scanned code that can be an address, of this network or another. */
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/** Dialog that scans an address from a QR code. If that fails, the customer can still type into the field behind the dialog. */
export function ScanDialog(props: ScanDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog closeLabel={t`Đóng`} onClose={props.onClose} open title={t`Quét mã QR địa chỉ ví`}>
      <Scanner {...props} />
    </Dialog>
  );
}

/** Content of the dialog. A component of its own, because the camera needs an element that is in the document. */
function Scanner({ code, onText, onClose }: ScanDialogProps) {
  const { t } = useLingui();
  const { video, isLive, problem, retry } = useCamera();
  const [isNoAddress, setNoAddress] = useState(false);
  const scan = useCodeInView(video, isLive, (text) => {
    const isAddress = canBeAddress(code, text);
    setNoAddress(!isAddress);
    if (isAddress) onText(text);
    return isAddress;
  });
  const { name } = CURRENCIES[code];
  return (
    <div className="grid grid-cols-1 content-start gap-4 overflow-y-auto px-4 pb-6 sm:px-6">
      {scan.failure !== null && <LoadFailure error={scan.failure} load={loadCodeReader} onLoaded={scan.retry} />}
      {problem && (
        <Notice look="warn" role="alert">
          <p>
            <ProblemText problem={problem} />
          </p>
          <Button className="mt-2" look="secondary" onClick={retry}>
            <Trans>Thử lại</Trans>
          </Button>
        </Notice>
      )}
      <div className="relative mx-auto aspect-square w-full max-w-80 overflow-hidden rounded-card bg-sunken" hidden={problem !== null}>
        <video aria-label={t`Hình từ camera`} className="size-full object-cover" muted playsInline ref={video} />
        {isLive ? (
          <span aria-hidden="true" className="absolute inset-[12%] rounded-card border-4 border-brand" />
        ) : (
          <Spinner className="absolute inset-0 m-auto text-muted" />
        )}
      </div>
      <p className="text-center" role="status">
        {problem === null && <StatusText isLive={isLive} isNoAddress={isNoAddress} isSlow={scan.isSlow} name={name} />}
      </p>
      <Button look="secondary" onClick={onClose}>
        <Trans>Nhập bằng tay</Trans>
      </Button>
    </div>
  );
}

/** Whether a text may be an address of some network, even a wrong one, or what the field can name; false for web addresses and bank codes. */
function canBeAddress(code: CurrencyCode, text: string): boolean {
  const checked = checkDestination(code, text);
  return !('problem' in checked) || checked.problem !== 'malformed' || checked.instead !== undefined;
}

function ProblemText({ problem }: { readonly problem: CameraProblem }) {
  switch (problem) {
    case 'refused':
      return (
        <Trans>
          Trang này chưa được phép dùng camera. Hãy bật quyền camera cho trang trong cài đặt trình duyệt, hoặc dán địa chỉ vào ô như bình thường.
        </Trans>
      );
    case 'missing':
      return <Trans>Thiết bị này không có camera. Hãy dán địa chỉ vào ô như bình thường.</Trans>;
    case 'busy':
      return (
        <Trans>Không mở được camera, có thể ứng dụng khác đang dùng. Hãy tắt ứng dụng đó rồi thử lại, hoặc dán địa chỉ vào ô như bình thường.</Trans>
      );
  }
}

interface StatusTextProps {
  readonly isLive: boolean;
  readonly isNoAddress: boolean;
  readonly isSlow: boolean;
  readonly name: string;
}

function StatusText({ isLive, isNoAddress, isSlow, name }: StatusTextProps) {
  if (!isLive) return <Trans>Đang mở camera. Nếu trình duyệt hỏi, hãy chọn cho phép.</Trans>;
  if (isNoAddress) return <Trans>Mã vừa quét không phải địa chỉ ví {name}. Hãy đưa mã QR nhận tiền của ví vào khung.</Trans>;
  if (isSlow) return <Trans>Vẫn chưa đọc được mã. Giữ yên máy, cách mã chừng 15 cm, đủ sáng và không bị lóa.</Trans>;
  return <Trans>Đưa mã QR nhận tiền của ví vào khung.</Trans>;
}
