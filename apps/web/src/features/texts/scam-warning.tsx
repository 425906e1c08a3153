import type { PageProps } from '../../routes.tsx';
import { SCAM_WARNING as EN } from './en/scam-warning.tsx';
import { type PageTexts, TextPage } from './text-page.tsx';
import { SCAM_WARNING as VI } from './vi/scam-warning.tsx';

/** Texts by language. */
export const texts: PageTexts = { vi: VI, en: EN };

/** Scam warning. */
export function Page(_props: PageProps) {
  return <TextPage texts={texts} />;
}
