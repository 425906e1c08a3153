import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { DEFAULT_LOCALE, LOCALE_CODES } from '@quydoi/domain/locales';

export default defineConfig({
  sourceLocale: DEFAULT_LOCALE,
  locales: [...LOCALE_CODES],
  catalogs: [
    { path: '<rootDir>/locales/{locale}', include: ['<rootDir>/src/errors.ts'] },
    // Browsers load these only with the order page.
    {
      path: '<rootDir>/locales/order/{locale}',
      include: ['<rootDir>/src'],
      exclude: ['<rootDir>/src/errors.ts', '<rootDir>/src/wire-errors.ts', '<rootDir>/src/mail-texts.ts'],
    },
    // Browsers never load these.
    { path: '<rootDir>/locales/wire/{locale}', include: ['<rootDir>/src/wire-errors.ts', '<rootDir>/src/mail-texts.ts'] },
  ],
  orderBy: 'messageId',
  compileNamespace: 'ts',
  format: formatter({ lineNumbers: false, origins: false }),
});
