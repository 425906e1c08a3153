import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { DEFAULT_LOCALE, LOCALE_CODES } from '@quydoi/domain/locales';

export default defineConfig({
  sourceLocale: DEFAULT_LOCALE,
  locales: [...LOCALE_CODES],
  fallbackLocales: { default: 'en' },
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['<rootDir>/src'],
      exclude: ['**/features/{account,contact,order,history,listing,scan,service-status,trade/later,home/later}/**'],
    },
    // Separate catalogue, loaded only with the pages of orders, and with what opens late.
    {
      path: '<rootDir>/src/locales/order/{locale}',
      include: ['account', 'contact', 'order', 'history', 'listing', 'scan', 'service-status', 'trade/later', 'home/later'].map(
        (feature) => `<rootDir>/src/features/${feature}`,
      ),
    },
  ],
  format: formatter({ lineNumbers: false }),
});
