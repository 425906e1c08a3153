import { createHash } from 'node:crypto';
import { AppError } from '@quydoi/contract/errors';
import {
  addArticle,
  readPicture as findPicture,
  addPicture as keepPicture,
  type ListedArticle,
  readArticles,
  type WrittenArticle,
} from '@quydoi/database/repositories/articles';
import { createImageCleaner } from '../images/clean-image.ts';
import type { OperatorVerb } from './operator-verb.ts';
import { requireRichText } from './require-rich-text.ts';

/** Writes a version of an article. Errors: VALIDATION_FAILED where a text holds what pages cannot show, or the picture was not added. */
export const setArticle: OperatorVerb<WrittenArticle, { done: true }> = async (ctx, _operator, article) => {
  for (const [locale, { content }] of Object.entries(article.texts)) requireRichText(`texts.${locale}.content`, content);
  const { picture } = article;
  if (picture !== null && (await findPicture(ctx.orm, picture)) === null)
    throw new AppError('VALIDATION_FAILED', { fields: 'picture' }, { fields: [{ field: 'picture', problem: 'unknown' }] });
  await addArticle(ctx.orm, article, ctx.clock.now(), ctx.audit);
  return { done: true };
};

/** Articles with their texts in all languages, drafts too, newest first. */
export const listArticles: OperatorVerb<{ limit: number }, { items: ListedArticle[] }> = async (ctx, _operator, { limit }) => ({
  items: await readArticles(ctx.orm, limit),
});

const images = createImageCleaner();

/** Keeps a picture, drawn anew and cut to size, under its hash. Errors: IMAGE_INVALID, IMAGE_TOO_LARGE. */
export const addPicture: OperatorVerb<{ image: string }, { picture: string }> = async (ctx, _operator, { image }) => {
  const drawn = await images.clean(Buffer.from(image, 'base64'), 'article');
  const picture = createHash('sha256').update(drawn).digest('hex');
  await keepPicture(ctx.orm, picture, drawn, ctx.clock.now(), ctx.audit && { ...ctx.audit, input: { picture } });
  return { picture };
};

/** A picture by its hash. Errors: NOT_FOUND. */
export const readPicture: OperatorVerb<{ picture: string }, { image: string }> = async (ctx, _operator, { picture }) => {
  const image = await findPicture(ctx.orm, picture);
  if (image === null) throw new AppError('NOT_FOUND');
  return { image: Buffer.from(image).toString('base64') };
};
