import type { PageProps } from '../../routes.tsx';
import { CONTACT as EN } from './en/contact.tsx';
import { type PageTexts, TextPage } from './text-page.tsx';
import { CONTACT as VI } from './vi/contact.tsx';

/** Texts by language. */
export const texts: PageTexts = { vi: VI, en: EN };

/** Contact page with frequently asked questions. */
export function Page(_props: PageProps) {
  return <TextPage texts={texts} />;
}
