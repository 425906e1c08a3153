import type { BankView } from '@quydoi/contract/config';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { releaseFailedLoads } from '../../lib/load-once.ts';
import { laterPart } from '../shell/later-part.tsx';
import type { BankDialog } from './later/bank-dialog.tsx';

interface Loading {
  /** Called with true when loading begins, and with false when it is over. */
  readonly onLoading: (isLoading: boolean) => void;
}

const LaterDialog = laterPart<ComponentProps<typeof BankDialog> & Loading>(
  async () => (await import('./later/bank-dialog.tsx')).BankDialog,
  ({ onLoading }) => <WhileLoading onLoading={onLoading} />,
);

/** Dialog to choose a bank. Its code loads when it is first opened; a load that failed is said, and repeated by the next `open`. */
export function useBankDialog(banks: readonly BankView[], onChoose: (code: string) => void) {
  /** How often it was opened; zero while it is closed. */
  const [opened, setOpened] = useState(0);
  const [isLoading, setLoading] = useState(false);
  const open = () => {
    releaseFailedLoads();
    setOpened((n) => n + 1);
  };
  const close = () => setOpened(0);
  const choose = (code: string) => {
    onChoose(code);
    close();
  };
  const dialog: ReactNode = opened > 0 && <LaterDialog banks={banks} key={opened} onChoose={choose} onClose={close} onLoading={setLoading} />;
  return { open, isLoading, dialog };
}

/** Tells whoever opened the dialog, and shows nothing in its place. */
function WhileLoading({ onLoading }: Loading) {
  useEffect(() => {
    onLoading(true);
    return () => onLoading(false);
  }, [onLoading]);
  return null;
}
