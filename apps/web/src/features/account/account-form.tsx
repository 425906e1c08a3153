import { Trans, useLingui } from '@lingui/react/macro';
import { Button, buttonClass } from '@quydoi/ui/button';
import { Card } from '@quydoi/ui/card';
import { Field, fieldProps, Input } from '@quydoi/ui/field';
import { Notice } from '@quydoi/ui/notice';
import { type ComponentProps, type FormEventHandler, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { CallFailure } from './call-failure.tsx';

interface FieldsProps {
  readonly onSubmit: FormEventHandler;
  /** What the call failed with; shown above the button, unless a field shows it. */
  readonly error: unknown;
  readonly busy: boolean;
  readonly submit: ReactNode;
  /** What the form does cannot be undone, or takes a protection away. */
  readonly isDangerous?: boolean;
  /** Closes a form that was opened on its page. */
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

/** Fields of a form in one column, with the button that sends them. */
export function FormFields({ onSubmit, error, busy, submit, isDangerous, onCancel, children }: FieldsProps) {
  return (
    // Submitted before hydration, this method does nothing: a native GET would put the password into the URL.
    <form className="grid grid-cols-1 gap-4" method="dialog" noValidate onSubmit={onSubmit}>
      {children}
      {error !== null && <CallFailure error={error} />}
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} className="grow" look={isDangerous ? 'danger' : 'primary'} type="submit">
          {submit}
        </Button>
        {onCancel && (
          <Button className="grow" look="secondary" onClick={onCancel}>
            <Trans>Quay lại</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}

type AccountFormProps = Omit<FieldsProps, 'onCancel'> & {
  readonly title: ReactNode;
  /** Another way to do the same, below the form. */
  readonly otherWay?: ReactNode;
  /** Links below that. */
  readonly below?: ReactNode;
};

/** A form on a page of its own that enters or opens an account. */
export function AccountForm({ title, otherWay, below, ...fields }: AccountFormProps) {
  return (
    <div className="mx-auto grid w-full max-w-md grid-cols-1 gap-4">
      <h1 className="font-semibold text-title">{title}</h1>
      <Card>
        <FormFields {...fields} />
      </Card>
      {otherWay}
      {below && <div className="flex flex-wrap justify-between gap-x-4">{below}</div>}
    </div>
  );
}

interface FormDoneProps {
  readonly title: ReactNode;
  /** Where the customer goes on to log in. */
  readonly loginPath: string;
  readonly children: ReactNode;
}

/** Takes the place of a form that has done what it is for, until the customer logs in. */
export function FormDone({ title, loginPath, children }: FormDoneProps) {
  return (
    <div className="mx-auto grid w-full max-w-md grid-cols-1 gap-4">
      <h1 className="font-semibold text-title">{title}</h1>
      <Notice look="ok" role="status">
        <span className="wrap-anywhere">{children}</span>
      </Notice>
      <Link className={buttonClass({ look: 'secondary', wide: true })} href={loginPath}>
        <Trans>Đăng nhập</Trans>
      </Link>
    </div>
  );
}

interface FormLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

const FORM_LINK = 'inline-flex min-h-touch items-center font-semibold text-brand no-underline hover:underline';

/** A link from one form of accounts to another. */
export function FormLink({ href, children }: FormLinkProps) {
  return (
    <Link className={FORM_LINK} href={href}>
      {children}
    </Link>
  );
}

/** A button that looks like a {@link FormLink}. */
export function FormButton({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button className={FORM_LINK} onClick={onClick} type="button">
      {children}
    </button>
  );
}

type TextFieldProps = ComponentProps<'input'> & {
  readonly id: string;
  readonly label: ReactNode;
  /** Content at the end of the label's line. */
  readonly aside?: ReactNode;
  readonly hint?: ReactNode;
  readonly error: string | undefined;
};

/** A labelled text input with its error. */
export function TextField({ id, label, aside, hint, error, ...input }: TextFieldProps) {
  return (
    <Field aside={aside} error={error} hint={hint} id={id} label={label}>
      <Input {...fieldProps(id, error, hint)} {...input} />
    </Field>
  );
}

/** A password, which can be shown while it is typed. */
export function PasswordField({ id, label, hint, error, ...input }: Omit<TextFieldProps, 'aside'>) {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  const toggle = (
    <button
      aria-controls={id}
      aria-label={t`Hiện mật khẩu`}
      aria-pressed={isShown}
      className="-mr-2 inline-flex min-h-touch items-center rounded-field px-2 font-semibold text-brand text-small"
      onClick={() => setShown(!isShown)}
      type="button"
    >
      {isShown ? <Trans>Ẩn</Trans> : <Trans>Hiện</Trans>}
    </button>
  );
  return (
    <Field error={error} hint={hint} id={id} label={label}>
      <Input
        {...fieldProps(id, error, hint)}
        {...input}
        autoCapitalize="none"
        autoCorrect="off"
        end={toggle}
        spellCheck={false}
        type={isShown ? 'text' : 'password'}
      />
    </Field>
  );
}

/** The password that the account has now, which an act takes to be sure of its owner. */
export function CurrentPasswordField(input: Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete'>) {
  const { t } = useLingui();
  return <PasswordField {...input} autoComplete="current-password" label={t`Mật khẩu hiện tại`} />;
}
