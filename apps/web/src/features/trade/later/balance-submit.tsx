import { useLingui as useMessages } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';
import { useTRPC } from '@quydoi/client/react';
import { Button } from '@quydoi/ui/button';
import { Notice } from '@quydoi/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { refusalText } from '../../../lib/error-text.ts';
import { formatAmount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale-context.tsx';
import { CurrentPasswordField } from '../../account/account-form.tsx';
import { CodeField } from '../../account/code-field.tsx';
import { ReadFailure } from '../../account/read-failure.tsx';
import { useFieldRefusal } from '../../account/use-field-refusal.ts';
import { fieldErrorText } from '../field-error-text.ts';
import type { FieldName } from '../field-errors.ts';
import { orderInputOf } from '../order-input.ts';
import { fieldId, type TradeFormState } from '../use-trade-form.ts';
import { tradeName, useTradeOrder } from '../use-trade-order.ts';
import { type BalanceSides, REPLACED_FIELDS } from './by-balance.ts';
import { FittingQuantity } from './fitting-quantity.tsx';

interface BalanceSubmitProps {
  readonly form: TradeFormState;
  /** At least one of them is chosen. */
  readonly sides: BalanceSides;
}

/** Orders by balances. Paying from it takes what only its owner has: a code of the second factor, or the password. */
export function BalanceSubmit({ form, sides: { from, to } }: BalanceSubmitProps) {
  const { t } = useLingui();
  const { i18n } = useMessages();
  const { locale } = useLocale();
  const { offer, quote, walletRead } = form;
  const order = useTradeOrder(tradeName(offer));
  const refusedField = useFieldRefusal();
  const payer = from?.isChosen ? from : null;
  const isPaying = payer !== null;
  const toBalance = to?.isChosen === true;
  const replaced = [payer, toBalance ? to : null].flatMap((side) => side?.replaces ?? []);
  const isAsked = (field: FieldName) => !replaced.some((what) => REPLACED_FIELDS[what].includes(field));
  const factor = useQuery(useTRPC().accounts.twoFactor.queryOptions(undefined, { enabled: isPaying, retry: false }));
  const hasCode = factor.data !== undefined && factor.data.twoFactor !== 'none';
  // Until it is known, there is nothing to type the secret into.
  const isFactorMissing = isPaying && factor.data === undefined;
  const [secret, setSecret] = useState('');
  const [isTried, setTried] = useState(false);
  const priced = quote.refusal === null ? quote.priced : null;
  const lacking = payer !== null && priced !== null && priced.amountSent > payer.balance ? priced.amountSent - payer.balance : null;
  const problem = (): readonly [text: string, id: string] | null => {
    // The server waits for the name of a wallet's holder itself.
    const [first] = [...form.fieldErrors].filter(([field, { reason }]) => isAsked(field) && reason !== 'waiting');
    if (first) return [fieldErrorText(i18n, locale, offer, ...first), fieldId(offer, first[0])];
    if (priced === null) return [t`Vui lòng nhập số lượng hợp lệ.`, fieldId(offer, 'quantity')];
    if (isPaying && secret === '') return [hasCode ? t`Vui lòng nhập mã xác thực.` : t`Vui lòng nhập mật khẩu.`, SECRET_ID];
    return null;
  };
  const [missing, missingId] = (isTried && problem()) || [];
  const submit = () => {
    const found = problem();
    setTried(found !== null);
    if (found !== null) return document.getElementById(found[1])?.focus();
    const input = orderInputOf(offer, {
      quantity: form.quantity,
      wallet: isAsked('wallet') ? (walletRead ?? form.wallet.trim()) : '',
      ...(isAsked('bank')
        ? { account: form.account, bank: form.bank, typedHolder: form.typedHolder }
        : { account: '', bank: undefined, typedHolder: '' }),
      coupon: form.coupon,
    });
    const fromBalance = hasCode ? { code: secret } : { password: secret };
    void order.submit({ ...input, ...(isPaying && { fromBalance }), ...(toBalance && { toBalance }) });
  };
  const button = useFormSubmit(submit);
  const refused = refusedField(order.error);
  const refusal = refusalOf(order.error);
  // Of a balance that is short it is the balance.
  const fitting = refusal?.code === 'BALANCE_SHORT' ? undefined : refusal?.params.n;
  const isSecretMissing = missingId === SECRET_ID;
  const field = {
    error: isSecretMissing ? missing : refused?.message,
    id: SECRET_ID,
    onChange: (event: { readonly target: { readonly value: string } }) => {
      if (refused !== null) order.clearError();
      setSecret(event.target.value);
    },
    value: secret,
  };
  const amount = priced && (isPaying ? formatAmount(offer.from, priced.amountSent, locale) : formatAmount(offer.to, priced.amountReceived, locale));
  return (
    <div className="grid gap-3">
      {isPaying &&
        factor.data !== undefined &&
        (hasCode ? <CodeField {...field} source={factor.data} onOtherKind={() => setSecret('')} /> : <CurrentPasswordField {...field} />)}
      {isFactorMissing && <ReadFailure reads={[factor]} />}
      {lacking !== null && <Lacking lacking={formatAmount(offer.from, lacking, locale)} />}
      {order.error !== null && refused === null && (
        <Notice look="danger" role="alert">
          <p>
            {refusalText(i18n, locale, order.error) ?? (
              <Trans>Mất kết nối nên chưa có phản hồi. Bấm lại để gửi tiếp; đơn không bị tạo hai lần.</Trans>
            )}
          </p>
          {fitting !== undefined && <FittingQuantity fitting={fitting} form={form} />}
        </Notice>
      )}
      <Button
        aria-describedby="balance-blocked"
        aria-disabled={problem() !== null}
        busy={order.busy}
        disabled={!offer.isOpen || form.isOld || lacking !== null || isFactorMissing}
        ref={button}
        type="submit"
        wide
      >
        {isPaying ? (
          amount ? (
            <Trans>Trả {amount} từ số dư</Trans>
          ) : (
            <Trans>Trả từ số dư</Trans>
          )
        ) : amount ? (
          <Trans>Tiếp tục · nhận {amount} vào số dư</Trans>
        ) : (
          <Trans>Tiếp tục</Trans>
        )}
      </Button>
      <p className="min-h-5 text-center text-muted text-small" id="balance-blocked" role={missing && !isSecretMissing ? 'alert' : undefined}>
        {lacking !== null ? (
          <Trans>Số dư không đủ.</Trans>
        ) : missing !== undefined && !isSecretMissing ? (
          missing
        ) : isPaying ? (
          <Trans>Số dư bị trừ ngay, và đơn được xử lý ngay.</Trans>
        ) : (
          <Trans>Tiền vào số dư của bạn; rút về sau lúc nào cũng được.</Trans>
        )}
      </p>
    </div>
  );
}

const SECRET_ID = 'balance-secret';

/** Says how much the balance lacks, with a link to deposit more. The form's draft keeps what was typed. */
function Lacking({ lacking }: { readonly lacking: string }) {
  return (
    <Notice look="warn" role="status">
      <p>
        <Trans>Số dư còn thiếu {lacking}. Hãy nạp thêm, hoặc chọn cách trả khác ở trên.</Trans>
      </p>
      <Link className="inline-flex min-h-touch items-center font-semibold underline" href="/history/wallet">
        <Trans>Nạp tiền vào ví</Trans>
      </Link>
    </Notice>
  );
}

/**
 * Takes the form's submission, which Enter in any of its fields makes, in the place of an order by bank.
 * @returns for the form's button
 */
function useFormSubmit(submit: () => void): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const form = button.current?.form;
    const onSubmit = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      submit();
    };
    form?.addEventListener('submit', onSubmit);
    return () => form?.removeEventListener('submit', onSubmit);
  });
  return button;
}
