import type { PageProps } from '../../routes.tsx';
import { PAYMENT as EN } from './en/payment.tsx';
import { type PageTexts, TextPage } from './text-page.tsx';
import { PAYMENT as VI } from './vi/payment.tsx';

/** Texts by language. */
export const texts: PageTexts = { vi: VI, en: EN };

/** Payment guide. */
export function Page(_props: PageProps) {
  return <TextPage texts={texts} />;
}
