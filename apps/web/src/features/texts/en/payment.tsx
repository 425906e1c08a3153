import type { PageText } from '../text-page.tsx';

/** Payment guide, in English. */
export const PAYMENT: PageText = {
  title: 'Ways to pay',
  description: 'Bank transfer by VietQR, {currency}: how to send, how to receive, how long it takes.',
  body: ({ config, heldMinutes, traded }) => (
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
        {traded.has('pm') && (
          <li>
            <strong>Perfect Money (USD).</strong> Wallets start with U. When you sell, send from the wallet that you declared, with the order’s
            reference as the memo. EUR wallets are not accepted.
          </li>
        )}
        {traded.has('e-voucher') && (
          <li>
            <strong>PM e-Voucher.</strong> To sell or swap one, enter its number (10 characters) and activation code (16 characters) on the order’s
            page. One that you buy appears there and is valid for 30 days.
          </li>
        )}
        {traded.has('wmz') && (
          <li>
            <strong>WebMoney (WMZ).</strong> Wallets start with Z. The receiving wallet needs a Formal Passport; one younger than 7 days has to be
            upgraded first.
          </li>
        )}
        {traded.usdtNetworks !== '' && (
          <li>
            <strong>USDT.</strong> Choose the same network, {traded.usdtNetworks}, on both ends. Money sent on a wrong network may be lost. Every
            selling order has an address of its own.
          </li>
        )}
        {traded.has('eth') && (
          <li>
            <strong>Ethereum (ETH).</strong> Sent and received on Ethereum itself, not on a layer 2 such as Arbitrum or Base. Every selling order has
            an address of its own, for ETH only.
          </li>
        )}
        {traded.has('btc') && (
          <li>
            <strong>Bitcoin (BTC).</strong> Sent and received on Bitcoin itself, not over Lightning. Addresses start with bc1, 1 or 3. Every selling
            order has an address of its own.
          </li>
        )}
      </ul>
      <h2>How long it takes</h2>
      <p>
        Orders are processed day and night, usually within seconds of the money’s arrival
        {traded.onChains !== '' && `; with ${traded.onChains} the network has to confirm first`}. When a provider is slow or under maintenance, the
        form says so before you make an order.
      </p>
    </>
  ),
};
