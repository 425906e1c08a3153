import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { VOUCHER_CODE_DIGITS, VOUCHER_NUMBER_DIGITS } from '@quydoi/domain/voucher';
import { Field, fieldProps, Input } from '@quydoi/ui/field';
import type { ReactNode } from 'react';
import { sharedText } from '../../../lib/shared-text.ts';
import { bothIn, type VoucherEntry, type VoucherField, withText } from './voucher-entry.ts';

/** Longest text that the server reads, spaces included. */
const TEXT_MAX = 100;

interface VoucherFieldsProps {
  readonly entry: VoucherEntry;
  /** Error codes to show. */
  readonly errors: Readonly<Partial<Record<VoucherField, string>>>;
  readonly isReadOnly: boolean;
  onChange(entry: VoucherEntry): void;
}

/** Number and activation code of a voucher. One paste, into either field, fills both. */
export function VoucherFields({ entry, errors, isReadOnly, onChange }: VoucherFieldsProps) {
  const { i18n } = useLingui();
  const field = (name: VoucherField, label: ReactNode, hint: ReactNode) => {
    const error = errors[name] && sharedText(i18n, 'error', errors[name]);
    return (
      <Field error={error} hint={hint} id={`voucher-${name}`} label={label}>
        <Input
          {...fieldProps(`voucher-${name}`, error, hint)}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          inputMode="numeric"
          maxLength={TEXT_MAX}
          onChange={(event) => onChange(withText(entry, name, event.target.value))}
          onPaste={(event) => {
            const both = isReadOnly ? null : bothIn(event.clipboardData.getData('text'));
            if (!both) return;
            event.preventDefault();
            onChange(both);
          }}
          readOnly={isReadOnly}
          spellCheck={false}
          value={entry[name]}
        />
      </Field>
    );
  };
  return (
    <>
      {field('number', <Trans>Số voucher</Trans>, <Trans>{VOUCHER_NUMBER_DIGITS} chữ số. Dán cả số và mã vào đây cũng được.</Trans>)}
      {field('code', <Trans>Mã kích hoạt</Trans>, <Trans>{VOUCHER_CODE_DIGITS} chữ số, có dấu cách cũng được.</Trans>)}
    </>
  );
}
