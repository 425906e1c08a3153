import type { PageText } from '../text-page.tsx';

/** About page, in Vietnamese. */
export const ABOUT_US: PageText = {
  title: 'Giới thiệu',
  description: 'Dịch vụ mua, bán và đổi tiền điện tử bằng đồng Việt Nam: tự động, báo giá trước, 24/7, mọi ngân hàng Việt Nam.',
  body: ({ brand, hours, email, traded }) => (
    <>
      <p>
        {brand} giúp bạn mua, bán và đổi {traded.all} bằng đồng Việt Nam. Bạn chuyển khoản từ ứng dụng ngân hàng của mình, chúng tôi chuyển tiền điện
        tử vào ví của bạn; chiều bán thì ngược lại.
      </p>
      <h2>Chúng tôi làm gì khác</h2>
      <ul>
        <li>
          <strong>Biết giá trước khi chuyển.</strong> Tỷ giá, phí và số tiền nhận được hiện ngay khi bạn nhập số lượng. Giá được giữ trong suốt thời
          gian chờ thanh toán của đơn.
        </li>
        <li>
          <strong>Tự động 24/7.</strong> Hệ thống tự ghi nhận khoản chuyển của bạn theo nội dung chuyển khoản hoặc địa chỉ riêng của đơn; tiền thường
          được gửi đi trong vài giây, kể cả ban đêm và ngày nghỉ.
        </li>
        <li>
          <strong>Tiền của đơn nào được giữ riêng cho đơn đó.</strong> Khi đơn được tạo, số tiền trả cho bạn được giữ riêng từ dự trữ. Trang chủ cho
          biết dự trữ còn lại của từng loại tiền.
        </li>
        <li>
          <strong>Tiền chỉ đi tới nơi bạn đã nhập.</strong> Địa chỉ ví được kiểm tra mạng và ký tự ngay khi nhập; tên chủ ví và chủ tài khoản hiện ra
          để bạn đối chiếu.
        </li>
        <li>
          <strong>Không bắt buộc đăng ký.</strong> Đơn hàng nhỏ làm được ngay, không cần tài khoản.
        </li>
      </ul>
      <h2>Khi có điều không như ý</h2>
      <p>
        Chuyển thiếu, chuyển dư hay chuyển muộn đều không làm mất tiền: trang đơn hàng cho biết chúng tôi đã nhận bao nhiêu và bạn có thể chọn gì.
        Những gì máy không tự quyết định được thì nhân viên xử lý.
      </p>
      <p>
        Nhân viên trực {hours} hằng ngày và trả lời email {email} trong vòng 24 giờ. Khi liên hệ, hãy ghi mã đơn hàng gồm mười ký tự.
      </p>
    </>
  ),
};
