import type { MessageDescriptor } from '@lingui/core';

/**
 * Texts of mails, by kind and part, looked up by message id (`compose-mail.ts`). Only the server loads them.
 * @public lingui extracts the messages from here.
 */
export const MAIL_TEXTS = {
  footer: /*i18n*/ {
    id: 'mail.footer',
    message: 'Quy Đổi không bao giờ hỏi mật khẩu, mã OTP hay mã voucher của bạn qua email, điện thoại hoặc tin nhắn.',
  },
  linkHint: /*i18n*/ { id: 'mail.linkHint', message: 'Nếu nút không bấm được, hãy chép địa chỉ này vào trình duyệt:' },
  when: /*i18n*/ { id: 'mail.when', message: 'Thời gian: {at}' },
  where: /*i18n*/ { id: 'mail.where', message: 'Địa chỉ IP: {ip}' },
  device: /*i18n*/ { id: 'mail.device', message: 'Thiết bị: {userAgent}' },
  resetButton: /*i18n*/ { id: 'mail.resetButton', message: 'Đặt lại mật khẩu' },
  verifySubject: /*i18n*/ { id: 'mail.verify-email.subject', message: 'Xác nhận email của bạn' },
  verifyBody: /*i18n*/ {
    id: 'mail.verify-email.body',
    message: 'Cảm ơn bạn đã đăng ký. Hãy bấm nút dưới đây để xác nhận rằng đây là email của bạn. Liên kết có hiệu lực trong {hours} giờ.',
  },
  verifyButton: /*i18n*/ { id: 'mail.verify-email.button', message: 'Xác nhận email' },
  verifyElse: /*i18n*/ { id: 'mail.verify-email.else', message: 'Nếu bạn không đăng ký tài khoản, hãy bỏ qua email này.' },
  resetSubject: /*i18n*/ { id: 'mail.reset-password.subject', message: 'Đặt lại mật khẩu' },
  resetBody: /*i18n*/ {
    id: 'mail.reset-password.body',
    message:
      'Có yêu cầu đặt lại mật khẩu cho tài khoản của bạn. Liên kết dưới đây có hiệu lực trong {minutes} phút và chỉ dùng được một lần. Khi đặt mật khẩu mới, mọi khóa truy cập (passkey) của tài khoản sẽ bị xóa.',
  },
  resetElse: /*i18n*/ {
    id: 'mail.reset-password.else',
    message: 'Nếu bạn không yêu cầu, hãy bỏ qua email này: mật khẩu của bạn vẫn giữ nguyên.',
  },
  hasAccountSubject: /*i18n*/ { id: 'mail.has-account.subject', message: 'Bạn đã có tài khoản' },
  hasAccountBody: /*i18n*/ {
    id: 'mail.has-account.body',
    message:
      'Có người vừa đăng ký bằng email này, nhưng email này đã có tài khoản. Nếu là bạn, hãy đăng nhập; nếu quên mật khẩu, hãy đặt lại tại {forgotPage}',
  },
  hasAccountButton: /*i18n*/ { id: 'mail.has-account.button', message: 'Đăng nhập' },
  hasAccountElse: /*i18n*/ { id: 'mail.has-account.else', message: 'Nếu không phải bạn, hãy bỏ qua email này: tài khoản của bạn không thay đổi.' },
  signInSubject: /*i18n*/ { id: 'mail.new-sign-in.subject', message: 'Đăng nhập từ thiết bị mới' },
  signInBody: /*i18n*/ { id: 'mail.new-sign-in.body', message: 'Tài khoản của bạn vừa được đăng nhập từ một thiết bị chưa từng dùng trước đây.' },
  signInElse: /*i18n*/ {
    id: 'mail.new-sign-in.else',
    message: 'Nếu không phải bạn, hãy đặt lại mật khẩu ngay: mọi thiết bị sẽ bị đăng xuất và mọi khóa truy cập (passkey) bị xóa.',
  },
  changedSubject: /*i18n*/ { id: 'mail.password-changed.subject', message: 'Mật khẩu đã được thay đổi' },
  changedBody: /*i18n*/ {
    id: 'mail.password-changed.body',
    message: 'Mật khẩu tài khoản của bạn vừa được thay đổi, và mọi thiết bị khác đã bị đăng xuất.',
  },
  changedElse: /*i18n*/ { id: 'mail.password-changed.else', message: 'Nếu không phải bạn, hãy đặt lại mật khẩu ngay.' },
  factorOnSubject: /*i18n*/ { id: 'mail.two-factor-on.subject', message: 'Đã bật xác thực hai lớp' },
  factorOnBody: /*i18n*/ {
    id: 'mail.two-factor-on.body',
    message:
      'Từ nay, khi đăng nhập bằng mật khẩu bạn cần nhập thêm mã xác thực. Mọi thiết bị khác đã bị đăng xuất. Hãy giữ các mã khôi phục ở nơi an toàn.',
  },
  factorOnElse: /*i18n*/ {
    id: 'mail.two-factor-on.else',
    message: 'Nếu không phải bạn, hãy đặt lại mật khẩu ngay và liên hệ với chúng tôi để lấy lại tài khoản.',
  },
  factorOffSubject: /*i18n*/ { id: 'mail.two-factor-off.subject', message: 'Đã tắt xác thực hai lớp' },
  factorOffBody: /*i18n*/ {
    id: 'mail.two-factor-off.body',
    message: 'Từ nay chỉ cần mật khẩu để đăng nhập tài khoản của bạn. Mọi thiết bị khác đã bị đăng xuất.',
  },
  factorOffElse: /*i18n*/ {
    id: 'mail.two-factor-off.else',
    message: 'Nếu không phải bạn, hãy đặt lại mật khẩu ngay rồi bật lại xác thực hai lớp.',
  },
  codeUsedSubject: /*i18n*/ { id: 'mail.recovery-code-used.subject', message: 'Một mã khôi phục vừa được dùng' },
  codeUsedBody: /*i18n*/ {
    id: 'mail.recovery-code-used.body',
    message: 'Một mã khôi phục của bạn vừa được dùng thay cho mã xác thực. Mã đó không dùng lại được nữa.',
  },
  codeUsedElse: /*i18n*/ {
    id: 'mail.recovery-code-used.else',
    message: 'Nếu không phải bạn, hãy đặt lại mật khẩu ngay rồi tạo mã khôi phục mới.',
  },
  codesReplacedSubject: /*i18n*/ { id: 'mail.recovery-codes-replaced.subject', message: 'Đã tạo mã khôi phục mới' },
  codesReplacedBody: /*i18n*/ {
    id: 'mail.recovery-codes-replaced.body',
    message: 'Các mã khôi phục mới của bạn vừa được tạo. Các mã cũ không dùng được nữa, và mọi thiết bị khác đã bị đăng xuất.',
  },
  codesReplacedElse: /*i18n*/ {
    id: 'mail.recovery-codes-replaced.else',
    message: 'Nếu không phải bạn, hãy đặt lại mật khẩu ngay rồi tạo mã khôi phục mới.',
  },
  withdrawalSubject: /*i18n*/ { id: 'mail.withdrawal-asked.subject', message: 'Có lệnh rút tiền từ ví của bạn' },
  withdrawalBody: /*i18n*/ {
    id: 'mail.withdrawal-asked.body',
    message: 'Một lệnh rút tiền từ ví của bạn về tài khoản bạn đã lưu vừa được tạo. Lệnh và tình trạng có ở trang Ví của bạn.',
  },
  withdrawalElse: /*i18n*/ {
    id: 'mail.withdrawal-asked.else',
    message: 'Nếu không phải bạn, hãy đặt lại mật khẩu ngay và liên hệ với chúng tôi.',
  },
  passkeyAddedSubject: /*i18n*/ { id: 'mail.passkey-added.subject', message: 'Đã thêm khóa truy cập (passkey)' },
  passkeyAddedBody: /*i18n*/ {
    id: 'mail.passkey-added.body',
    message: 'Tài khoản của bạn vừa có thêm một khóa truy cập (passkey). Ai có khóa này đăng nhập được mà không cần mật khẩu hay mã xác thực.',
  },
  passkeyAddedElse: /*i18n*/ {
    id: 'mail.passkey-added.else',
    message: 'Nếu không phải bạn, hãy đặt lại mật khẩu ngay: mọi khóa truy cập sẽ bị xóa và mọi thiết bị bị đăng xuất.',
  },
  passkeyRemovedSubject: /*i18n*/ { id: 'mail.passkey-removed.subject', message: 'Đã xóa khóa truy cập (passkey)' },
  passkeyRemovedBody: /*i18n*/ {
    id: 'mail.passkey-removed.body',
    message: 'Một khóa truy cập (passkey) của tài khoản bạn vừa bị xóa và không đăng nhập được nữa. Mọi thiết bị khác đã bị đăng xuất.',
  },
  passkeyRemovedElse: /*i18n*/ { id: 'mail.passkey-removed.else', message: 'Nếu không phải bạn, hãy đặt lại mật khẩu ngay.' },
  passkeyCopiedSubject: /*i18n*/ { id: 'mail.passkey-copied.subject', message: 'Đã chặn một lần đăng nhập đáng ngờ' },
  passkeyCopiedBody: /*i18n*/ {
    id: 'mail.passkey-copied.body',
    message:
      'Một khóa truy cập (passkey) của bạn vừa được dùng để đăng nhập, nhưng có dấu hiệu cho thấy khóa đã bị sao chép, nên chúng tôi không cho đăng nhập.',
  },
  passkeyCopiedElse: /*i18n*/ {
    id: 'mail.passkey-copied.else',
    message: 'Hãy xóa khóa truy cập này trong trang Tài khoản rồi thêm khóa mới. Nếu không phải bạn vừa đăng nhập, hãy đặt lại mật khẩu ngay.',
  },
  deletedSubject: /*i18n*/ { id: 'mail.account-deleted.subject', message: 'Tài khoản đã được xóa' },
  deletedBody: /*i18n*/ {
    id: 'mail.account-deleted.body',
    message:
      'Tài khoản của bạn vừa được xóa cùng hồ sơ và mọi thiết bị đang đăng nhập. Các đơn đã tạo vẫn được giữ cho sổ sách nhưng không còn gắn với hồ sơ hay email của bạn.',
  },
  deletedButton: /*i18n*/ { id: 'mail.account-deleted.button', message: 'Mở tài khoản mới' },
  deletedElse: /*i18n*/ {
    id: 'mail.account-deleted.else',
    message: 'Nếu không phải bạn, có người đã biết mật khẩu của bạn: hãy đổi mật khẩu ở những nơi khác dùng chung và liên hệ với chúng tôi.',
  },
  contactSubject: /*i18n*/ { id: 'mail.contact-message.subject', message: 'Liên hệ: {subject}' },
  contactBody: /*i18n*/ {
    id: 'mail.contact-message.body',
    message: 'Có người gửi tin nhắn từ trang Liên hệ và ghi email {email}. Email này chưa được xác minh; trả lời thư này là trả lời tới email đó.',
  },
  contactElse: /*i18n*/ {
    id: 'mail.contact-message.else',
    message: 'Người gửi có thể không phải là chủ đơn hàng hay tài khoản được nhắc đến: đừng gửi thông tin của đơn hàng hay tài khoản.',
  },
} as const satisfies Record<string, MessageDescriptor>;
