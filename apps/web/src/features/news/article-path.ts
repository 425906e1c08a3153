/** Path of an article's page. */
export function articlePath(seoUrl: string): string {
  return `/blog/${seoUrl}`;
}
