import type { QuestionListInput, QuestionListView, QuestionView } from '@quydoi/contract/questions';
import { type PublishedQuestion, readPublishedQuestions } from '@quydoi/database/repositories/questions';
import { parseRichText } from '@quydoi/messages/markdown';
import type { Ctx } from '../context.ts';

/** Lists published questions by category. One that pages cannot show is left out: no text may keep the others from being shown. */
export async function listQuestions(ctx: Ctx, { locale }: QuestionListInput): Promise<QuestionListView> {
  const categories: QuestionListView['categories'] = [];
  // Rows of one category follow each other.
  for (const row of await readPublishedQuestions(ctx.orm, locale)) {
    const view = questionViewOf(ctx, row);
    if (view === null) continue;
    const last = categories.at(-1);
    if (last?.id === row.category.id) last.questions.push(view);
    else categories.push({ ...row.category, questions: [view] });
  }
  return { categories };
}

/** A question with its answer as a tree; null if pages cannot show it. */
function questionViewOf(ctx: Ctx, { category: _category, ...row }: PublishedQuestion): QuestionView | null {
  try {
    return { ...row, answer: parseRichText(row.answer) };
  } catch (error) {
    ctx.logger.warn({ question: row.id, locale: row.locale, error: String(error) }, 'question not shown');
    return null;
  }
}
