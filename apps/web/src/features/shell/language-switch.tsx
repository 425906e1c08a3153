import { useLingui } from '@lingui/react/macro';
import { isLocale, LOCALE_CODES, LOCALES, type Locale } from '@quydoi/domain/locales';
import { useState } from 'react';
import { loadOnce } from '../../lib/load-once.ts';
import { useLocale } from '../../lib/locale-context.tsx';
import { LoadFailure } from './load-boundary.tsx';
import { NOTICE_BAR } from './site-notices.tsx';

interface FailedChoice {
  readonly error: unknown;
  readonly load: () => Promise<void>;
}

/**
 * Language selector; each language is listed by its native name. Says when a language's texts have not loaded.
 * @param props.loadPage loads what the page needs in a language
 */
export function LanguageSwitch({ loadPage }: { readonly loadPage: (locale: Locale) => Promise<unknown> }) {
  const { t } = useLingui();
  const { locale, setLocale } = useLocale();
  const [failed, setFailed] = useState<FailedChoice | null>(null);
  const forget = () => setFailed(null);
  const choose = (wanted: Locale) => {
    const load = loadOnce(() => setLocale(wanted, loadPage));
    load().then(forget, (error: unknown) => setFailed({ error, load }));
  };
  return (
    <>
      <select
        aria-label={t`Ngôn ngữ`}
        className="min-h-touch rounded-field border border-transparent bg-surface px-1 text-small text-ink hover:bg-sunken"
        onChange={({ target }) => {
          if (isLocale(target.value)) choose(target.value);
        }}
        value={locale}
      >
        {LOCALE_CODES.map((code) => (
          <option key={code} lang={LOCALES[code].tag} value={code}>
            {LOCALES[code].name}
          </option>
        ))}
      </select>
      {failed && (
        <div className={NOTICE_BAR}>
          <LoadFailure {...failed} onLoaded={forget} />
        </div>
      )}
    </>
  );
}
