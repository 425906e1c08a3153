import { Trans } from '@lingui/react/macro';
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

/** Field for the name of a bank account's holder, where the name cannot be looked up. */
export function TypedHolder({ id, name, error, onEnter, onBlur }: TypedHolderProps) {
  useLaterMessages();
  const [text, setText] = useState(name);
  const enter = (typed: string) => {
    setText(typed);
    onEnter(readHolderName(typed) ?? '');
  };
  const hint = <Trans>Tạm thời chưa tra được tên. Hãy nhập đúng tên chủ tài khoản tại ngân hàng; nếu sai tên, tiền có thể bị trả lại.</Trans>;
  return (
    <Field error={error} hint={hint} id={id} label={<Trans>Tên chủ tài khoản</Trans>}>
      <Input
        {...fieldProps(id, error, hint)}
        autoCapitalize="characters"
        autoComplete="name"
        className="uppercase"
        maxLength={HOLDER_NAME_LENGTH_MAX}
        onBlur={() => {
          // Shows the name as it was understood.
          setText((typed) => readHolderName(typed) ?? typed);
          onBlur();
        }}
        onChange={(event) => enter(event.target.value)}
        spellCheck={false}
        value={text}
      />
    </Field>
  );
}
