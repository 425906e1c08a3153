import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useTRPC } from '@quydoi/client/react';
import type { ArticleSummary } from '@quydoi/contract/news';
import { PAGE_SIZE } from '@quydoi/domain/constants';
import { MINUTE_MS } from '@quydoi/domain/durations';
import { LOCALES } from '@quydoi/domain/locales';
import { Button } from '@quydoi/ui/button';
import { Card } from '@quydoi/ui/card';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Link } from 'wouter';
import { formatDateInVietnam } from '../../lib/dates.ts';
import { useLocale } from '../../lib/locale-context.tsx';
import type { PageMeta } from '../../page-meta.ts';
import type { PageProps } from '../../routes.tsx';
import { PageSkeleton } from '../shell/page-skeleton.tsx';
import { articlePath } from './article-path.ts';
import { ArticlePicture } from './article-picture.tsx';
import { embeddedList } from './embedded-news.ts';
import { NewsFailure } from './news-failure.tsx';

/** The page's own title. */
export const meta = (): PageMeta => ({ title: msg`Tin tức` });

/** Articles, newest first. */
export function Page(_props: PageProps) {
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-4">
      <h1 className="font-semibold text-display">
        <Trans>Tin tức</Trans>
      </h1>
      <Articles />
    </div>
  );
}

/** A page of the list, and the one after it once it is asked for. @param cursor id of the article before; none for the newest */
function Articles({ cursor }: { readonly cursor?: number }) {
  const { locale } = useLocale();
  const [isFollowed, setFollowed] = useState(false);
  const initialData = () => (cursor === undefined ? embeddedList(locale) : undefined);
  const { data, error } = useQuery(useTRPC().news.list.queryOptions({ locale, cursor, limit: PAGE_SIZE }, { initialData, staleTime: MINUTE_MS }));
  if (error && !data) return <NewsFailure error={error} />;
  if (!data) return <PageSkeleton />;
  const { items, nextCursor } = data;
  return (
    <>
      {cursor === undefined && items.length === 0 && (
        <p className="text-muted">
          <Trans>Chưa có tin nào.</Trans>
        </p>
      )}
      {items.map((article, index) => (
        <ListedArticle article={article} isFocused={cursor !== undefined && index === 0} key={article.id} />
      ))}
      {nextCursor !== null && isFollowed && <Articles cursor={nextCursor} />}
      {nextCursor !== null && !isFollowed && (
        <Button className="justify-self-start" look="secondary" onClick={() => setFollowed(true)}>
          <Trans>Xem tin cũ hơn</Trans>
        </Button>
      )}
    </>
  );
}

interface ListedArticleProps {
  readonly article: ArticleSummary;
  /** Whether its link takes the focus: the button that loaded it is removed. */
  readonly isFocused: boolean;
}

function ListedArticle({ article, isFocused }: ListedArticleProps) {
  const { seoUrl, category, publishedAt, title, summary, picture, locale: written } = article;
  const { locale } = useLocale();
  return (
    <Card className={clsx('grid gap-3', picture !== null && 'sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] sm:gap-4')}>
      {picture !== null && <ArticlePicture alt={title} src={picture} loading="lazy" />}
      <div className="grid content-start gap-2">
        <p className="flex flex-wrap gap-x-3 text-muted text-small">
          <time dateTime={publishedAt}>{formatDateInVietnam(new Date(publishedAt), locale)}</time>
          {category !== '' && <span className="break-words">{category}</span>}
        </p>
        <div className="grid gap-1" lang={written === locale ? undefined : LOCALES[written].tag}>
          <h2 className="break-words font-semibold text-title">
            <Link
              className="inline-flex min-h-touch items-center text-ink hover:text-brand"
              href={articlePath(seoUrl)}
              ref={isFocused ? focus : undefined}
            >
              {title}
            </Link>
          </h2>
          <p className="break-words">{summary}</p>
        </div>
      </div>
    </Card>
  );
}

function focus(link: HTMLElement | null): void {
  link?.focus({ preventScroll: true });
}
