import type { ArticleView } from './news.ts';
import type { QuestionListView } from './questions.ts';

/** A payout on a chain. Transaction and recipient are masked. */
export interface ChainPayoutView {
  /** Unit of the currency, such as `USDT`. */
  readonly unit: string;
  /** Decimal text. */
  readonly amount: string;
  /** Transaction and address, masked except their last characters. */
  readonly reference: string;
  readonly address: string;
  /** When the order was delivered, ISO 8601. */
  readonly at: string;
}

/** What the REST adapter's `config-web` gives besides configuration and live data. */
export interface ConfigExtras {
  readonly version: string;
  /** The newest articles whole, in Vietnamese. */
  readonly articles: readonly ArticleView[];
  /** Published questions in Vietnamese, and in English where they are translated. */
  readonly questions: { readonly vi: QuestionListView; readonly en: QuestionListView };
  /** The newest payouts of each unit that moves on chains, newest first. */
  readonly chainPayouts: readonly ChainPayoutView[];
}
