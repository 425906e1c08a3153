import type { PageProps } from '../../routes.tsx';
import { AccountPage, accountTexts } from './account-page.tsx';

/** Texts by language. */
export const texts = accountTexts(
  {
    title: 'Xác minh danh tính',
    description: 'Xác minh danh tính trực tuyến chưa mở.',
    lead: 'Xác minh danh tính trực tuyến chưa mở. Đừng gửi giấy tờ tùy thân qua email hay tin nhắn.',
  },
  {
    title: 'Identity verification',
    description: 'Online identity verification is not open yet.',
    lead: 'Online identity verification is not open yet. Please do not send identity documents by e-mail or chat.',
  },
);

/** Placeholder of the identity verification page. */
export function Page(_props: PageProps) {
  return <AccountPage texts={texts} />;
}
