import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { DEFAULT_LOCALE, LOCALE_CODES } from '@quydoi/domain/locales';

export default defineConfig({
  sourceLocale: DEFAULT_LOCALE,
  locales: [...LOCALE_CODES],
  fallbackLocales: { default: 'en' },
  catalogs: [
    { path: '<rootDir>/src/locales/{locale}', include: ['<rootDir>/src'], exclude: ['**/features/order/**'] },
    // Separate catalogue, loaded only with the order page.
    { path: '<rootDir>/src/locales/order/{locale}', include: ['<rootDir>/src/features/order'] },
  ],
  format: formatter({ lineNumbers: false }),
});
