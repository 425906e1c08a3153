import { BankFees } from '../bank-fees.tsx';
import { FeeTable } from '../fee-table.tsx';
import type { PageText } from '../text-page.tsx';

/** Fee schedule, in English. */
export const FEES: PageText = {
  title: 'Fees',
  description: 'Fees for buying, selling and swapping {currency}; bank transfer fees and limits.',
  body: ({ config, traded }) => (
    <>
      <p>
        Fees are part of the amount that the form works out. What you see before you press Continue is final; nothing is charged on top of it later.
      </p>
      <h2>Trading fees</h2>
      <FeeTable
        atLeast="at least"
        atMost="at most"
        buy="Buying"
        config={config}
        currency="Currency"
        free="Free"
        nowAtMost="now, at most"
        sell="Selling"
      />
      <p>A swap costs what buying the currency that you receive costs, in that currency.</p>
      {traded.has('pm', 'e-voucher') && (
        <>
          <h3>Perfect Money</h3>
          <p>
            Perfect Money charges the sender: 0.5% from a verified wallet, 2% from an unverified one, at least 0.01 USD. The table shows what applies
            to our wallet now. When you sell, Perfect Money charges your own wallet by the same rule.
          </p>
        </>
      )}
      {traded.onChains !== '' && (
        <>
          <h3>Network fees</h3>
          <p>
            For {traded.onChains}, the network fee is the same for every amount. Where the table says “now”, it follows the network’s own fee; an
            order keeps the fee it was made at.{' '}
            {traded.usdtFees && `USDT is cheapest to send on ${traded.usdtFees.lowest} now, and dearest on ${traded.usdtFees.highest}. `}
            When you sell, your wallet or exchange charges you for sending.
          </p>
        </>
      )}
      <h2>Bank transfers</h2>
      <ul>
        <li>Receiving dong in your bank account is free.</li>
        <BankFees config={config}>
          {(bank, fee) => `Only ${bank} takes ${fee} a transfer, taken off what you receive and shown before you make the order.`}
        </BankFees>
        <li>Fast transfers, day and night, start at 50,000 đ.</li>
        <li>One transfer carries at most 499,999,999 đ; larger orders are split.</li>
        <li>What your own bank charges for your transfer to us, if anything, is yours to pay; we have to receive exactly the order’s amount.</li>
      </ul>
      <h2>Refunds</h2>
      <p>If your transfer has to be returned, the fee for returning it is yours; you are told before you confirm.</p>
    </>
  ),
};
