import { useLingui as useMessages } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { Notice } from '@quydoi/ui/notice';
import { refusalText } from '../../lib/error-text.ts';
import { useLocale } from '../../lib/locale-context.tsx';

/** Says that news could not be read, and why. */
export function NewsFailure({ error }: { readonly error: unknown }) {
  const { i18n } = useMessages();
  const { locale } = useLocale();
  return (
    <Notice look="warn" role="alert">
      {refusalText(i18n, locale, error) ?? <Trans>Mất kết nối. Hãy tải lại trang khi có mạng.</Trans>}
    </Notice>
  );
}
