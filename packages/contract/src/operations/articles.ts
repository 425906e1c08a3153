import { ARTICLE_LENGTHS_MAX, ARTICLE_STATUSES, DEFAULT_AUTHOR, SEO_URL } from '@quydoi/domain/article';
import { PICTURE_HASH } from '@quydoi/domain/image';
import { DEFAULT_LOCALE, LOCALE_CODES, type Locale } from '@quydoi/domain/locales';
import { z } from 'zod';
import { imageText } from '../image.ts';
import { moment } from '../primitives.ts';
import { procedures } from '../procedure.ts';
import { doneOrProposed } from './terms.ts';

const text = z.strictObject({
  title: z.string().trim().min(1).max(ARTICLE_LENGTHS_MAX.title),
  summary: z.string().trim().min(1).max(ARTICLE_LENGTHS_MAX.summary),
  /** Markdown without HTML and images. Headings from the second level on. Links lead to paths of this site or to https addresses. */
  content: z.string().trim().min(1).max(ARTICLE_LENGTHS_MAX.content),
});

const pictureHash = z.string().regex(PICTURE_HASH);

const texts = z.partialRecord(z.enum(LOCALE_CODES), text);

const article = z.strictObject({
  seoUrl: z.string().regex(SEO_URL).max(ARTICLE_LENGTHS_MAX.seoUrl),
  category: z.string().trim().max(ARTICLE_LENGTHS_MAX.category).default(''),
  author: z.string().trim().min(1).max(ARTICLE_LENGTHS_MAX.author).default(DEFAULT_AUTHOR),
  status: z.enum(ARTICLE_STATUSES),
  /** As `addPicture` named it. */
  picture: pictureHash.nullable().default(null),
  texts: texts.refine((written: Partial<Record<Locale, unknown>>) => written[DEFAULT_LOCALE] !== undefined, 'the text in Vietnamese is missing'),
});

/** Articles: rows of `operations`. */
export const articleOperations = procedures({
  /**
   * Writes an article, new or in place of the one with this `seoUrl`, with its texts in all languages: languages that are not named have none
   * afterwards. A draft is not shown. Errors: VALIDATION_FAILED (a content holds what pages cannot show, or there is no such picture).
   */
  setArticle: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    secondOperator: 'always',
    input: article,
    output: doneOrProposed,
  },
  /**
   * Draws a picture anew, cut to the size that articles show, and keeps it under a name for `setArticle`. The audit log has the name alone.
   * Errors: IMAGE_INVALID, IMAGE_TOO_LARGE.
   */
  addPicture: {
    kind: 'mutation',
    access: 'operator',
    limit: null,
    audit: true,
    alone: 'it is shown nowhere until two operators have agreed on an article with it',
    input: z.strictObject({ image: imageText }),
    output: z.object({ picture: z.string() }),
  },
  /** A picture as it would be shown, a JPEG in base64. Errors: NOT_FOUND. */
  readPicture: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.strictObject({ picture: pictureHash }),
    output: z.object({ image: z.string() }),
  },
  /** Articles with their texts as they were written, drafts too, newest first. */
  listArticles: {
    kind: 'query',
    access: 'operator',
    limit: null,
    audit: false,
    input: z.object({ limit: z.number().int().min(1).max(100).default(50) }),
    output: z.object({
      items: z.array(
        z.object({
          seoUrl: z.string(),
          category: z.string(),
          author: z.string(),
          status: z.enum(ARTICLE_STATUSES),
          picture: z.string().nullable(),
          createdAt: moment,
          publishedAt: moment.nullable(),
          updatedAt: moment,
          texts,
        }),
      ),
    }),
  },
});
