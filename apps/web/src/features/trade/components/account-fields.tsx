import { Trans } from '@lingui/react/macro';
import { Field, fieldProps, Input } from '@quydoi/ui/field';
import { Spinner } from '@quydoi/ui/spinner';
import { fieldId, type TradeFormState } from '../use-trade-form.ts';
import { HolderLine } from './holder-line.tsx';

/** The customer's bank account. Who pays has their name shown for their own check; who is paid cannot go on without it. */
export function AccountFields({ form }: { readonly form: TradeFormState }) {
  const id = fieldId(form.offer, 'account');
  const error = form.errors.account;
  const isPaid = form.bankRole === 'destination';
  const hint =
    !isPaid && form.accountHolder.state === 'invalid' ? (
      <span className="text-warn">
        <Trans>Chưa tìm thấy chủ tài khoản này, vui lòng xem lại số tài khoản.</Trans>
      </span>
    ) : isPaid ? (
      <Trans>Tiền được chuyển tới đúng tài khoản này. Tên chủ tài khoản hiện ra để bạn đối chiếu.</Trans>
    ) : (
      <Trans>Không nhận chuyển từ ATM, nộp tiền mặt hay ví điện tử.</Trans>
    );
  return (
    <div className="grid gap-2">
      <Field error={error} hint={hint} id={id} label={isPaid ? <Trans>Số tài khoản nhận tiền</Trans> : <Trans>Số tài khoản của bạn</Trans>}>
        <Input
          {...fieldProps(id, error, hint)}
          autoComplete="off"
          data-draft="account"
          end={form.accountHolder.state === 'waiting' && <Spinner className="text-muted" />}
          inputMode={form.bank?.accountPattern.includes('A-Z') ? 'text' : 'numeric'}
          onBlur={() => form.leave('account')}
          onChange={(event) => form.setAccount(event.target.value)}
          spellCheck={false}
          value={form.account}
        />
      </Field>
      {!error && <HolderLine holder={form.accountHolder} of="account" />}
    </div>
  );
}
