import type { PageProps } from '../../routes.tsx';
import { ABOUT_US as EN } from './en/about-us.tsx';
import { type PageTexts, TextPage } from './text-page.tsx';
import { ABOUT_US as VI } from './vi/about-us.tsx';

/** Texts by language. */
export const texts: PageTexts = { vi: VI, en: EN };

/** About page. */
export function Page(_props: PageProps) {
  return <TextPage texts={texts} />;
}
