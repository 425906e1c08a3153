import type { PageText } from '../text-page.tsx';

/** About page, in English. */
export const ABOUT_US: PageText = {
  title: 'About us',
  description: 'Buy, sell and swap e-currencies against Vietnamese dong: automatic, priced beforehand, around the clock, with every Vietnamese bank.',
  body: ({ brand, hours, email, traded }) => (
    <>
      <p>
        {brand} lets you buy, sell and swap {traded.all} against Vietnamese dong. You transfer from your own banking app and we send the e-currency to
        your wallet; selling goes the other way round.
      </p>
      <h2>What we do differently</h2>
      <ul>
        <li>
          <strong>You know the price before you pay.</strong> Rate, fee and the amount you receive appear as you type. The price is kept for as long
          as the order waits for its payment.
        </li>
        <li>
          <strong>Automatic, day and night.</strong> Your transfer is recognised by its memo or by an address of the order’s own, and the money
          usually leaves within seconds, at night and on holidays too.
        </li>
        <li>
          <strong>No money is promised twice.</strong> When an order is made, what it pays you is set aside from our reserve. The home page shows what
          is left of each currency.
        </li>
        <li>
          <strong>Money only goes where you said.</strong> Wallet addresses are checked for network and typing errors at once, and the holder’s name
          is shown for you to compare.
        </li>
        <li>
          <strong>No sign-up.</strong> Small orders need no account.
        </li>
      </ul>
      <h2>When something goes differently</h2>
      <p>
        Paying too little, too much or too late loses no money: the order’s page says what we have received and what you can choose. Whatever the
        system cannot decide by itself is handled by a person.
      </p>
      <p>
        Our staff are there {hours} every day (Vietnam time) and answer {email} within 24 hours. Please include the order’s ten-character reference.
      </p>
    </>
  ),
};
