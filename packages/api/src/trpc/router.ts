import { type CustomerNouns, NOUNS } from '@quydoi/contract/nouns';
import { routerOf } from './router-of.ts';

/** All procedures of customers and visitors. */
export const appRouter = routerOf<CustomerNouns>(NOUNS.customer);

/** Type of the customers' router, for the typed client. */
export type AppRouter = typeof appRouter;
