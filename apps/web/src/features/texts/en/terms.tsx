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
        <li>You answer for the wallet address and account that you enter. Compare the holder’s name and the network before you go on.</li>
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
        <li>The fee of a refund is yours and told beforehand. Refunds only go to an account or wallet in the name of whoever paid.</li>
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
          We may hold a transaction or ask for more information when the payer is not who was declared, when there are signs of fraud or money
          laundering, or when an authority requires it.
        </li>
        <li>Banks and providers may hold a transfer from minutes up to 12 hours.</li>
        <li>Flooding the service with requests, or disturbing it on purpose, may get your network blocked.</li>
      </ul>
      <h2>6. Support</h2>
      <p>Questions about a transaction are taken for 30 days after it, at {email}.</p>
      <h2>7. Privacy</h2>
      <p>
        We keep only what an order needs: account numbers, wallet addresses, holders’ names and transaction data. None of it is sold. Public pages
        show trades with nobody’s details.
      </p>
    </>
  ),
};
