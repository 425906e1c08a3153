import { type I18n, type Messages, setupI18n } from '@lingui/core';
import type { Locale } from '@quydoi/domain/locales';
import { loadOnce } from './load-once.ts';

/** Message catalogue that only some pages need, loaded with them. */
export type CataloguePart = 'order';

/** The web app's catalogues: per language one chunk for all pages, and one per part. */
const FILES = import.meta.glob<{ readonly messages: Messages }>('../locales/**/*.po');

/** The catalogues that the web app shares with the server, by part and language: errors, and what only the order page shows. */
const SHARED_FILES: Record<CataloguePart | 'all', Record<Locale, () => Promise<{ readonly messages: Messages }>>> = {
  all: {
    vi: () => import('@quydoi/messages/locales/vi'),
    en: () => import('@quydoi/messages/locales/en'),
    zh: () => import('@quydoi/messages/locales/zh'),
    ko: () => import('@quydoi/messages/locales/ko'),
    ger: () => import('@quydoi/messages/locales/ger'),
    tur: () => import('@quydoi/messages/locales/tur'),
    jp: () => import('@quydoi/messages/locales/jp'),
  },
  order: {
    vi: () => import('@quydoi/messages/locales/order/vi'),
    en: () => import('@quydoi/messages/locales/order/en'),
    zh: () => import('@quydoi/messages/locales/order/zh'),
    ko: () => import('@quydoi/messages/locales/order/ko'),
    ger: () => import('@quydoi/messages/locales/order/ger'),
    tur: () => import('@quydoi/messages/locales/order/tur'),
    jp: () => import('@quydoi/messages/locales/order/jp'),
  },
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
    wanted.flatMap((part) => [SHARED_FILES[part ?? 'all'][locale](), FILES[`../locales/${nameOf(locale, part)}.po`]?.()]),
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
