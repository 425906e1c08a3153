import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { DEFAULT_LOCALE, LOCALE_CODES } from '@quydoi/domain/locales';

export default defineConfig({
  sourceLocale: DEFAULT_LOCALE,
  locales: [...LOCALE_CODES],
  fallbackLocales: { default: 'en' },
  catalogs: [
    { path: '<rootDir>/src/locales/{locale}', include: ['<rootDir>/src'], exclude: ['**/features/{order,history}/**'] },
    // Separate catalogue, loaded only with the pages of orders.
    { path: '<rootDir>/src/locales/order/{locale}', include: ['<rootDir>/src/features/order', '<rootDir>/src/features/history'] },
  ],
  format: formatter({ lineNumbers: false }),
});
