import type { Books } from '../../books.ts';
import type { BankBook, BankTransfer, BankTransferDraft } from './book.ts';
import type { Webhooks } from './webhooks.ts';

/** The bank as its customers use it. */
export interface Bank {
  /** Books transfers, all or none; those to linked accounts trigger webhooks. */
  transfer(drafts: readonly BankTransferDraft[]): BankTransfer[];
}

/** Opens the bank. @param linkedAccounts the accounts that SePay watches */
export function openBank(books: Books, book: BankBook, webhooks: Webhooks, linkedAccounts: readonly string[]): Bank {
  return {
    transfer(drafts) {
      const transfers = books.write(() =>
        drafts.map((draft) => {
          const transfer = book.insert(draft);
          if (linkedAccounts.includes(transfer.payee)) webhooks.plan(transfer);
          return transfer;
        }),
      );
      webhooks.kick();
      return transfers;
    },
  };
}
