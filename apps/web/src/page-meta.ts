import type { OfferedLocale } from './lib/page-locale.ts';

/** Title and description that a page brings along itself, so that they load with it. */
export type PageMeta = Readonly<Record<OfferedLocale, { readonly title: string; readonly description: string; readonly isPrivate?: boolean }>>;
