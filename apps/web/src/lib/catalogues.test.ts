import { expect, test } from 'vitest';
import { createI18n } from './catalogues.ts';
import { OFFERED_LOCALES } from './page-locale.ts';

test.each(OFFERED_LOCALES)('%s has a catalogue for every page and for the order page', async (locale) => {
  expect((await createI18n(locale, 'order')).locale).toBe(locale);
});
