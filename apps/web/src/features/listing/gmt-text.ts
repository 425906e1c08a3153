/** A moment in GMT, as the issuer has it: `15:04 25/11/2026 GMT+0`. */
export function gmtText(at: Date): string {
  const [year, month, day] = at.toISOString().slice(0, 10).split('-');
  return `${at.toISOString().slice(11, 16)} ${day}/${month}/${year} GMT+0`;
}
