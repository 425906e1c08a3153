import pino, { type Logger } from 'pino';

/** Creates a program's logger: one JSON line per event. Fields contain no secrets and no personal data. */
export function createLogger(role: string, level: string): Logger {
  return pino({ level, base: { role }, timestamp: pino.stdTimeFunctions.isoTime });
}
