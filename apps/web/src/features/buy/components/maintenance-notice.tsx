import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { Notice } from '@quydoi/ui/notice';
import { sharedText } from '../../../lib/shared-text.ts';

/** In the place of the form while a currency cannot be bought. */
export function MaintenanceNotice({ name }: { readonly name: string }) {
  const { i18n } = useLingui();
  return (
    <Notice look="warn">
      <p className="font-semibold">{sharedText(i18n, 'error', 'MAINTENANCE')}</p>
      <p>
        <Trans>{name} tạm thời chưa mua được. Hãy chọn loại tiền khác hoặc quay lại sau.</Trans>
      </p>
    </Notice>
  );
}
