import type { PageProps } from '../../routes.tsx';
import { AccountPage, accountTexts } from './account-page.tsx';

/** Texts by language. */
export const texts = accountTexts(
  {
    title: 'Tài khoản khách hàng',
    description: 'Tài khoản khách hàng chưa mở.',
    lead: 'Tài khoản khách hàng chưa mở: chưa thể đăng nhập, đăng ký hay đặt lại mật khẩu.',
  },
  {
    title: 'Customer accounts',
    description: 'Customer accounts are not open yet.',
    lead: 'Customer accounts are not open yet: there is nothing to log in to, sign up for or reset a password of.',
  },
);

/** Placeholder of the sign-in, sign-up and password-reset pages. */
export function Page(_props: PageProps) {
  return <AccountPage texts={texts} />;
}
