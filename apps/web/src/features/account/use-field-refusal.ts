import { useLingui } from '@lingui/react/macro';
import { refusalOf } from '@quydoi/client/errors';

/** Fields of account forms that the server refuses. */
export type RefusedField = 'password' | 'newPassword' | 'code';

const FIELDS: Readonly<Record<string, RefusedField>> = {
  CREDENTIALS_INVALID: 'password',
  PASSWORD_COMMON: 'newPassword',
  CODE_INVALID: 'code',
  CODE_USED: 'code',
};

/** Returns a function that reads which field a call of a customer who is logged in was refused for, and why; null where it is about no field. */
export function useFieldRefusal(): (error: unknown) => { readonly field: RefusedField; readonly message: string } | null {
  const { t } = useLingui();
  return (error) => {
    const refusal = refusalOf(error);
    const field = refusal === null ? undefined : FIELDS[refusal.code];
    if (refusal === null || field === undefined) return null;
    // The server's words are about a login.
    return { field, message: field === 'password' ? t`Mật khẩu chưa đúng` : refusal.message };
  };
}
