import { useLingui } from '@lingui/react/macro';
import { isLocale, LOCALES } from '@quydoi/domain/locales';
import { useLocale } from '../../lib/locale-context.tsx';
import { OFFERED_LOCALES } from '../../lib/page-locale.ts';

/** Language selector; each language is listed by its native name. */
export function LanguageSwitch() {
  const { t } = useLingui();
  const { locale, setLocale } = useLocale();
  return (
    <select
      aria-label={t`Ngôn ngữ`}
      className="min-h-touch rounded-field border border-transparent bg-surface px-1 text-small text-ink hover:bg-sunken"
      onChange={({ target }) => {
        if (isLocale(target.value)) void setLocale(target.value);
      }}
      value={locale}
    >
      {OFFERED_LOCALES.map((code) => (
        <option key={code} lang={LOCALES[code].tag} value={code}>
          {LOCALES[code].name}
        </option>
      ))}
    </select>
  );
}
