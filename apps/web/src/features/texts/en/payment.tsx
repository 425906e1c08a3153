import type { PageText } from '../text-page.tsx';

/** Payment guide, in English. */
export const PAYMENT: PageText = {
  title: 'Ways to pay',
  description: 'Bank transfer by VietQR, Perfect Money, e-Voucher, WebMoney and USDT: how to send, how to receive, how long it takes.',
  body: ({ config, heldMinutes }) => (
    <>
      <h2>Buying: bank transfer</h2>
      <ol>
        <li>Make the order, open your banking app and scan the VietQR code on the order’s page. Account, amount and memo are filled in.</li>
        <li>If you cannot scan, copy line by line: account number, amount, memo.</li>
        <li>Keep the memo as it is, and pay while the price is held: {heldMinutes} minutes. You may close the page afterwards.</li>
      </ol>
      <p>
        Transfers are accepted from {config.banks.length} banks with fast transfers. Transfers from ATMs, cash deposits at the counter and mobile
        wallets are not.
      </p>
      <h2>Selling: dong to your bank account</h2>
      <p>
        Dong go by fast transfer, day and night, to the account that you enter, from 50,000 đ a transfer. The holder’s name is looked up and shown
        before you make the order.
      </p>
      <h2>The e-currencies</h2>
      <ul>
        <li>
          <strong>Perfect Money (USD).</strong> Wallets start with U. When you sell, send from the wallet that you declared, with the order’s
          reference as the memo. EUR wallets are not accepted.
        </li>
        <li>
          <strong>PM e-Voucher.</strong> To sell or swap one, enter its number (10 characters) and activation code (16 characters) on the order’s
          page. One that you buy appears there and is valid for 30 days.
        </li>
        <li>
          <strong>WebMoney (WMZ).</strong> Wallets start with Z. The receiving wallet needs a Formal Passport; one younger than 7 days has to be
          upgraded first.
        </li>
        <li>
          <strong>USDT.</strong> Choose the same network, TRC20, BEP20 or ERC20, on both ends. Money sent on a wrong network may be lost. Every
          selling order has an address of its own.
        </li>
      </ul>
      <h2>How long it takes</h2>
      <p>
        Orders are processed day and night, usually within seconds of the money’s arrival; USDT also waits for its network. When a provider is slow or
        under maintenance, the form says so before you make an order.
      </p>
    </>
  ),
};
