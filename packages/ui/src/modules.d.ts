/** Address of a font's file in the build. */
declare module '*.woff2' {
  const url: string;
  export default url;
}
