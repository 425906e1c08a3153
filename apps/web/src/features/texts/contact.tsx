import type { PageProps } from '../../routes.tsx';
import { CONTACT as EN } from './en/contact.tsx';
import { type PageTexts, TextPage } from './text-page.tsx';
import { CONTACT as VI } from './vi/contact.tsx';

/** Title and text by language. */
export const texts: PageTexts = { vi: VI, en: EN };

/** How to reach a person, and answers to what is often asked. */
export function Page(_props: PageProps) {
  return <TextPage texts={texts} />;
}
