import { type I18n, type Messages, setupI18n } from '@lingui/core';
import type { Locale } from '@quydoi/domain/locales';
import { loadOnce } from './load-once.ts';
import type { OfferedLocale } from './page-locale.ts';

/** Message catalogue that only some pages need, loaded with them. */
export type CataloguePart = 'order';

/** The web app's catalogues: per language one chunk for all pages, and one per part. Vite needs the offered languages as literals. */
const FILES = import.meta.glob<{ readonly messages: Messages }>('../locales/**/{vi,en}.po');

/** The catalogues that the web app shares with the server, by part and language: errors, and what only the order page shows. */
const SHARED_FILES: Record<CataloguePart | 'all', Record<OfferedLocale, () => Promise<{ readonly messages: Messages }>>> = {
  all: { vi: () => import('@quydoi/messages/locales/vi'), en: () => import('@quydoi/messages/locales/en') },
  order: { vi: () => import('@quydoi/messages/locales/order/vi'), en: () => import('@quydoi/messages/locales/order/en') },
};

/** Parts of each i18n instance: loaded, or what loads them. */
const parts = new WeakMap<I18n, Map<CataloguePart, 'loaded' | (() => Promise<void>)>>();

/** Source files of a language's catalogues: their keys in the build's manifest. */
export function catalogueSources(locale: Locale, part: CataloguePart | null): readonly string[] {
  return [null, ...(part ? [part] : [])].flatMap((wanted) => {
    const name = nameOf(locale, wanted);
    return [`src/locales/${name}.po`, `../../packages/messages/locales/${name}.ts`];
  });
}

/** Creates an i18n instance for one language. Never uses lingui's global one, because a server renders several languages concurrently. */
export async function createI18n(locale: Locale, part: CataloguePart | null): Promise<I18n> {
  const wanted = part ? [part] : [];
  const i18n = setupI18n({ locale, messages: { [locale]: await loadMessages(locale, [null, ...wanted]) } });
  parts.set(i18n, new Map(wanted.map((name) => [name, 'loaded'])));
  return i18n;
}

/** Switches an instance to another language, with the same catalogue parts loaded. */
export async function switchLocale(i18n: I18n, locale: Locale): Promise<void> {
  i18n.loadAndActivate({ locale, messages: await loadMessages(locale, [null, ...partsOf(i18n).keys()]) });
}

/** Loads a catalogue part; returns null if it is loaded already. Fails with LoadError. */
export function loadPart(i18n: I18n, part: CataloguePart): Promise<void> | null {
  const known = partsOf(i18n).get(part);
  if (known === 'loaded') return null;
  const load =
    known ??
    loadOnce(async () => {
      const locale = i18n.locale as Locale;
      const messages = await loadMessages(locale, [part]);
      partsOf(i18n).set(part, 'loaded');
      i18n.load(locale, messages);
    });
  partsOf(i18n).set(part, load);
  return load();
}

function partsOf(i18n: I18n): Map<CataloguePart, 'loaded' | (() => Promise<void>)> {
  const known = parts.get(i18n) ?? new Map();
  parts.set(i18n, known);
  return known;
}

/** Loads catalogues, the web's own and the shared ones, and merges them. @param wanted parts; null: what all pages need */
async function loadMessages(locale: Locale, wanted: readonly (CataloguePart | null)[]): Promise<Messages> {
  const all = await Promise.all(
    wanted.flatMap((part) => [SHARED_FILES[part ?? 'all'][locale as OfferedLocale]?.(), FILES[`../locales/${nameOf(locale, part)}.po`]?.()]),
  );
  return Object.assign({}, ...all.map((file) => file?.messages ?? missing(locale)));
}

/** Name of a catalogue's file in its folder. */
function nameOf(locale: Locale, part: CataloguePart | null): string {
  return part === null ? locale : `${part}/${locale}`;
}

function missing(locale: Locale): never {
  throw new Error(`no catalogue ${locale}`);
}
