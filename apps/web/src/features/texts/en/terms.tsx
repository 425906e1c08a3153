import type { PageText } from '../text-page.tsx';

/** Terms of service, in English. */
export const TERMS: PageText = {
  title: 'Terms of service',
  description: 'Terms for buying, selling and swapping e-currencies: prices, payment, refunds, checks and responsibilities.',
  body: ({ brand, email, loginFrom, kycFrom }) => (
    <>
      <p>By making an order at {brand} you agree to these terms. The Vietnamese text prevails.</p>
      <h2>1. Orders and prices</h2>
      <ul>
        <li>Price, fee and the amount you receive are shown before you make an order, and kept until its time to pay is over.</li>
        <li>If the price moves against you while you fill in the form, no order is made and you see the new price first.</li>
        <li>You are responsible for the wallet address and account that you enter. Compare the holder’s name and the network before you go on.</li>
      </ul>
      <h2>2. Payment</h2>
      <ul>
        <li>Send exactly the amount, with the memo, from your own account or wallet, within the order’s time.</li>
        <li>Transfers from ATMs, cash deposits at the counter and mobile wallets are not accepted.</li>
        <li>
          A payment that is short, too large or late is not lost: you choose to send the rest, trade what arrived, or have it back, as the order’s
          page says.
        </li>
      </ul>
      <h2>3. Completion and refunds</h2>
      <ul>
        <li>A completed transaction cannot be reversed.</li>
        <li>
          You pay the refund fee, which is shown beforehand. Within daily limits, a refund is sent automatically to the wallet that paid, or to the
          account or wallet that you declared when ordering; so are refunds of up to 5,000,000 đ to another account or wallet in your name. Others
          wait for approval by our staff.
        </li>
        <li>E-voucher codes are valid for 30 days; use them and keep them private.</li>
      </ul>
      <h2>4. Accounts and verification</h2>
      <ul>
        <li>
          {loginFrom === null ? 'Buying and selling need an account.' : `Orders of ${loginFrom} and more need an account.`} Orders of {kycFrom} and
          more need identity verification. Documents are usually reviewed within 5–10 minutes, at most 8 hours.
        </li>
        <li>You must be at least 18 years old and must not use the service for anything unlawful.</li>
      </ul>
      <h2>5. Checks and holds</h2>
      <ul>
        <li>
          We may hold a transaction or ask for more information when the payer is not the one declared, when there are signs of fraud or money
          laundering, or when an authority requires it.
        </li>
        <li>Banks and providers may hold a transfer from minutes up to 12 hours.</li>
        <li>If you flood the service with requests or disrupt it on purpose, we may block your IP network.</li>
      </ul>
      <h2>6. Support</h2>
      <p>Send questions about a transaction to {email} within 30 days.</p>
      <h2>7. Privacy</h2>
      <p>
        We keep only what an order needs: account numbers, wallet addresses, holders’ names and transaction data. None of it is sold. Public pages
        show trades without personal details.
      </p>
    </>
  ),
};
