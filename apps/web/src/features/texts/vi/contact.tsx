import type { PageText } from '../text-page.tsx';
import type { Traded } from '../traded.ts';

/** Contact page, in Vietnamese. */
export const CONTACT: PageText = {
  title: 'Liên hệ và hỏi đáp',
  description: 'Cách liên hệ hỗ trợ và trả lời những câu hỏi thường gặp về mua, bán, đổi tiền điện tử.',
  body: ({ hours, heldMinutes, traded, email, loginFrom, kycFrom }) => (
    <>
      <p>
        Email: {email}. Nhân viên trực {hours} hằng ngày; email được trả lời trong vòng 24 giờ. Chúng tôi không hỗ trợ qua điện thoại: người gọi điện
        tự xưng là nhân viên của chúng tôi là kẻ giả mạo.
      </p>
      <p>
        Hãy ghi mã đơn hàng (mười ký tự, cũng là nội dung chuyển khoản). Chúng tôi nhận thắc mắc về một giao dịch trong vòng 30 ngày kể từ khi giao
        dịch.
      </p>
      <h2 id="faq">Câu hỏi thường gặp</h2>
      <h3>Bao lâu thì tôi nhận được tiền?</h3>
      <p>
        Thường là vài giây sau khi chúng tôi nhận được khoản chuyển của bạn.{' '}
        {traded.onChains !== '' && `Với ${traded.onChains} cần chờ mạng xác nhận: ${waitsOf(traded)}. `}
        Khi ngân hàng hoặc nhà cung cấp tạm giữ giao dịch, có thể mất từ vài phút đến 12 giờ; trang đơn hàng luôn cho biết đang ở bước nào.
      </p>
      <h3>Tôi có thể đóng trình duyệt không?</h3>
      <p>Được. Đơn được xử lý tự động trên máy chủ. Mở lại bằng đường dẫn đơn hàng hoặc tra mã đơn tại trang Tra cứu đơn.</p>
      <h3>Tôi phải chuyển tiền trong bao lâu?</h3>
      <p>
        Giá của đơn được giữ {heldMinutes} phút, đếm ngược trên trang đơn hàng. Tiền đến muộn hơn chúng tôi vẫn tìm thấy: nếu giá mới không bất lợi
        cho bạn, đơn tự hoàn tất đúng như ban đầu; nếu không, bạn chọn nhận theo giá mới hoặc nhận lại tiền.
      </p>
      <h3>Tôi chuyển sai số tiền hoặc quên nội dung thì sao?</h3>
      <p>
        Mở trang đơn hàng. Nếu thiếu, bạn chuyển thêm phần còn thiếu, đổi theo số đã nhận hoặc nhận lại tiền. Nếu dư, bạn đổi cả phần dư hoặc nhận lại
        phần dư. Nếu quên nội dung chuyển khoản, hãy gửi mã đơn và ảnh biên lai cho bộ phận hỗ trợ.
      </p>
      <h3>Làm sao để sửa hoặc hủy đơn?</h3>
      <p>Muốn sửa, hãy tạo đơn mới. Muốn hủy, bấm Hủy đơn trên trang đơn hàng hoặc chỉ cần không chuyển tiền; đơn tự hủy khi hết giờ.</p>
      <h3>Những cách chuyển nào không được nhận?</h3>
      <p>Chuyển từ cây ATM, nộp tiền mặt tại quầy và chuyển từ ví điện tử di động. Hãy chuyển từ ứng dụng ngân hàng của chính bạn.</p>
      <h3>Có cần đăng ký hay xác minh danh tính không?</h3>
      <p>
        {loginFrom === null ? 'Đơn mua và bán cần đăng nhập.' : `Đơn dưới ${loginFrom} không cần đăng nhập.`} Đơn từ {kycFrom} cần xác minh danh tính.
        Đơn cần gì luôn được báo trước khi bạn chuyển tiền.
      </p>
      {traded.has('wmz') && (
        <>
          <h3>Ví WebMoney báo vượt hạn mức?</h3>
          <p>Hãy nâng hạn mức nhận lên không giới hạn trong phần mềm ví WebMoney rồi báo cho chúng tôi; đơn sẽ được chuyển lại.</p>
        </>
      )}
      <h3>Vì sao không nên chia sẻ đường dẫn đơn hàng?</h3>
      <p>Ai có đường dẫn đầy đủ đều xem và thao tác được trên đơn, kể cả xem mã voucher. Hãy giữ cho riêng bạn.</p>
    </>
  ),
};

function waitsOf({ waits }: Traded): string {
  return waits.map(({ minutes, on }) => `${minutes === 0 ? 'chưa đến một phút' : `khoảng ${minutes} phút`} với ${on}`).join(', ');
}
