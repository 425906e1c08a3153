import { BankFees } from '../bank-fees.tsx';
import { FeeTable } from '../fee-table.tsx';
import type { PageText } from '../text-page.tsx';

/** Fee schedule, in Vietnamese. */
export const FEES: PageText = {
  title: 'Biểu phí',
  description: 'Phí mua, bán và đổi {currency}; phí và hạn mức chuyển khoản ngân hàng.',
  body: ({ config, traded }) => (
    <>
      <p>
        Phí được cộng sẵn vào số tiền mà trang tính cho bạn. Số tiền hiện trước khi bạn bấm Tiếp tục là số tiền cuối cùng; chúng tôi không thu thêm
        khoản nào sau đó.
      </p>
      <h2>Phí giao dịch</h2>
      <FeeTable
        atLeast="tối thiểu"
        atMost="tối đa"
        buy="Mua"
        config={config}
        currency="Loại tiền"
        free="Miễn phí"
        nowAtMost="hiện tại, cao nhất"
        sell="Bán"
      />
      <p>Khi đổi, phí được tính theo loại tiền bạn nhận, bằng phí mua của loại tiền đó.</p>
      {traded.has('pm', 'e-voucher') && (
        <>
          <h3>Về phí Perfect Money</h3>
          <p>
            Perfect Money thu phí người gửi: 0,5% nếu ví gửi đã xác minh, 2% nếu chưa, tối thiểu 0,01 USD. Mức trong bảng trên là mức đang áp dụng cho
            ví của chúng tôi. Khi bạn bán, phí gửi từ ví của bạn do Perfect Money thu trực tiếp, tùy ví của bạn đã xác minh hay chưa.
          </p>
        </>
      )}
      {traded.onChains !== '' && (
        <>
          <h3>Về phí mạng</h3>
          <p>
            Với {traded.onChains}, phí mạng của mỗi lệnh không phụ thuộc số lượng. Nơi bảng ghi “hiện tại”, phí thay đổi theo phí mạng; đơn đã tạo giữ
            nguyên phí. {traded.usdtFees && `Gửi USDT hiện rẻ nhất qua ${traded.usdtFees.lowest}, đắt nhất qua ${traded.usdtFees.highest}. `}
            Khi bạn bán, phí mạng của lệnh gửi do ví hoặc sàn của bạn thu.
          </p>
        </>
      )}
      <h2>Chuyển khoản ngân hàng</h2>
      <ul>
        <li>Nhận tiền vào tài khoản ngân hàng: miễn phí.</li>
        <BankFees config={config}>
          {(bank, fee) => `Riêng ${bank} thu ${fee} mỗi lần chuyển, được trừ vào số tiền nhận và hiện trước khi bạn tạo đơn.`}
        </BankFees>
        <li>Chuyển nhanh 24/7 áp dụng từ 50.000 đ.</li>
        <li>Mỗi lần chuyển tối đa 499.999.999 đ; đơn lớn hơn được chia thành nhiều lần chuyển.</li>
        <li>Phí mà ngân hàng của bạn thu khi bạn chuyển cho chúng tôi (nếu có) do bạn trả; chúng tôi cần nhận đúng số tiền của đơn.</li>
      </ul>
      <h2>Hoàn tiền</h2>
      <p>Nếu khoản chuyển của bạn cần hoàn lại, phí chuyển hoàn do bạn chịu và được báo trước khi bạn xác nhận.</p>
    </>
  ),
};
