import type { PageProps } from '../../routes.tsx';
import { PAYMENT as EN } from './en/payment.tsx';
import { type PageTexts, TextPage } from './text-page.tsx';
import { PAYMENT as VI } from './vi/payment.tsx';

/** Title and text by language. */
export const texts: PageTexts = { vi: VI, en: EN };

/** How one pays and is paid. */
export function Page(_props: PageProps) {
  return <TextPage texts={texts} />;
}
