import type { PageProps } from '../../routes.tsx';
import { FEES as EN } from './en/fees.tsx';
import { type PageTexts, TextPage } from './text-page.tsx';
import { FEES as VI } from './vi/fees.tsx';

/** Texts by language. */
export const texts: PageTexts = { vi: VI, en: EN };

/** Fee schedule. */
export function Page(_props: PageProps) {
  return <TextPage texts={texts} />;
}
