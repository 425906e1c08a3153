import type { OfferedLocale } from './lib/page-locale.ts';

/** Title and description defined in a page's own module, so that they load with its code. */
export type PageMeta = Readonly<Record<OfferedLocale, { readonly title: string; readonly description: string; readonly isPrivate?: boolean }>>;
