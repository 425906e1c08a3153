import { Trans } from '@lingui/react/macro';
import { buttonClass } from '@quydoi/ui/button';
import { Link } from 'wouter';
import { type PageText, type PageTexts, TextPage } from '../texts/text-page.tsx';

/** Texts of an account page in one language. */
interface AccountText {
  readonly title: string;
  readonly description: string;
  /** First paragraph: the feature that is not available yet. */
  readonly lead: string;
}

/** Builds the texts of a page whose account feature is not available yet, with the alternatives. */
export function accountTexts(vi: AccountText, en: AccountText): PageTexts {
  return { vi: { ...vi, isPrivate: true, body: vietnamese(vi.lead) }, en: { ...en, isPrivate: true, body: english(en.lead) } };
}

/** Page of an account feature that is not available yet, with links to go on. */
export function AccountPage({ texts }: { readonly texts: PageTexts }) {
  return (
    <div className="mx-auto grid w-full max-w-xl grid-cols-1 gap-6">
      <TextPage texts={texts} />
      <div className="flex flex-wrap gap-3">
        <Link className={buttonClass()} href="/">
          <Trans>Về trang chủ</Trans>
        </Link>
        <Link className={buttonClass({ look: 'secondary' })} href="/history">
          <Trans>Tra cứu đơn</Trans>
        </Link>
      </div>
    </div>
  );
}

function vietnamese(lead: string): PageText['body'] {
  return ({ loginFrom, email, hours }) => (
    <>
      <p>{lead}</p>
      <p>
        {loginFrom === null
          ? 'Đơn mua và bán lúc này cần đăng nhập. Đơn đã tạo vẫn được xử lý bình thường.'
          : `Bạn không cần tài khoản cho đơn dưới ${loginFrom}: hãy tạo đơn ngay ở trang chủ. Đơn lớn hơn cần đăng nhập.`}
      </p>
      <p>
        Cần giúp đỡ? Viết cho {email}; nhân viên trực {hours} hằng ngày và trả lời trong vòng 24 giờ.
      </p>
    </>
  );
}

function english(lead: string): PageText['body'] {
  return ({ loginFrom, email, hours }) => (
    <>
      <p>{lead}</p>
      <p>
        {loginFrom === null
          ? 'Buying and selling need an account at the moment. Orders that were made go on as usual.'
          : `You need no account for orders below ${loginFrom}: make one on the home page right away. Larger ones need you to sign in.`}
      </p>
      <p>
        Do you need help? Write to {email}; our staff are there {hours} every day (Vietnam time) and answer within 24 hours.
      </p>
    </>
  );
}
