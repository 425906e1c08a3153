const VN_OFFSET_MS = 7 * 3_600_000;

/** Formats a time as SePay does: `YYYY-MM-DD HH:mm:ss` in Vietnam time. */
export function toVnTime(at: Date): string {
  return new Date(at.getTime() + VN_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** Parses a date parameter of SePay, in Vietnam time; null if it is invalid. */
export function fromVnTime(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/.test(text)) return null;
  const date = new Date(Date.parse(`${text.length === 10 ? `${text} 00:00:00` : text}Z`.replace(' ', 'T')) - VN_OFFSET_MS);
  return Number.isNaN(date.getTime()) ? null : date;
}
