import type { PageText } from '../text-page.tsx';

/** Scam warning, in Vietnamese. */
export const SCAM_WARNING: PageText = {
  title: 'Cảnh báo lừa đảo',
  description: 'Nhận biết trang giả mạo, người giả danh nhân viên và các chiêu lừa thường gặp khi giao dịch tiền điện tử.',
  body: ({ config, brand, email }) => (
    <>
      <p>Tiền điện tử đã chuyển thì không lấy lại được. Kẻ lừa đảo biết điều đó. Vài phút đọc trang này có thể giữ được tiền của bạn.</p>
      <h2>Chúng tôi không bao giờ</h2>
      <ul>
        <li>gọi điện cho bạn, hay nhắn tin trước để mời giao dịch;</li>
        <li>hỏi mật khẩu, mã OTP, khóa bí mật hay cụm từ khôi phục ví;</li>
        <li>yêu cầu bạn cài ứng dụng điều khiển từ xa;</li>
        <li>đưa số tài khoản nhận tiền qua tin nhắn: tài khoản và địa chỉ nhận chỉ có trên trang đơn hàng;</li>
        <li>yêu cầu nộp thêm “phí mở khóa”, “phí xác minh” hay “thuế” để rút tiền.</li>
      </ul>
      <h2>Kiểm tra trước khi chuyển</h2>
      <ol>
        <li>
          Nhìn thanh địa chỉ: tên miền phải đúng là <strong>{config.site.domain}</strong>. Trang giả thường đổi hoặc thêm một ký tự. Đừng vào từ quảng
          cáo.
        </li>
        <li>Đối chiếu tên chủ tài khoản trong ứng dụng ngân hàng với tên trên trang đơn hàng của {brand}.</li>
        <li>Giữ nguyên nội dung chuyển khoản là mã đơn. Ai bảo bạn ghi nội dung khác đều đáng ngờ.</li>
        <li>Dán địa chỉ ví xong, so lại mấy ký tự đầu và cuối: có phần mềm độc hại tráo địa chỉ khi dán.</li>
      </ol>
      <h2>Những chiêu thường gặp</h2>
      <ul>
        <li>
          <strong>Nhờ mua hộ.</strong> Ai đó nhờ bạn chuyển khoản hoặc nhận tiền hộ, rồi nhận tiền điện tử. Tiền đó thường của nạn nhân khác và tài
          khoản của bạn sẽ bị phong tỏa. Chỉ giao dịch cho chính mình.
        </li>
        <li>
          <strong>Đầu tư lãi cao, việc nhẹ lương cao, hẹn hò rồi rủ đầu tư.</strong> Bạn được hướng dẫn mua tiền điện tử rồi chuyển vào “sàn” của họ.
          Tiền chuyển đi sẽ không quay lại.
        </li>
        <li>
          <strong>Giả nhân viên hỗ trợ.</strong> Họ xin đường dẫn đơn hàng. Đường dẫn mở được mọi thứ của đơn, kể cả mã voucher: đừng gửi cho ai.
        </li>
        <li>
          <strong>Biên lai giả.</strong> Khi mua bán với người khác, chỉ tin khi tiền đã có trong tài khoản của bạn.
        </li>
      </ul>
      <h2>Nếu bạn nghi mình bị lừa</h2>
      <p>
        Nếu chưa chuyển, hãy dừng lại. Nếu đã chuyển, gọi ngay cho ngân hàng của bạn, trình báo công an, và gửi mã đơn cho {email}: khoản tiền chưa
        được chuyển tiếp có thể còn giữ lại được.
      </p>
    </>
  ),
};
