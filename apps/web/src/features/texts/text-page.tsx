import type { ConfigView } from '@quydoi/contract/config';
import { formatDecimalText } from '@quydoi/domain/money';
import { type ReactNode, useEffect } from 'react';
import { useLocale } from '../../lib/locale-context.tsx';
import { type OfferedLocale, pageLocale } from '../../lib/page-locale.ts';
import { priceHeldMinutes, supportHours, useConfig } from '../../lib/site-data.ts';
import { PageSkeleton } from '../shell/page-skeleton.tsx';
import { type Traded, tradedOf } from './traded.ts';

/** Operator settings that texts mention, formatted for the locale. */
export interface TextFacts {
  readonly config: ConfigView;
  readonly brand: string;
  readonly hours: string;
  /** Minutes for which an order's price is held. */
  readonly heldMinutes: number;
  readonly traded: Traded;
  /** `mailto:` link to support. */
  readonly email: ReactNode;
  /** Order amount in dong from which login is required; null if it is always required. */
  readonly loginFrom: string | null;
  readonly kycFrom: string;
}

/** Text page in one language. */
export interface PageText {
  readonly title: string;
  /** `{currency}` stands for the names of the currencies that can be traded now. */
  readonly description: string;
  /** Not indexed by search engines. */
  readonly isPrivate?: boolean;
  readonly body: (facts: TextFacts) => ReactNode;
}

/** Text page in every offered language. */
export type PageTexts = Readonly<Record<OfferedLocale, PageText>>;

const PROSE = [
  'grid grid-cols-1 gap-3 break-words',
  '[&_h2]:mt-4 [&_h2]:text-title [&_h2]:font-semibold [&_h2]:scroll-mt-20',
  '[&_h3]:mt-2 [&_h3]:font-semibold',
  '[&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:pl-5 [&_ol]:grid [&_ol]:list-decimal [&_ol]:gap-1.5 [&_ol]:pl-5',
  '[&_p_a]:text-brand [&_p_a]:underline [&_li_a]:text-brand [&_li_a]:underline',
].join(' ');

/** Renders a text in the current language. */
export function TextPage({ texts }: { readonly texts: PageTexts }) {
  const { locale } = useLocale();
  const { config } = useConfig();
  const text = texts[pageLocale(locale)];
  const title = config && `${text.title} | ${config.site.title}`;
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  useEffect(() => {
    // The browser cannot scroll to a fragment whose element did not exist before this page was rendered.
    if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  if (!config) return <PageSkeleton />;
  const { email, minOrderLogin, minOrderKyc } = config.site;
  const facts: TextFacts = {
    config,
    brand: config.site.title,
    hours: supportHours(config),
    heldMinutes: priceHeldMinutes(config),
    traded: tradedOf(config, pageLocale(locale)),
    email: <a href={`mailto:${email}`}>{email}</a>,
    loginFrom: minOrderLogin === '0' || config.site.requiredLoginToBuySell ? null : `${formatDecimalText(minOrderLogin, locale)}\u00a0đ`,
    kycFrom: `${formatDecimalText(minOrderKyc, locale)}\u00a0đ`,
  };
  return (
    <article className={`mx-auto w-full max-w-3xl ${PROSE}`}>
      <h1 className="text-display font-semibold">{text.title}</h1>
      {text.body(facts)}
    </article>
  );
}
