import type { Books } from '../../books.ts';
import type { BankBook, BankTransfer, BankTransferDraft } from './book.ts';
import type { Webhooks } from './webhooks.ts';

/** The bank as its customers use it. */
export interface Bank {
  /** Books transfers, all or none; those to the collection account trigger webhooks. */
  transfer(drafts: readonly BankTransferDraft[]): BankTransfer[];
}

/** Opens the bank. Only the collection account is linked to SePay. */
export function openBank(books: Books, book: BankBook, webhooks: Webhooks, collectionAccount: string): Bank {
  return {
    transfer(drafts) {
      const transfers = books.write(() =>
        drafts.map((draft) => {
          const transfer = book.insert(draft);
          if (transfer.payee === collectionAccount) webhooks.plan(transfer);
          return transfer;
        }),
      );
      webhooks.kick();
      return transfers;
    },
  };
}
