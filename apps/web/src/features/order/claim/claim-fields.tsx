import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderView } from '@quydoi/contract/orders';
import { CLAIM_ACCOUNT_LENGTH_MAX, CLAIM_BANK_LENGTH_MAX, CLAIM_REFERENCE_LENGTH_MAX, type ClaimProblem } from '@quydoi/domain/claim/claim';
import { networkOf } from '@quydoi/domain/currencies';
import { Field, fieldProps, Input } from '@quydoi/ui/field';
import type { ReactNode } from 'react';
import type { ClaimDraft } from './claim-draft.ts';
import { PaidAgo } from './paid-ago.tsx';

interface ClaimFieldsProps {
  readonly order: OrderView;
  readonly draft: ClaimDraft;
  readonly problem: ClaimProblem | null;
  onChange(draft: ClaimDraft): void;
}

/** Fields of a claim, named as the customer's bank, wallet or chain names them. */
export function ClaimFields({ order, draft, problem, onChange }: ClaimFieldsProps) {
  const { t } = useLingui();
  const { family } = networkOf(order.from).address;
  const isBank = family === 'bank';
  const isChain = networkOf(order.from).attribution.by === 'address';
  const messages: Record<ClaimProblem['problem'], string> = {
    required: problem?.field === 'accountEnd' ? t`Vui lòng nhập mục này hoặc mã giao dịch.` : t`Vui lòng chọn lúc bạn đã chuyển.`,
    future: t`Thời điểm này chưa đến. Vui lòng xem lại ngày giờ.`,
    beforeOrder: t`Lúc đó đơn chưa được tạo. Vui lòng xem lại ngày giờ.`,
    invalid:
      problem?.field === 'accountEnd' ? t`Nhập ít nhất 3 chữ số hoặc chữ cái cuối cùng.` : t`Mã này có ký tự lạ. Hãy sao chép lại từ biên lai.`,
  };
  const errorOf = (field: keyof ClaimDraft) => (problem?.field === field ? messages[problem.problem] : undefined);
  const textField = (name: 'bank' | 'accountEnd' | 'reference', label: ReactNode, hint: ReactNode, maxLength: number) => (
    <Field error={errorOf(name)} hint={hint} id={`claim-${name}`} label={label}>
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
      {!isChain &&
        textField(
          'bank',
          isBank ? <Trans>Ngân hàng bạn đã dùng để chuyển</Trans> : <Trans>Ví bạn đã dùng để chuyển</Trans>,
          undefined,
          CLAIM_BANK_LENGTH_MAX,
        )}
      {textField(
        'accountEnd',
        isBank ? <Trans>Vài số cuối của tài khoản đã chuyển</Trans> : <Trans>Vài ký tự cuối của ví đã chuyển</Trans>,
        <Trans>Ít nhất 3 ký tự cuối. Nếu không nhớ, hãy nhập mã giao dịch.</Trans>,
        CLAIM_ACCOUNT_LENGTH_MAX,
      )}
      {textField(
        'reference',
        <Trans>Mã giao dịch</Trans>,
        isChain ? <Trans>Còn gọi là TxID hoặc hash, có trong ví đã chuyển.</Trans> : <Trans>Có trên biên lai.</Trans>,
        CLAIM_REFERENCE_LENGTH_MAX,
      )}
    </>
  );
}
