import { Trans } from '@lingui/react/macro';
import { Field, fieldProps, Input } from '@quydoi/ui/field';
import { Spinner } from '@quydoi/ui/spinner';
import { SentenceGap } from '../../../lib/punctuation.ts';
import { mayTypeHolder } from '../field-errors.ts';
import { fieldId, type TradeFormState } from '../use-trade-form.ts';
import { FormPart } from './form-part.tsx';
import { HolderLine } from './holder-line.tsx';

/** Bank account field. The holder's name is informative for a sender and required for a destination. */
export function AccountFields({ form }: { readonly form: TradeFormState }) {
  const id = fieldId(form.offer, 'account');
  const error = form.errors.account;
  const isDestination = form.bankRole === 'destination';
  const hint = isDestination ? (
    <Trans>Tiền được chuyển tới đúng tài khoản này. Tên chủ tài khoản hiện ra để bạn đối chiếu.</Trans>
  ) : (
    <>
      <Trans>Để nhận ra khoản chuyển của bạn, và hoàn tiền về đây khi cần.</Trans>
      <SentenceGap />
      <Trans>Không nhận tiền chuyển từ ATM, nộp tại quầy hay từ ví MoMo, ZaloPay…</Trans>
    </>
  );
  return (
    <div className="grid gap-2">
      <Field error={error} hint={hint} id={id} label={isDestination ? <Trans>Số tài khoản nhận tiền</Trans> : <Trans>Số tài khoản của bạn</Trans>}>
        <Input
          {...fieldProps(id, error, hint)}
          autoComplete="off"
          data-draft="account"
          end={form.accountHolder.state === 'waiting' && <Spinner className="text-muted" />}
          inputMode={form.bank?.accountPattern.includes('A-Z') ? 'text' : 'numeric'}
          onBlur={() => form.blur('account')}
          onChange={(event) => form.setAccount(event.target.value)}
          spellCheck={false}
          value={form.account}
        />
      </Field>
      <HolderLine hasError={error !== undefined} holder={form.accountHolder} of="account">
        {isDestination ? (
          hint
        ) : (
          <span className="text-warn">
            <Trans>Chưa tìm thấy chủ tài khoản này, hãy xem lại.</Trans>
          </span>
        )}
      </HolderLine>
      {isDestination && !error && /[a-z]/i.test(form.account) && <FormPart form={form} of="letters" />}
      {isDestination && mayTypeHolder(form.accountHolder) && (
        // Another account has another holder.
        <FormPart form={form} key={`${form.bank?.code} ${form.account}`} of="holder" />
      )}
    </div>
  );
}
