import type { BankView } from '@quydoi/contract/config';
import { type ReactNode, useState } from 'react';
import { loadOnce, releaseFailedLoads } from '../../lib/load-once.ts';
import { useLocale } from '../../lib/locale-context.tsx';
import { LoadFailure } from '../shell/load-boundary.tsx';
import type { BankDialog } from './later/bank-dialog.tsx';

/** Loads the dialog's code. */
const loadBankDialog = loadOnce(() => import('./later/bank-dialog.tsx'));

/** Dialog to choose a bank. Its code loads when it is first opened; a load that failed is said, and repeated by the next `open`. */
export function useBankDialog(banks: readonly BankView[], onChoose: (code: string) => void) {
  const [Dialog, setDialog] = useState<typeof BankDialog | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { loadMessages } = useLocale();
  const load = () => Promise.all([loadBankDialog(), loadMessages('order')]);
  const open = async () => {
    setLoading(true);
    setError(null);
    releaseFailedLoads();
    await load().then(([{ BankDialog }]) => setDialog(() => BankDialog), setError);
    setLoading(false);
  };
  const close = () => setDialog(null);
  const choose = (code: string) => {
    onChoose(code);
    close();
  };
  const failure = error !== null && <LoadFailure error={error} load={load} onLoaded={open} />;
  const dialog: ReactNode = Dialog ? <Dialog banks={banks} onChoose={choose} onClose={close} /> : failure;
  return { open, isLoading, dialog };
}
