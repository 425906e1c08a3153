import type { PageText } from '../text-page.tsx';

/** Scam warning, in English. */
export const SCAM_WARNING: PageText = {
  title: 'Scam warning',
  description: 'How to tell a fake site or a false agent, and the usual tricks around e-currencies.',
  body: ({ config, brand, email }) => (
    <>
      <p>E-currency that is sent cannot be called back. Scammers know that. A few minutes on this page may save your money.</p>
      <h2>We never</h2>
      <ul>
        <li>call you, or write first to offer a trade;</li>
        <li>ask for a password, one-time code, private key or recovery phrase;</li>
        <li>ask you to install remote-control software;</li>
        <li>give an account to pay to in a message: accounts and addresses stand on the order’s page only;</li>
        <li>ask for an extra “unlocking fee”, “verification fee” or “tax” to release money.</li>
      </ul>
      <h2>Check before you pay</h2>
      <ol>
        <li>
          Look at the address bar: the domain must be exactly <strong>{config.site.domain}</strong>. Fake sites change or add a letter. Do not come by
          way of advertisements.
        </li>
        <li>Compare the account holder in your banking app with the one on {brand}’s order page.</li>
        <li>Keep the memo as it is: it is the order’s reference. Whoever tells you to write something else is suspect.</li>
        <li>After pasting a wallet address compare its first and last characters: some malware swaps addresses as you paste.</li>
      </ol>
      <h2>The usual tricks</h2>
      <ul>
        <li>
          <strong>Buying for somebody else.</strong> You are asked to pass money on and receive e-currency for it. The money is often another
          victim’s, and your account will be frozen. Trade for yourself only.
        </li>
        <li>
          <strong>High returns, easy jobs, romance.</strong> You are taught to buy e-currency and send it to “their platform”. It does not come back.
        </li>
        <li>
          <strong>False support.</strong> They ask for the order’s link. It opens everything about the order, voucher codes included: give it to
          nobody.
        </li>
        <li>
          <strong>Forged receipts.</strong> When you deal with other people, believe only what has arrived in your account.
        </li>
      </ul>
      <h2>If you think you are being deceived</h2>
      <p>
        If you have not paid, stop. If you have, call your bank at once, report it to the police, and send the order’s reference to {email}: money
        that has not been passed on may still be held.
      </p>
    </>
  ),
};
