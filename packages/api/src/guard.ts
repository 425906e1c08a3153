import type { Caller } from '@quydoi/contract/caller';
import type { Exchange } from '@quydoi/contract/ports';
import { fieldsInvalid } from './errors.ts';
import type { LimitClass, Limiter } from './limits.ts';
import { findUnstorableText } from './storable-text.ts';

type Verb<I, O> = (caller: Caller, input: I) => Promise<O>;

/** The exchange behind what both doors check before any verb: how often this caller asks, and that the text can be kept. */
export function guardExchange(exchange: Exchange, limiter: Limiter): Exchange {
  function guard<I, O>(limitClass: LimitClass, verb: Verb<I, O>): Verb<I, O> {
    return async (caller, input) => {
      limiter.take(limitClass, caller);
      const unstorable = findUnstorableText(input);
      if (unstorable !== null) throw fieldsInvalid([{ field: unstorable, problem: 'not_storable' }]);
      return verb(caller, input);
    };
  }

  return {
    config: {
      get: guard('poll', exchange.config.get),
      live: guard('poll', exchange.config.live),
    },
    orders: {
      quote: guard('poll', exchange.orders.quote),
      create: guard('create', exchange.orders.create),
      get: guard('poll', exchange.orders.get),
      act: guard('act', exchange.orders.act),
      decision: guard('poll', exchange.orders.decision),
    },
    lookups: {
      accountName: guard('lookup', exchange.lookups.accountName),
    },
    reviews: {
      create: guard('act', exchange.reviews.create),
      list: guard('poll', exchange.reviews.list),
    },
    polled: {
      order(caller, input) {
        limiter.take('poll', caller);
        return exchange.polled.order(caller, input);
      },
    },
    inbox: exchange.inbox,
  };
}
