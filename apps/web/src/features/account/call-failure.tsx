import { Trans, useLingui } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import { Notice } from '@quydoi/ui/notice';
import { refusalText } from '../../lib/error-text.ts';
import { useLocale } from '../../lib/locale-context.tsx';

/** Refusals that time alone ends. */
const WAITING: readonly string[] = ['TOO_MANY_PASSWORDS', 'TOO_MANY_CODES', 'TOO_MANY_SMS', 'TOO_MANY_REQUESTS'];

/** Says why a call failed: what the server refused, or that no answer came. */
export function CallFailure({ error }: { readonly error: unknown }) {
  const { i18n } = useLingui();
  const { locale } = useLocale();
  const text = refusalText(i18n, locale, error);
  return (
    <Notice look={text === null || WAITING.includes(refusalOf(error)?.code ?? '') ? 'warn' : 'danger'} role="alert">
      {text ?? <Trans>Mất kết nối nên chưa có phản hồi. Vui lòng thử lại.</Trans>}
    </Notice>
  );
}
