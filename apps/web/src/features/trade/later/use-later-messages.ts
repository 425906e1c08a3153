import { use } from 'react';
import { useLocale } from '../../../lib/locale-context.tsx';

/**
 * Suspends until the texts of the form's later parts have loaded. They are in the order pages' catalogue, so that the first load has none of them.
 */
export function useLaterMessages(): void {
  const loading = useLocale().loadMessages('order');
  if (loading !== null) use(loading);
}
