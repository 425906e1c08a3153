import type { PageText } from '../text-page.tsx';
import type { Traded } from '../traded.ts';

/** Contact page, in English. */
export const CONTACT: PageText = {
  title: 'Contact and questions',
  description: 'How to reach support, and answers to common questions on buying, selling and swapping e-currencies.',
  body: ({ hours, heldMinutes, traded, email, loginFrom, kycFrom }) => (
    <>
      <p>
        E-mail: {email}. Our staff are there {hours} every day (Vietnam time) and answer e-mail within 24 hours. We give no support by telephone:
        whoever calls you in our name is an impostor.
      </p>
      <p>
        Please include the order’s reference (ten characters, also the transfer’s memo). We take questions about a transaction for 30 days after it.
      </p>
      <h2 id="faq">Frequent questions</h2>
      <h3>How long until I have my money?</h3>
      <p>
        Usually seconds after we have received your transfer.{' '}
        {traded.onChains !== '' && `With ${traded.onChains} the network has to confirm first: ${waitsOf(traded)}. `}
        When a bank or provider holds a transaction back, it can take from minutes up to 12 hours; the order’s page always says which step it is at.
      </p>
      <h3>May I close the browser?</h3>
      <p>Yes. Orders are processed on our servers. Come back by the order’s link, or find it by its reference under “Find an order”.</p>
      <h3>How soon must I pay?</h3>
      <p>
        The order’s price is held for {heldMinutes} minutes, counted down on its page. Money that comes later is still found: the order goes on as
        agreed unless the price has moved against you; then you choose between the new price and a refund.
      </p>
      <h3>What if I send a wrong amount or forget the memo?</h3>
      <p>
        Open the order’s page. After too little, send the rest, trade what has arrived, or have it back. After too much, trade all of it or have the
        excess back. If the memo is missing, send support the reference and the receipt.
      </p>
      <h3>How do I change or cancel an order?</h3>
      <p>To change it, make a new one. To cancel, press Cancel on its page, or simply do not pay; it cancels itself when the time is over.</p>
      <h3>Which payments are not accepted?</h3>
      <p>Transfers from ATMs, cash deposits at the counter, and mobile wallets. Please transfer from your own banking app.</p>
      <h3>Do I need an account, or to prove who I am?</h3>
      <p>
        {loginFrom === null ? 'Buying and selling need an account.' : `Orders below ${loginFrom} need no account.`} Orders from {kycFrom} need
        identity verification. What an order needs is always told before you pay.
      </p>
      {traded.has('wmz') && (
        <>
          <h3>WebMoney says the limit is exceeded?</h3>
          <p>Raise the receiving limit to unlimited in your WebMoney software and tell us; the payout is then made again.</p>
        </>
      )}
      <h3>What on the order’s page must stay private?</h3>
      <p>The order’s link opens everything about it, voucher codes included. Do not share it.</p>
    </>
  ),
};

function waitsOf({ waits }: Traded): string {
  return waits.map(({ minutes, on }) => `${timeText(minutes)} for ${on}`).join(', ');
}

function timeText(minutes: number): string {
  if (minutes === 0) return 'less than a minute';
  return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`;
}
