import { Skeleton } from '@quydoi/ui/skeleton';
import { laterPart } from '../../shell/later-part.tsx';

/** What few need of the form, which loads once it is needed. */
export const FormPart = laterPart(async () => (await import('../later/form-part.tsx')).FormPart, <Skeleton className="h-11" />);
