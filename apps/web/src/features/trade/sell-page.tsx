import type { PageProps } from '../../routes.tsx';
import { CurrencyPage } from './currency-page.tsx';

/** A currency to dong. */
export function Page({ params }: PageProps) {
  return <CurrencyPage kind="sell" params={params} />;
}
