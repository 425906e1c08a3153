declare module 'js-md4' {
  const md4: {
    /** Hashes by itself; its other functions use Node's `crypto`, which has no MD4 any more. */
    arrayBuffer(message: string | Uint8Array): ArrayBuffer;
  };
  export default md4;
}
