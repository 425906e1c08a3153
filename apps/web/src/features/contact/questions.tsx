import { useTRPC } from '@quydoi/client/react';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { LOCALES, type Locale } from '@quydoi/domain/locales';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useLocale } from '../../lib/locale-context.tsx';
import { embeddedQuestions } from '../news/embedded-news.ts';
import { renderText } from '../texts/render-text.tsx';

/**
 * Questions that operators have published, by category, in the elements of the page's own. Nothing while there are none, or until they are read: those
 * of the page can be read without them.
 */
export function Questions() {
  const { locale } = useLocale();
  const { data } = useQuery(
    useTRPC().news.questions.queryOptions({ locale }, { initialData: () => embeddedQuestions(locale), staleTime: MINUTE_MS }),
  );
  const langOf = (written: Locale) => (written === locale ? undefined : LOCALES[written].tag);
  return data?.categories.map((category) => (
    <Fragment key={category.id}>
      <h3 lang={langOf(category.locale)}>{category.subject}</h3>
      {category.questions.map(({ id, locale: written, question, answer }) => (
        <Fragment key={id}>
          <h4 lang={langOf(written)}>{question}</h4>
          <div className="grid grid-cols-1 gap-3" lang={langOf(written)}>
            {renderText(answer, {})}
          </div>
        </Fragment>
      ))}
    </Fragment>
  ));
}
