import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders/order-view';
import { CLAIM_ACCOUNT_LENGTH_MAX, CLAIM_BANK_LENGTH_MAX, CLAIM_REFERENCE_LENGTH_MAX, type ClaimProblem } from '@quydoi/domain/claim/claim';
import { networkOf } from '@quydoi/domain/currencies';
import { Field, fieldProps, Input } from '@quydoi/ui/field';
import type { ReactNode } from 'react';
import type { ClaimDraft } from './claim-draft.ts';
import { PaidAgo } from './paid-ago.tsx';
import { SentCurrency } from './sent-currency.tsx';
import { SentOnNetwork } from './sent-on-network.tsx';
import { useProblemText } from './use-problem-text.ts';

interface ClaimFieldsProps {
  readonly order: OrderView;
  readonly draft: ClaimDraft;
  readonly problems: readonly ClaimProblem[];
  onChange(draft: ClaimDraft): void;
}

/** Fields of a claim, named as the customer's bank, wallet or chain names them. */
export function ClaimFields({ order, draft, problems, onChange }: ClaimFieldsProps) {
  const { t } = useLingui();
  const problemText = useProblemText(order);
  const { address, attribution, explorer } = networkOf(order.from);
  const isBank = address.family === 'bank';
  const isChain = attribution.by === 'address';
  const errorOf = (field: keyof ClaimDraft) => {
    const problem = problems.find((each) => each.field === field);
    return problem && problemText(problem);
  };
  const optional = (
    <span className="shrink-0 text-muted text-small">
      <Trans>không bắt buộc</Trans>
    </span>
  );
  const ownEnd = order.sender?.slice(-draft.accountEnd.length) ?? '';
  // Not an error: a payment may come from another account than was declared.
  const isOther = isBank && draft.accountEnd.length > 2 && ownEnd !== '' && ownEnd !== draft.accountEnd;
  const textField = (name: 'bank' | 'accountEnd' | 'reference', label: ReactNode, hint: ReactNode, maxLength: number) => (
    <Field
      aside={(name === 'bank' || (name === 'reference' && draft.accountEnd !== '')) && optional}
      error={errorOf(name)}
      hint={hint}
      id={`claim-${name}`}
      label={label}
    >
      <Input
        {...fieldProps(`claim-${name}`, errorOf(name), hint)}
        autoCapitalize="none"
        autoComplete="off"
        maxLength={maxLength}
        onChange={(event) => onChange({ ...draft, [name]: event.target.value })}
        spellCheck={false}
        value={draft[name]}
      />
    </Field>
  );
  return (
    <>
      <Field error={errorOf('paidAt')} hint={<Trans>Theo giờ trên thiết bị của bạn.</Trans>} id="claim-paidAt" label={<Trans>Bạn chuyển lúc</Trans>}>
        <Input
          {...fieldProps('claim-paidAt', errorOf('paidAt'), true)}
          onChange={(event) => onChange({ ...draft, paidAt: event.target.value })}
          type="datetime-local"
          value={draft.paidAt}
        />
        <PaidAgo onChoose={(paidAt) => onChange({ ...draft, paidAt })} order={order} />
      </Field>
      {isBank && textField('bank', <Trans>Ngân hàng bạn đã dùng để chuyển</Trans>, undefined, CLAIM_BANK_LENGTH_MAX)}
      {isChain && (
        <>
          <SentOnNetwork chosen={draft.bank} onChoose={(bank) => onChange({ ...draft, bank, currency: '' })} order={order} />
          <SentCurrency chosen={draft.currency} network={draft.bank} onChoose={(currency) => onChange({ ...draft, currency })} order={order} />
        </>
      )}
      {textField(
        'accountEnd',
        isBank ? <Trans>Vài số cuối của tài khoản bạn dùng để chuyển</Trans> : <Trans>Vài ký tự cuối của ví bạn dùng để chuyển</Trans>,
        isOther ? (
          <Trans>Khác với tài khoản trong đơn (…{ownEnd}). Hãy xem lại, hoặc giữ nguyên nếu bạn chuyển từ tài khoản khác.</Trans>
        ) : (
          <Trans>Ít nhất 3 ký tự cuối. Nếu không nhớ, hãy nhập mã giao dịch.</Trans>
        ),
        CLAIM_ACCOUNT_LENGTH_MAX,
      )}
      {textField(
        'reference',
        isBank ? <Trans>Mã giao dịch của ngân hàng bạn</Trans> : <Trans>Mã giao dịch</Trans>,
        explorer ? (
          t`Còn gọi là TxID hoặc hash, có trong ví đã chuyển. Dán cả đường dẫn ${explorer.name} cũng được.`
        ) : (
          <Trans>Có trên biên lai chuyển tiền.</Trans>
        ),
        CLAIM_REFERENCE_LENGTH_MAX,
      )}
    </>
  );
}
