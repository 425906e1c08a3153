import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { ArticleSummary } from '@quydoi/contract/news';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '@quydoi/domain/constants';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { LOCALES } from '@quydoi/domain/locales';
import { Button } from '@quydoi/ui/button';
import { Card } from '@quydoi/ui/card';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { formatDateInVietnam } from '../../lib/dates.ts';
import { useLocale } from '../../lib/locale-context.tsx';
import type { PageMeta } from '../../page-meta.ts';
import type { PageProps } from '../../routes.tsx';
import { PageSkeleton } from '../shell/page-skeleton.tsx';
import { articlePath } from './article-path.ts';
import { embeddedList } from './embedded-news.ts';
import { NewsFailure } from './news-failure.tsx';

/** The page's own title. */
export const meta = (): PageMeta => ({ title: msg`Tin tức` });

/** Articles, newest first. */
export function Page(_props: PageProps) {
  const { locale } = useLocale();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const { data, error } = useQuery(
    useTRPC().news.list.queryOptions(
      { locale, limit },
      {
        initialData: () => (limit === PAGE_SIZE ? embeddedList(locale) : undefined),
        staleTime: MINUTE_MS,
        placeholderData: (before) => before,
      },
    ),
  );
  if (!data && !error) return <PageSkeleton />;
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-4">
      <h1 className="font-semibold text-display">
        <Trans>Tin tức</Trans>
      </h1>
      {data ? (
        data.items.length === 0 ? (
          <p className="text-muted">
            <Trans>Chưa có tin nào.</Trans>
          </p>
        ) : (
          data.items.map((article) => <ListedArticle article={article} key={article.id} />)
        )
      ) : (
        <NewsFailure error={error} />
      )}
      {data && data.nextCursor !== null && limit < PAGE_SIZE_MAX && (
        <Button className="justify-self-start" look="secondary" onClick={() => setLimit((before) => Math.min(before + PAGE_SIZE, PAGE_SIZE_MAX))}>
          <Trans>Xem tin cũ hơn</Trans>
        </Button>
      )}
    </div>
  );
}

function ListedArticle({ article: { seoUrl, category, publishedAt, title, summary, locale: written } }: { readonly article: ArticleSummary }) {
  const { locale } = useLocale();
  return (
    <Card className="grid gap-2">
      <p className="flex flex-wrap gap-x-3 text-muted text-small">
        <time dateTime={publishedAt}>{formatDateInVietnam(new Date(publishedAt), locale)}</time>
        {category !== '' && <span className="break-words">{category}</span>}
      </p>
      <div className="grid gap-1" lang={written === locale ? undefined : LOCALES[written].tag}>
        <h2 className="break-words font-semibold text-title">
          <Link className="inline-flex min-h-touch items-center text-ink hover:text-brand" href={articlePath(seoUrl)}>
            {title}
          </Link>
        </h2>
        <p className="break-words">{summary}</p>
      </div>
    </Card>
  );
}
