import type { PageText } from '../text-page.tsx';

/** Payment guide, in Vietnamese. */
export const PAYMENT: PageText = {
  title: 'Cách thanh toán',
  description: 'Chuyển khoản ngân hàng bằng VietQR, {currency}: cách gửi, cách nhận, thời gian.',
  body: ({ config, heldMinutes, traded }) => (
    <>
      <h2>Khi bạn mua: chuyển khoản ngân hàng</h2>
      <ol>
        <li>Tạo đơn, rồi mở ứng dụng ngân hàng và quét mã VietQR trên trang đơn hàng. Số tài khoản, số tiền và nội dung được điền sẵn.</li>
        <li>Nếu không quét được, sao chép từng dòng: số tài khoản, số tiền, nội dung chuyển khoản.</li>
        <li>Chuyển trong {heldMinutes} phút, khi giá còn được giữ, và giữ nguyên nội dung. Bạn có thể đóng trang sau khi chuyển.</li>
      </ol>
      <p>
        Nhận chuyển khoản từ {config.banks.length} ngân hàng có chuyển nhanh 24/7. Không nhận tiền chuyển từ ATM, tiền mặt nộp tại quầy và ví điện tử
        di động.
      </p>
      <h2>Khi bạn bán: nhận tiền về ngân hàng</h2>
      <p>
        Tiền được chuyển nhanh 24/7 tới tài khoản bạn nhập, từ 50.000 đ mỗi lần chuyển. Tên chủ tài khoản được tra và hiện ra trước khi bạn tạo đơn.
      </p>
      <h2>Các loại tiền điện tử</h2>
      <ul>
        {traded.has('pm') && (
          <li>
            <strong>Perfect Money (USD).</strong> Ví bắt đầu bằng chữ U. Khi bán, chuyển từ đúng ví bạn đã khai và ghi mã đơn ở phần nội dung. Không
            nhận ví EUR.
          </li>
        )}
        {traded.has('e-voucher') && (
          <li>
            <strong>PM e-Voucher.</strong> Khi bán hoặc đổi, nhập số voucher (10 ký tự) và mã kích hoạt (16 ký tự) trên trang đơn hàng. Khi mua, mã
            hiện trên trang đơn hàng và có hiệu lực 30 ngày.
          </li>
        )}
        {traded.has('wmz') && (
          <li>
            <strong>WebMoney (WMZ).</strong> Ví bắt đầu bằng chữ Z. Ví nhận cần có Formal Passport; ví mới dưới 7 ngày cần nâng cấp trước.
          </li>
        )}
        {traded.usdtNetworks !== '' && (
          <li>
            <strong>USDT.</strong> Chọn đúng mạng {traded.usdtNetworks} ở cả hai đầu. Gửi nhầm mạng có thể mất tiền. Mỗi đơn bán có một địa chỉ nhận
            riêng.
          </li>
        )}
        {traded.has('eth') && (
          <li>
            <strong>Ethereum (ETH).</strong> Gửi và nhận trên mạng Ethereum, không qua mạng lớp 2 như Arbitrum hay Base. Mỗi đơn bán có một địa chỉ
            nhận riêng, chỉ nhận ETH.
          </li>
        )}
        {traded.has('btc') && (
          <li>
            <strong>Bitcoin (BTC).</strong> Gửi và nhận trên mạng Bitcoin, không qua Lightning. Địa chỉ bắt đầu bằng bc1, 1 hoặc 3. Mỗi đơn bán có một
            địa chỉ nhận riêng.
          </li>
        )}
      </ul>
      <h2>Thời gian</h2>
      <p>
        Xử lý tự động cả ngày lẫn đêm, thường trong vài giây sau khi nhận được tiền
        {traded.onChains !== '' && `; ${traded.onChains} cần thêm thời gian xác nhận của mạng`}. Nếu một nhà cung cấp đang chậm hoặc bảo trì, trang sẽ
        báo trước khi bạn tạo đơn.
      </p>
    </>
  ),
};
