import { Trans } from '@lingui/react/macro';
import { Field, fieldProps, Input } from '@quydoi/ui/field';
import { Spinner } from '@quydoi/ui/spinner';
import { useStored } from '../../../lib/stored.ts';
import { buyDraft, forgetAccounts } from '../draft.ts';
import type { BuyFormState } from '../use-buy-form.ts';
import { HolderLine } from './holder-line.tsx';

/** The account that the customer pays from. Its holder's name is shown for their own check and holds nothing up. */
export function AccountFields({ form }: { readonly form: BuyFormState }) {
  const draft = useStored(buyDraft);
  const error = form.errors.account;
  const isUnknown = form.accountHolder.state === 'invalid';
  const hint = isUnknown ? (
    <span className="text-warn">
      <Trans>Chưa tìm thấy chủ tài khoản này, vui lòng xem lại số tài khoản.</Trans>
    </span>
  ) : (
    <Trans>Không nhận chuyển từ ATM, nộp tiền mặt hay ví điện tử.</Trans>
  );
  const isRemembered = Boolean(draft.bank || draft.account || form.wallet);
  return (
    <div className="grid gap-2">
      <Field error={error} hint={hint} id="buy-account" label={<Trans>Số tài khoản của bạn</Trans>}>
        <Input
          {...fieldProps('buy-account', error, hint)}
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
      {!error && <HolderLine holder={form.accountHolder} />}
      {isRemembered && (
        <p className="text-small text-muted">
          <Trans>Ví và tài khoản được nhớ trên thiết bị này.</Trans>{' '}
          <button className="inline-flex min-h-6 items-center font-semibold text-brand underline" onClick={forgetAccounts} type="button">
            <Trans>Xóa</Trans>
          </button>
        </p>
      )}
    </div>
  );
}
