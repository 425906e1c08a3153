import type { PageProps } from '../../routes.tsx';
import { CurrencyPage } from './currency-page.tsx';

/** Form to sell a currency for dong. */
export function Page({ params }: PageProps) {
  return <CurrencyPage kind="sell" params={params} />;
}
