export { answersOfSql, findAnswer, forgetOldAnswers, INSERT_ANSWERS_SQL } from './store.ts';
export { once } from './once.ts';
export type { AnswerKey } from './store.ts';
