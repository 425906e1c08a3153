import { Trans } from '@lingui/react/macro';
import { BankTile } from '@quydoi/ui/bank-tile';
import { Field, fieldProps, Input } from '@quydoi/ui/field';
import { Spinner } from '@quydoi/ui/spinner';
import { ChevronDown } from 'lucide-react';
import { HolderLine } from '../../trade/components/holder-line.tsx';
import { mayTypeHolder } from '../../trade/field-errors.ts';
import { TypedHolder } from '../../trade/later/typed-holder.tsx';
import { useBankDialog } from '../../trade/use-bank-dialog.tsx';
import { HolderWarning } from './holder-warning.tsx';
import { type RefundFormState, refundFieldId } from './use-refund-form.ts';

interface RefundAccountProps {
  readonly form: RefundFormState;
  /** What arrives there; null until known. */
  readonly amount: string | null;
}

/** Bank account to refund dong to, with the holder's name for verification. */
export function RefundAccount({ form, amount }: RefundAccountProps) {
  const id = refundFieldId('account');
  const error = form.errorOf('account');
  const { bank, account, holder, typedHolder } = form.entries;
  const hint = <Trans>Phải là tài khoản của chính bạn. Tên chủ tài khoản hiện ra để bạn đối chiếu.</Trans>;
  return (
    <>
      <BankPick form={form} />
      <div className="grid gap-2">
        <Field error={error} hint={hint} id={id} label={<Trans>Số tài khoản nhận tiền hoàn</Trans>}>
          <Input
            {...fieldProps(id, error, hint)}
            autoComplete="off"
            end={holder.state === 'waiting' && <Spinner className="text-muted" />}
            inputMode={bank?.accountPattern.includes('A-Z') ? 'text' : 'numeric'}
            onBlur={() => form.leave('account')}
            onChange={(event) => form.setText('account', event.target.value)}
            spellCheck={false}
            value={form.text('account')}
          />
        </Field>
        {!form.holderChange && (
          <HolderLine hasError={error !== undefined} holder={holder} of="account">
            {hint}
          </HolderLine>
        )}
        {mayTypeHolder(holder) && (
          <TypedHolder
            error={form.errorOf('holder')}
            id={refundFieldId('holder')}
            // Another account has another holder.
            key={`${bank?.code} ${account}`}
            name={typedHolder}
            onBlur={() => form.leave('holder')}
            onEnter={(name) => form.setText('holder', name)}
          />
        )}
        <HolderWarning amount={amount} form={form} />
      </div>
    </>
  );
}

/** Button with the chosen bank; opens the bank dialog. */
function BankPick({ form }: { readonly form: RefundFormState }) {
  const id = refundFieldId('bank');
  const error = form.errorOf('bank');
  const { bank } = form.entries;
  const { open, isLoading, dialog } = useBankDialog(form.banks, (code) => form.setText('bank', code));
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <span aria-hidden="true" className="font-semibold">
        <Trans>Ngân hàng nhận tiền hoàn</Trans>
      </span>
      <button
        aria-describedby={error ? `${id}-error` : undefined}
        className="flex min-h-touch items-center gap-3 rounded-field border border-edge bg-surface px-3 py-2 text-left hover:bg-sunken"
        id={id}
        onClick={open}
        type="button"
      >
        <span className="sr-only">
          <Trans>Ngân hàng nhận tiền hoàn</Trans>
        </span>
        {bank && <BankTile code={bank.code} name={bank.shortName} />}
        <span className="min-w-0 flex-1 truncate">{bank ? bank.shortName : <Trans>Chọn ngân hàng</Trans>}</span>
        {isLoading ? <Spinner className="shrink-0 text-muted" /> : <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-muted" />}
      </button>
      {error && (
        <p className="font-semibold text-danger text-small" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {dialog}
    </div>
  );
}
