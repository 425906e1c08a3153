import { Trans } from '@lingui/react/macro';
import { Notice } from '@quydoi/ui/notice';
import { type RefundFormState, refundFieldId } from './use-refund-form.ts';

/**
 * Says in place of the verified name that a refund goes to somebody else than who was to pay, and has it confirmed.
 * @param amount what arrives there; null until known
 */
export function HolderWarning({ form, amount }: { readonly form: RefundFormState; readonly amount: string | null }) {
  if (form.holderChange === null) return null;
  const { recipient, declared } = form.holderChange;
  const id = refundFieldId('confirmation');
  const error = form.errorOf('confirmation');
  return (
    <Notice look="warn" role="status">
      <p className="wrap-anywhere font-semibold uppercase">{recipient}</p>
      <p className="mt-1">
        <Trans>Tên này khác với tài khoản bạn đã khai ({declared}). Tiền hoàn đi rồi không lấy lại được.</Trans>
      </p>
      <label className="mt-1 flex min-h-touch cursor-pointer items-center gap-3">
        <input
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error !== undefined}
          checked={form.isConfirmed}
          className="size-5 shrink-0 accent-brand"
          id={id}
          onChange={(event) => form.confirm(event.target.checked)}
          type="checkbox"
        />
        <span className="font-semibold">
          {amount === null ? (
            <Trans>Tôi muốn hoàn tiền cho {recipient}.</Trans>
          ) : (
            <Trans>
              Tôi muốn hoàn {amount} cho {recipient}.
            </Trans>
          )}
        </span>
      </label>
      {error && (
        <p className="font-semibold text-danger text-small" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </Notice>
  );
}
