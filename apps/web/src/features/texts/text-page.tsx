import { LOCALES } from '@quydoi/domain/locales';
import { use, useEffect } from 'react';
import { useLocale } from '../../lib/locale-context.tsx';
import { useConfig } from '../../lib/site-data.ts';
import type { PageModule } from '../../routes.tsx';
import { PageSkeleton } from '../shell/page-skeleton.tsx';
import { PROSE } from './prose.ts';
import { type Facts, renderText } from './render-text.tsx';
import { factsOf } from './text-facts.tsx';
import { textFile, textLocale } from './text-files.ts';

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
