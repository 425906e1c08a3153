import type { BankView } from '@quydoi/contract/config';
import { type ReactNode, useState } from 'react';
import type { BankDialog } from './components/bank-dialog.tsx';

/** Dialog to choose a bank. Its code loads when it is first opened; a load that failed is repeated by the next `open`. */
export function useBankDialog(banks: readonly BankView[], onChoose: (code: string) => void) {
  const [Dialog, setDialog] = useState<typeof BankDialog | null>(null);
  const [isLoading, setLoading] = useState(false);
  const open = async () => {
    setLoading(true);
    const loaded = await import('./components/bank-dialog.tsx').catch(() => null);
    setLoading(false);
    if (loaded) setDialog(() => loaded.BankDialog);
  };
  const close = () => setDialog(null);
  const choose = (code: string) => {
    onChoose(code);
    close();
  };
  const dialog: ReactNode = Dialog && <Dialog banks={banks} onChoose={choose} onClose={close} />;
  return { open, isLoading, dialog };
}
