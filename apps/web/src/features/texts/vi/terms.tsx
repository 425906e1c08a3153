import type { PageText } from '../text-page.tsx';

/** Terms of service, in Vietnamese. */
export const TERMS: PageText = {
  title: 'Điều khoản sử dụng',
  description: 'Điều khoản khi mua, bán và đổi tiền điện tử: giá, thanh toán, hoàn tiền, kiểm tra và trách nhiệm.',
  body: ({ brand, email, loginFrom, kycFrom }) => (
    <>
      <p>Khi tạo đơn hàng tại {brand}, bạn đồng ý với các điều khoản dưới đây.</p>
      <h2>1. Đơn hàng và giá</h2>
      <ul>
        <li>Giá, phí và số tiền nhận được hiện trước khi bạn tạo đơn và được giữ cho đến khi đơn hết thời gian chờ thanh toán.</li>
        <li>Nếu giá thay đổi bất lợi cho bạn trong lúc bạn đang nhập, đơn chưa được tạo và bạn được xem giá mới trước.</li>
        <li>Bạn chịu trách nhiệm về địa chỉ ví và tài khoản nhận do bạn nhập. Hãy đối chiếu tên chủ tài khoản và mạng trước khi tiếp tục.</li>
      </ul>
      <h2>2. Thanh toán</h2>
      <ul>
        <li>Chuyển đúng số tiền, đúng nội dung, từ tài khoản hoặc ví của chính bạn, trong thời gian chờ của đơn.</li>
        <li>Không nhận tiền chuyển từ ATM, tiền mặt nộp tại quầy và ví điện tử di động.</li>
        <li>
          Khoản chuyển thiếu, dư hoặc muộn không bị mất: bạn được chọn chuyển thêm, đổi theo số đã nhận, hoặc nhận lại tiền như trang đơn hàng hướng
          dẫn.
        </li>
      </ul>
      <h2>3. Hoàn tất và hoàn tiền</h2>
      <ul>
        <li>Giao dịch đã hoàn tất không thể đảo ngược.</li>
        <li>
          Khi hoàn tiền, phí hoàn do bạn chịu và được báo trước. Trong hạn mức hằng ngày, tiền được hoàn tự động về ví đã chuyển, hoặc về tài khoản
          hay ví bạn đã khai khi tạo đơn; khoản hoàn đến 5.000.000 đ về tài khoản hoặc ví khác đứng tên bạn cũng vậy. Các trường hợp còn lại chờ nhân
          viên duyệt.
        </li>
        <li>Mã e-voucher có hiệu lực 30 ngày; hãy sử dụng và giữ kín.</li>
      </ul>
      <h2>4. Tài khoản và xác minh</h2>
      <ul>
        <li>
          {loginFrom === null ? 'Đơn mua và bán cần đăng nhập.' : `Đơn từ ${loginFrom} trở lên cần đăng nhập.`} Đơn từ {kycFrom} trở lên cần xác minh
          danh tính. Giấy tờ thường được duyệt trong 5–10 phút, chậm nhất 8 giờ.
        </li>
        <li>Bạn phải đủ 18 tuổi và không dùng dịch vụ cho mục đích trái pháp luật.</li>
      </ul>
      <h2>5. Kiểm tra và tạm giữ</h2>
      <ul>
        <li>
          Chúng tôi có thể tạm giữ một giao dịch hoặc yêu cầu thêm thông tin khi người chuyển khác với thông tin đã khai, khi có dấu hiệu lừa đảo, rửa
          tiền, hoặc theo yêu cầu của cơ quan có thẩm quyền.
        </li>
        <li>Ngân hàng và nhà cung cấp có thể giữ một khoản chuyển từ vài phút đến 12 giờ.</li>
        <li>Gửi yêu cầu hàng loạt hoặc cố tình làm gián đoạn dịch vụ có thể khiến mạng của bạn bị chặn.</li>
      </ul>
      <h2>6. Hỗ trợ</h2>
      <p>Thắc mắc về một giao dịch được nhận trong vòng 30 ngày kể từ ngày giao dịch, qua {email}.</p>
      <h2>7. Riêng tư</h2>
      <p>
        Chúng tôi chỉ giữ những gì cần để xử lý đơn: số tài khoản, địa chỉ ví, tên chủ tài khoản và dữ liệu giao dịch. Chúng tôi không bán dữ liệu này
        cho bên thứ ba. Trang công khai chỉ hiện giao dịch không kèm thông tin của ai.
      </p>
    </>
  ),
};
