import { configRouter } from './routers/config.ts';
import { lookupsRouter } from './routers/lookups.ts';
import { ordersRouter } from './routers/orders.ts';
import { reviewsRouter } from './routers/reviews.ts';
import { router } from './trpc.ts';

/** Everything that customers and visitors can call. */
export const appRouter = router({ config: configRouter, orders: ordersRouter, lookups: lookupsRouter, reviews: reviewsRouter });

/** Type of the customers' router, for the typed client. */
export type AppRouter = typeof appRouter;
