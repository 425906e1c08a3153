import type { ConfigExtras } from '@quydoi/contract/config-extras';
import { richTextHtml } from '../rich-text-html.ts';

/** Published questions. Answers are HTML; fields without an English translation are empty. */
export function faqEntries({ questions: { vi, en } }: ConfigExtras) {
  const english = new Map(en.categories.flatMap(({ questions }) => questions.filter(isEnglish)).map((question) => [question.id, question]));
  return vi.categories.flatMap(({ id: category, questions }) =>
    questions.map(({ id, question, answer, orderBy }) => ({
      Id: id,
      CatId: category,
      Question: question,
      Answer: richTextHtml(answer),
      QuestionEn: english.get(id)?.question ?? '',
      AnswerEn: richTextHtml(english.get(id)?.answer ?? []),
      OrderBy: orderBy,
      Status: 'published',
    })),
  );
}

/** Categories of published questions. A subject that is not translated into English is empty. */
export function faqCategoryEntries({ questions: { vi, en } }: ConfigExtras) {
  const english = new Map(en.categories.filter(isEnglish).map(({ id, subject }) => [id, subject]));
  return vi.categories.map(({ id, subject }) => ({ Id: id, Subject: subject, SubjectEn: english.get(id) ?? '' }));
}

/** Other languages stand in for missing English. */
function isEnglish({ locale }: { readonly locale: string }): boolean {
  return locale === 'en';
}
