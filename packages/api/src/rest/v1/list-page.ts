import { LIST_OFFSET_MAX, PAGE_SIZE, PAGE_SIZE_MAX } from '@quydoi/domain/constants';
import { z } from 'zod';

const wholeNumber = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number);

/** The page of a list, as a GET's query names it. */
export const listPage = z.object({
  offset: wholeNumber.pipe(z.number().int().min(0).max(LIST_OFFSET_MAX)).default(0),
  limit: wholeNumber.pipe(z.number().int().min(1).max(PAGE_SIZE_MAX)).default(PAGE_SIZE),
});
