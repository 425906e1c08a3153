import { type Books, openBooks } from './books.ts';
import { presentTime } from './clock.ts';
import { type Faults, openFaults } from './faults.ts';
import type { SandboxOptions } from './options.ts';
import { DEFAULT_PACE, type Pace } from './pace.ts';
import { openPayOsBook, type PayOsBook } from './payos/book.ts';
import { openPmBook, type PmBook } from './perfect-money/book.ts';
import { type Bank, openBank } from './sepay/bank.ts';
import { type BankBook, openBankBook } from './sepay/book.ts';
import { openWebhooks, type Webhooks } from './sepay/webhooks.ts';
import { openTron, type Tron } from './tron/chain.ts';

/** Our wallet's money at the first start, in cents. */
const WALLET_OPENING = 2_000_000n;

/** The payout account's money at the first start, in dong. */
const PAYOUT_ACCOUNT_OPENING = 5_000_000_000;

/** Everything that happens in the simulated outside world. */
export interface World {
  readonly books: Books;
  readonly faults: Faults;
  readonly bankBook: BankBook;
  readonly bank: Bank;
  readonly webhooks: Webhooks;
  readonly payOsBook: PayOsBook;
  readonly pmBook: PmBook;
  readonly tron: Tron;
  readonly pace: Pace;
  readonly now: () => Date;
}

/** Opens the world on its books and goes on with the webhooks that were still to be sent. */
export function openWorld(options: SandboxOptions): World {
  const now = options.now ?? presentTime;
  const pace = { ...DEFAULT_PACE, ...options.pace };
  const books = openBooks(options.dataFolder);
  const faults = openFaults(books);
  const bankBook = openBankBook(books);
  const webhooks = openWebhooks(books, bankBook, faults, { url: options.sepay.webhookUrl, secret: options.sepay.secret, pace, now });
  const bank = openBank(books, bankBook, webhooks, options.collectionAccount);
  const payOsBook = openPayOsBook(books, options.payOs.account, PAYOUT_ACCOUNT_OPENING, pace);
  const pmBook = openPmBook(books, options.perfectMoney.wallet, WALLET_OPENING);
  const tron = openTron(books, faults, { wallet: options.tron.wallet, pace, now });
  webhooks.kick();
  return { books, faults, bankBook, bank, webhooks, payOsBook, pmBook, tron, pace, now };
}
