import { AppError } from '@quydoi/contract/errors';
import { parseRichText } from '@quydoi/messages/markdown';

/**
 * Requires that pages can show a Markdown text.
 * @param field path of the text in the call's input
 * @throws AppError VALIDATION_FAILED
 */
export function requireRichText(field: string, source: string): void {
  try {
    parseRichText(source);
  } catch (error) {
    throw new AppError('VALIDATION_FAILED', {}, { fields: [{ field, problem: String(error) }] });
  }
}
