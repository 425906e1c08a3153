import type { Books } from '../../books.ts';
import type { Webhooks } from '../webhooks.ts';
import type { BankBook, BankTransfer, BankTransferDraft } from './book.ts';

/** The bank as its customers use it. */
export interface Bank {
  /** Books transfers, all or none; those to linked accounts trigger webhooks. */
  transfer(drafts: readonly BankTransferDraft[]): BankTransfer[];
}

/** A provider that watches accounts: it learns of a transfer at a time, or never. */
export interface Watcher {
  /** Notes a transfer to a watched account; the caller holds the transaction. */
  note(transfer: BankTransfer): void;
  readonly webhooks: Webhooks;
}

/** Opens the bank. @param linkedAccounts the accounts that its watchers are told of */
export function openBank(books: Books, book: BankBook, watchers: readonly Watcher[], linkedAccounts: readonly string[]): Bank {
  return {
    transfer(drafts) {
      const transfers = books.write(() =>
        drafts.map((draft) => {
          const transfer = book.insert(draft);
          if (linkedAccounts.includes(transfer.payee)) for (const watcher of watchers) watcher.note(transfer);
          return transfer;
        }),
      );
      for (const { webhooks } of watchers) webhooks.kick();
      return transfers;
    },
  };
}
