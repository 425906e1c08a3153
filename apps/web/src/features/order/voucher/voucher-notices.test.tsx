import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createI18n } from '../../../lib/catalogues.ts';
import { VoucherTrouble } from './voucher-notices.tsx';

test.each([
  ['en', 1, '1 try is left.'],
  ['en', 4, '4 tries are left.'],
  ['vi', 1, 'bạn còn 1 lần thử.'],
  ['vi', 4, 'bạn còn 4 lần thử.'],
] as const)('a refusal says in %s that %i is left', async (locale, left, said) => {
  const i18n = await createI18n(locale, 'order');
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <VoucherTrouble isUnknown={false} left={left} />
    </I18nProvider>,
  );
  expect(html).toContain(said);
});
