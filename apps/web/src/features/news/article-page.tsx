import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import { useTRPC } from '@quydoi/client/react';
import type { ArticleView } from '@quydoi/contract/news';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { LOCALES } from '@quydoi/domain/locales';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { formatDateInVietnam } from '../../lib/dates.ts';
import { useLocale } from '../../lib/locale-context.tsx';
import { useConfig } from '../../lib/site-data.ts';
import type { PageMeta } from '../../page-meta.ts';
import type { PageProps } from '../../routes.tsx';
import { Page as NotFound } from '../not-found/page.tsx';
import { PageSkeleton } from '../shell/page-skeleton.tsx';
import { PROSE } from '../texts/prose.ts';
import { renderText } from '../texts/render-text.tsx';
import { ArticlePicture } from './article-picture.tsx';
import { embeddedArticle } from './embedded-news.ts';
import { NewsFailure } from './news-failure.tsx';

/** The title until the article is there, which has its own. */
export const meta = (): PageMeta => ({ title: msg`Tin tức` });

/** One article. */
export function Page(props: PageProps) {
  const { locale } = useLocale();
  const seoUrl = props.params.seoUrl ?? '';
  const { data, error } = useQuery(
    useTRPC().news.get.queryOptions({ locale, seoUrl }, { initialData: () => embeddedArticle(locale, seoUrl), staleTime: MINUTE_MS }),
  );
  if (data) return <Article article={data} />;
  if (refusalOf(error)?.code === 'NOT_FOUND') return <NotFound {...props} />;
  return error ? <NewsFailure error={error} /> : <PageSkeleton />;
}

function Article({ article }: { readonly article: ArticleView }) {
  const { locale } = useLocale();
  const { config } = useConfig();
  const title = config && `${article.title} | ${config.site.title}`;
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  const [published, updated] = [article.publishedAt, article.updatedAt].map((at) => formatDateInVietnam(new Date(at), locale));
  return (
    <article className={`mx-auto w-full max-w-3xl ${PROSE}`}>
      <p>
        <Link className="inline-flex min-h-touch items-center" href="/blog">
          <Trans>← Tin tức</Trans>
        </Link>
      </p>
      <h1 className="font-semibold text-display" lang={article.locale === locale ? undefined : LOCALES[article.locale].tag}>
        {article.title}
      </h1>
      <p className="flex flex-wrap gap-x-3 text-muted text-small">
        <time dateTime={article.publishedAt}>{published}</time>
        {updated !== published && (
          <span>
            <Trans>Cập nhật {updated}</Trans>
          </span>
        )}
        <span className="break-words">{article.author}</span>
        {article.category !== '' && <span className="break-words">{article.category}</span>}
      </p>
      {article.picture !== null && <ArticlePicture alt={article.title} loading="eager" src={article.picture} />}
      <div className={PROSE} lang={article.locale === locale ? undefined : LOCALES[article.locale].tag}>
        <p className="font-semibold">{article.summary}</p>
        {renderText(article.body, {})}
      </div>
    </article>
  );
}
