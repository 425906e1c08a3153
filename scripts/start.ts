/** The whole exchange with embedded PostgreSQL and the sandbox; the web app is built on the way when it has changed. */
import { startExchange } from '../apps/server/src/supervisor/start.ts';
import { ensureWebBuilt } from './web-build.ts';

process.exit(await startExchange(process.env, ensureWebBuilt));
