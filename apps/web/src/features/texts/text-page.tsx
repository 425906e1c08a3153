import { LOCALES } from '@quydoi/domain/locales';
import { use, useEffect } from 'react';
import { useLocale } from '../../lib/locale-context.tsx';
import { useConfig } from '../../lib/site-data.ts';
import type { PageModule } from '../../routes.tsx';
import { PageSkeleton } from '../shell/page-skeleton.tsx';
import { type Facts, renderText } from './render-text.tsx';
import { factsOf } from './text-facts.tsx';
import { textFile, textLocale } from './text-files.ts';

const PROSE = [
  'grid grid-cols-1 gap-3 break-words',
  '[&_h2]:mt-4 [&_h2]:text-title [&_h2]:font-semibold [&_h2]:scroll-mt-20',
  '[&_h3]:mt-2 [&_h3]:font-semibold [&_h4]:mt-2 [&_h4]:font-semibold',
  // Over questions a heading is the name of their category.
  '[&_h3:has(+h4)]:mt-4 [&_h3:has(+h4)]:border-t [&_h3:has(+h4)]:border-line [&_h3:has(+h4)]:pt-4 [&_h3:has(+h4)]:text-muted',
  '[&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:pl-5 [&_ol]:grid [&_ol]:list-decimal [&_ol]:gap-1.5 [&_ol]:pl-5',
  '[&_p_a]:text-brand [&_p_a]:underline [&_li_a]:text-brand [&_li_a]:underline',
].join(' ');

/**
 * Makes the module of a text page.
 * @param name the page's folder, which has a Markdown file per language
 * @param own facts of this page alone
 */
export function textPage(name: string, own: Facts = {}): PageModule {
  return {
    Page: () => <TextPage name={name} own={own} />,
    loadIn: (locale) => textFile(name, locale).load(),
    meta: (locale) => textFile(name, locale).loaded,
  };
}

/** Renders a text in the current language. */
function TextPage({ name, own }: { readonly name: string; readonly own: Facts }) {
  const { locale } = useLocale();
  const { config } = useConfig();
  const file = textFile(name, locale);
  // A loaded text renders synchronously, because suspending would break server rendering and hydration.
  const text = file.loaded ?? use(file.load());
  const title = config && `${text.title} | ${config.site.title}`;
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  useEffect(() => {
    // The browser cannot scroll to a fragment whose element did not exist before this page was rendered.
    if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  if (!config) return <PageSkeleton />;
  const written = textLocale(name, locale);
  return (
    <article className={`mx-auto w-full max-w-3xl ${PROSE}`} lang={written === locale ? undefined : LOCALES[written].tag}>
      <h1 className="text-display font-semibold">{text.title}</h1>
      {renderText(text.body, { ...factsOf(config, written, text.labels), ...own })}
    </article>
  );
}
