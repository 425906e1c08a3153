/** Classes of the element around a formatted text. */
export const PROSE = [
  'grid grid-cols-1 gap-3 break-words',
  '[&_h2]:mt-4 [&_h2]:text-title [&_h2]:font-semibold [&_h2]:scroll-mt-20',
  '[&_h3]:mt-2 [&_h3]:font-semibold [&_h4]:mt-2 [&_h4]:font-semibold',
  // Over questions a heading is the name of their category.
  '[&_h3:has(+h4)]:mt-4 [&_h3:has(+h4)]:border-t [&_h3:has(+h4)]:border-line [&_h3:has(+h4)]:pt-4 [&_h3:has(+h4)]:text-muted',
  '[&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:pl-5 [&_ol]:grid [&_ol]:list-decimal [&_ol]:gap-1.5 [&_ol]:pl-5',
  '[&_p_a]:text-brand [&_p_a]:underline [&_li_a]:text-brand [&_li_a]:underline',
].join(' ');
