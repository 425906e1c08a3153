import { DEFAULT_LOCALE, type Locale } from '@quydoi/domain/locales';
import { loadOnce } from '../../lib/load-once.ts';
import type { PageText } from './page-text.ts';

/** A page's text in one language. */
interface TextFile {
  /** Loads the text. Fails with LoadError. */
  readonly load: () => Promise<PageText>;
  /** The text once it has loaded. */
  loaded: PageText | null;
}

const FILES = import.meta.glob<{ readonly text: PageText }>('./*/*.md');
const files = new Map<string, TextFile>();

/** Finds the language that a page's text is shown in: the wanted one, else English, else the default. */
export function textLocale(page: string, wanted: Locale): Locale {
  return [wanted, 'en' as const].find((locale) => FILES[pathOf(page, locale)] !== undefined) ?? DEFAULT_LOCALE;
}

/** Finds a page's text in a language, or in the one that stands in for it. */
export function textFile(page: string, wanted: Locale): TextFile {
  const path = pathOf(page, textLocale(page, wanted));
  const known = files.get(path);
  if (known) return known;
  const file: TextFile = {
    loaded: null,
    load: loadOnce(async () => {
      const read = FILES[path];
      if (!read) throw new Error(`no text ${path}`);
      file.loaded = (await read()).text;
      return file.loaded;
    }),
  };
  files.set(path, file);
  return file;
}

function pathOf(page: string, locale: Locale): string {
  return `./${page}/${locale}.md`;
}
