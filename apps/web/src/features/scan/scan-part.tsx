import { useLingui } from '@lingui/react/macro';
import { type CurrencyCode, networkOf } from '@quydoi/domain/currencies';
import { ScanQrCode } from 'lucide-react';
import { useEffect, useState } from 'react';
import { laterPart } from '../shell/later-part.tsx';

const ScanDialog = laterPart(async () => (await import('./scan-dialog.tsx')).ScanDialog, null);

/** Button in an address field that opens the camera. Nothing where addresses have no codes, or the browser has no cameras. */
export function ScanButton({ code, onClick }: { readonly code: CurrencyCode; readonly onClick: () => void }) {
  const { t } = useLingui();
  const isPossible = networkOf(code).address.family !== 'wallet' && navigator.mediaDevices !== undefined;
  if (!isPossible) return null;
  return (
    <button
      aria-label={t`Quét mã QR địa chỉ ví`}
      className="-my-px -mr-3 grid size-11 shrink-0 place-items-center rounded-field text-brand hover:bg-brand-soft"
      onClick={onClick}
      type="button"
    >
      <ScanQrCode aria-hidden="true" className="size-5" />
    </button>
  );
}

interface ScanPartProps {
  readonly code: CurrencyCode;
  /** Enters the text of a code. */
  readonly onText: (text: string) => void;
  /** Leaves the field, which then says what it understood. */
  readonly onLeave: () => void;
  readonly onClose: () => void;
}

/** The open camera. What it reads is entered as if it had been typed. */
export function ScanPart({ code, onText, onLeave, onClose }: ScanPartProps) {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    if (!isRead) return;
    // Only now: the field knows the text since this rendering.
    onLeave();
    onClose();
  }, [isRead, onLeave, onClose]);
  return (
    <ScanDialog
      code={code}
      onClose={onClose}
      onText={(text) => {
        onText(text);
        setRead(true);
      }}
    />
  );
}
