import { useLingui } from '@lingui/react/macro';
import { EMAIL_LENGTH_MAX, PASSWORD_LENGTH, USERNAME_LENGTH } from '@quydoi/domain/constants';

/** As much as an address shows of being one: the server decides. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const USERNAME = /^[A-Za-z0-9]+$/;

/** Rules of the fields of account forms, each a message or true. The server has the same. */
export function useFieldRules() {
  const { t } = useLingui();
  const { min, max } = PASSWORD_LENGTH;
  return {
    email: (text: string) => {
      const email = text.trim();
      if (email === '') return t`Vui lòng nhập email`;
      return (EMAIL.test(email) && email.length <= EMAIL_LENGTH_MAX) || t`Email không hợp lệ`;
    },
    /** Of an account that exists: one of another length is simply wrong. */
    presentPassword: (text: string) => text !== '' || t`Vui lòng nhập mật khẩu`,
    password: (text: string) => {
      if (text === '') return t`Vui lòng nhập mật khẩu`;
      return (text.length >= min && text.length <= max) || t`Mật khẩu gồm ${min} đến ${max} ký tự`;
    },
    sameAs: (other: string) => (text: string) => text === other || t`Hai mật khẩu không khớp`,
    username: (text: string) => {
      const name = text.trim();
      const isRight = USERNAME.test(name) && name.length >= USERNAME_LENGTH.min && name.length <= USERNAME_LENGTH.max;
      return name === '' || isRight || t`Tên đăng nhập gồm ${USERNAME_LENGTH.min} đến ${USERNAME_LENGTH.max} chữ cái hoặc chữ số`;
    },
    /** Of the second factor: six digits, or a recovery code. */
    code: (text: string) => {
      const code = text.replace(/[\s-]/g, '');
      if (code === '') return t`Vui lòng nhập mã`;
      return /^(\d{6}|[a-z\d]{10})$/i.test(code) || t`Mã gồm 6 chữ số, mã khôi phục gồm 10 chữ và số`;
    },
    login: (text: string) => text.trim() !== '' || t`Vui lòng nhập email hoặc tên đăng nhập`,
  } as const;
}
