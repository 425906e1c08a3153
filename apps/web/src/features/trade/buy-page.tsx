import type { PageProps } from '../../routes.tsx';
import { CurrencyPage } from './currency-page.tsx';

/** Dong to a currency. */
export function Page({ params }: PageProps) {
  return <CurrencyPage kind="buy" params={params} />;
}
