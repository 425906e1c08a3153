import type { PageProps } from '../../routes.tsx';
import { TERMS as EN } from './en/terms.tsx';
import { type PageTexts, TextPage } from './text-page.tsx';
import { TERMS as VI } from './vi/terms.tsx';

/** Title and text by language. */
export const texts: PageTexts = { vi: VI, en: EN };

/** The terms. */
export function Page(_props: PageProps) {
  return <TextPage texts={texts} />;
}
