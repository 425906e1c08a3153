import pino, { type Logger } from 'pino';

/** The loggers of all programs come from here, one JSON line per event. Fields name no secret and no personal data. */
export function createLogger(role: string, level: string): Logger {
  return pino({ level, base: { role }, timestamp: pino.stdTimeFunctions.isoTime });
}
