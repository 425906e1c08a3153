/** Makes bcoin load its parts in JavaScript: its compiled ones would need a compiler to install. To be called before it is loaded. */
export function useJavaScriptParts(): void {
  process.env.NODE_BACKEND = 'js';
}
