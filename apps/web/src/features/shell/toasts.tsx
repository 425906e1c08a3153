import { useLingui } from '@lingui/react/macro';
import { Toast } from '@quydoi/ui/toast';
import { closeToast, useToast } from '../../lib/toasts.ts';

/** Shows the current toast at the bottom of the page, in a polite live region. */
export function Toasts() {
  const { t } = useLingui();
  const toast = useToast();
  return (
    <div aria-live="polite" className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex justify-center p-4">
      {toast && <Toast closeLabel={t`Đóng`} key={toast.id} look={toast.look} onClose={closeToast} text={toast.text} />}
    </div>
  );
}
