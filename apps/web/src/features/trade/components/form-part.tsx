import { Skeleton } from '@quydoi/ui/skeleton';
import { laterPart } from '../../shell/later-part.tsx';

/** What few need of the form, which loads once it is needed. No room is kept for an unpaid order: mostly there is none. */
export const FormPart = laterPart(
  async () => (await import('../later/form-part.tsx')).FormPart,
  ({ of }) => of !== 'unpaid' && <Skeleton className="h-11" />,
);
