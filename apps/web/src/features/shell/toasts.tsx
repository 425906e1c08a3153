import { useLingui } from '@lingui/react/macro';
import { Toast } from '@quydoi/ui/toast';
import { closeToast, useToast } from '../../lib/toasts.ts';

/** The passing message at the foot of the page, announced politely. */
export function Toasts() {
  const { t } = useLingui();
  const toast = useToast();
  return (
    <div aria-live="polite" className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex justify-center p-4">
      {toast && <Toast closeLabel={t`Đóng`} key={toast.id} look={toast.look} onClose={closeToast} text={toast.text} />}
    </div>
  );
}
