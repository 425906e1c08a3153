import type { PageProps } from '../../routes.tsx';
import { CurrencyPage } from './currency-page.tsx';

/** Form to buy a currency with dong. */
export function Page({ params }: PageProps) {
  return <CurrencyPage kind="buy" params={params} />;
}
