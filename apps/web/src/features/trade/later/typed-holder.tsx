import { Trans, useLingui } from '@lingui/react/macro';
import { HOLDER_NAME_LENGTH_MAX, readHolderName } from '@quydoi/domain/bank/holder-name';
import { Field, fieldProps, Input } from '@quydoi/ui/field';
import { useState } from 'react';
import { useLaterMessages } from './use-later-messages.ts';

interface TypedHolderProps {
  readonly id: string;
  /** The name entered so far, as banks write it; empty if there is none. */
  readonly name: string;
  readonly error?: string | undefined;
  /** Receives the name as banks write it; empty while what is typed is none. */
  readonly onEnter: (name: string) => void;
  readonly onBlur: () => void;
}

/**
 * Field for the name of a bank account's holder, where the name cannot be looked up: as high as the line that the name would stand on, because it
 * comes seconds after the account was typed. The placeholder says why the field is there; once it is used, a
 * line below it says what a wrong name causes.
 */
export function TypedHolder({ id, name, error, onEnter, onBlur }: TypedHolderProps) {
  useLaterMessages();
  const { t } = useLingui();
  const [isUsed, setUsed] = useState(false);
  const [text, setText] = useState(name);
  const enter = (typed: string) => {
    setText(typed);
    onEnter(readHolderName(typed) ?? '');
  };
  const label = t`Tên chủ tài khoản`;
  const hint = isUsed && (
    <Trans>Tạm thời chưa tra được tên. Hãy nhập đúng tên chủ tài khoản tại ngân hàng; nếu sai tên, tiền có thể bị trả lại.</Trans>
  );
  return (
    <Field error={error} hint={hint} id={id}>
      <Input
        {...fieldProps(id, error, hint)}
        aria-label={label}
        autoCapitalize="characters"
        autoComplete="name"
        className="uppercase placeholder:normal-case"
        maxLength={HOLDER_NAME_LENGTH_MAX}
        onBlur={() => {
          // Shows the name as it was understood.
          setText((typed) => readHolderName(typed) ?? typed);
          onBlur();
        }}
        onChange={(event) => enter(event.target.value)}
        onFocus={() => setUsed(true)}
        placeholder={t`Chưa tra được tên, hãy nhập tên`}
        spellCheck={false}
        value={text}
      />
    </Field>
  );
}
