import { type I18n, type Messages, setupI18n } from '@lingui/core';
import type { Locale } from '@quydoi/domain/locales';
import { loadCatalogue } from '@quydoi/messages/load-catalogue';

/** Messages of pages that are not needed before them. */
export type CataloguePart = 'order';

/** The pages' own messages: for each language a chunk of what every page may need, and one for each part. */
const FILES = import.meta.glob<{ readonly messages: Messages }>('../locales/**/*.po');

/** What each instance has beside what every page needs: there, or on its way. */
const parts = new WeakMap<I18n, Map<CataloguePart, Promise<void> | 'here'>>();

/** Source files of a language's messages, by which the build's manifest names its chunks. */
export function catalogueSources(locale: Locale, part: CataloguePart | null): readonly string[] {
  return [`src/locales/${locale}.po`, `../../packages/messages/locales/${locale}.ts`, ...(part ? [`src/locales/${part}/${locale}.po`] : [])];
}

/** An instance that speaks one language. Never the global one: a server renders many at once. */
export async function createI18n(locale: Locale, part: CataloguePart | null): Promise<I18n> {
  const wanted = part ? [part] : [];
  const i18n = setupI18n({ locale, messages: { [locale]: await loadMessages(locale, wanted) } });
  parts.set(i18n, new Map(wanted.map((name) => [name, 'here'])));
  return i18n;
}

/** Makes an instance speak another language, with all that it had in the one before. */
export async function switchLocale(i18n: I18n, locale: Locale): Promise<void> {
  i18n.loadAndActivate({ locale, messages: await loadMessages(locale, [...partsOf(i18n).keys()]) });
}

/** A part that is to be waited for; null when it is there. */
export function loadPart(i18n: I18n, locale: Locale, part: CataloguePart): Promise<void> | null {
  const known = partsOf(i18n).get(part);
  if (known !== undefined) return known === 'here' ? null : known;
  const loading = readFile(`${part}/${locale}`).then(
    (messages) => {
      partsOf(i18n).set(part, 'here');
      i18n.load(locale, messages);
    },
    (error: unknown) => {
      // A lost connection must not be remembered: the next visit tries again.
      partsOf(i18n).delete(part);
      throw error;
    },
  );
  partsOf(i18n).set(part, loading);
  return loading;
}

function partsOf(i18n: I18n): Map<CataloguePart, Promise<void> | 'here'> {
  const known = parts.get(i18n) ?? new Map();
  parts.set(i18n, known);
  return known;
}

async function loadMessages(locale: Locale, wanted: readonly CataloguePart[]): Promise<Messages> {
  const all = [loadCatalogue(locale), readFile(locale), ...wanted.map((part) => readFile(`${part}/${locale}`))];
  return Object.assign({}, ...(await Promise.all(all)));
}

async function readFile(name: string): Promise<Messages> {
  const file = await FILES[`../locales/${name}.po`]?.();
  if (!file) throw new Error(`no catalogue ${name}`);
  return file.messages;
}
