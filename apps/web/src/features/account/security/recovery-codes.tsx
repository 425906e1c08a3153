import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@quydoi/ui/button';
import { CopyButton } from '@quydoi/ui/copy';
import { Notice } from '@quydoi/ui/notice';
import { Download } from 'lucide-react';
import { download } from '../download.ts';
import { useFocusHere } from '../use-focus-here.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  /** Called when the customer says that they are saved: they cannot be shown again. */
  readonly onSaved: () => void;
}

/** Recovery codes, once. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { t } = useLingui();
  const text = codes.join('\n');
  return (
    <div className="grid grid-cols-1 gap-4 outline-none" ref={useFocusHere()} tabIndex={-1}>
      <Notice look="warn" role="status">
        <Trans>
          Hãy lưu các mã khôi phục này ở nơi an toàn, đừng lưu trên điện thoại. Khi mất điện thoại, mỗi mã thay cho mã 6 số được một lần. Các mã này
          chỉ hiện một lần.
        </Trans>
      </Notice>
      <ul className="grid grid-cols-2 gap-2 whitespace-nowrap rounded-field bg-sunken p-3 text-center font-semibold text-small tabular-nums">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-3">
        <CopyButton copied={t`Đã sao chép`} label={t`Sao chép các mã`} value={text}>
          <Trans>Sao chép</Trans>
        </CopyButton>
        <Button className="px-3! text-small!" look="quiet" onClick={() => download(`${text}\n`, 'quydoi-ma-khoi-phuc.txt', 'text/plain')}>
          <Download aria-hidden="true" className="size-5" />
          <Trans>Tải về</Trans>
        </Button>
      </div>
      <Button onClick={onSaved} wide>
        <Trans>Tôi đã lưu các mã</Trans>
      </Button>
    </div>
  );
}
