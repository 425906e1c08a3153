import type { I18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { LOCALES, type Locale } from '@quydoi/domain/locales';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { switchLocale } from './catalogues.ts';
import { rememberChoice } from './cookies.ts';
import { LANGUAGE_KEY } from './page-locale.ts';

interface LocaleState {
  readonly locale: Locale;
  readonly setLocale: (locale: Locale) => Promise<void>;
}

const LocaleContext = createContext<LocaleState | null>(null);

/** Gives the pages below their language, and lets them change it without a reload. */
export function LocaleProvider({ i18n, locale: first, children }: { readonly i18n: I18n; readonly locale: Locale; readonly children: ReactNode }) {
  const [locale, setCurrent] = useState(first);
  const setLocale = useCallback(
    async (next: Locale) => {
      await switchLocale(i18n, next);
      rememberChoice(LANGUAGE_KEY, next);
      document.documentElement.lang = LOCALES[next].tag;
      setCurrent(next);
    },
    [i18n],
  );
  const state = useMemo(() => ({ locale, setLocale }), [locale, setLocale]);
  return (
    <LocaleContext value={state}>
      <I18nProvider i18n={i18n}>{children}</I18nProvider>
    </LocaleContext>
  );
}

/** The page's language. */
export function useLocale(): LocaleState {
  const state = use(LocaleContext);
  if (!state) throw new Error('useLocale outside LocaleProvider');
  return state;
}
