import type { PageProps } from '../../routes.tsx';
import { TERMS as EN } from './en/terms.tsx';
import { type PageTexts, TextPage } from './text-page.tsx';
import { TERMS as VI } from './vi/terms.tsx';

/** Texts by language. */
export const texts: PageTexts = { vi: VI, en: EN };

/** Terms of service. */
export function Page(_props: PageProps) {
  return <TextPage texts={texts} />;
}
