import type { I18n } from '@lingui/core';
import { LinguiContext } from '@lingui/react';
import { LOCALES, type Locale } from '@quydoi/domain/locales';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { type CataloguePart, loadPart, switchLocale } from './catalogues.ts';
import { rememberChoice } from './cookies.ts';
import { LANGUAGE_KEY } from './page-locale.ts';

interface LocaleState {
  readonly locale: Locale;
  /** Switches the language once its texts have loaded. @param loadPage loads what the page needs in it beside the messages */
  readonly setLocale: (locale: Locale, loadPage: (locale: Locale) => Promise<unknown>) => Promise<void>;
  /** Loads a catalogue that only some pages need; returns null if it is loaded already. */
  readonly loadMessages: (part: CataloguePart) => Promise<void> | null;
}

const LocaleContext = createContext<LocaleState | null>(null);

/** Provides the current language to its children, and switches it without a reload. */
export function LocaleProvider({ i18n, locale: first, children }: { readonly i18n: I18n; readonly locale: Locale; readonly children: ReactNode }) {
  const [locale, setCurrent] = useState(first);
  const setLocale = useCallback(
    async (next: Locale, loadPage: (locale: Locale) => Promise<unknown>) => {
      // First, so that a page that is reloaded for missing texts comes in this language.
      rememberChoice(LANGUAGE_KEY, next);
      await loadPage(next);
      await switchLocale(i18n, next);
      document.documentElement.lang = LOCALES[next].tag;
      setCurrent(next);
    },
    [i18n],
  );
  // useLingui returns a proxy of the instance, but loaded parts are recorded by the instance itself.
  const loadMessages = useCallback((part: CataloguePart) => loadPart(i18n, part), [i18n]);
  const state = useMemo(() => ({ locale, setLocale, loadMessages }), [locale, setLocale, loadMessages]);
  // Lingui's own provider would render every text on the page anew whenever a part's messages have loaded, which only that part shows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object for each language, of which the instance tells nothing by itself
  const lingui = useMemo(() => ({ i18n: new Proxy(i18n, {}), _: i18n.t.bind(i18n) }), [i18n, locale]);
  return (
    <LocaleContext value={state}>
      <LinguiContext value={lingui}>{children}</LinguiContext>
    </LocaleContext>
  );
}

/** Current language and the functions that change or extend it. */
export function useLocale(): LocaleState {
  const state = use(LocaleContext);
  if (!state) throw new Error('useLocale outside LocaleProvider');
  return state;
}
