/** The whole exchange in one command: supervises PostgreSQL, the roles and the sandbox. */
import { startExchange } from './supervisor/start.ts';

process.exitCode = await startExchange(process.env);
