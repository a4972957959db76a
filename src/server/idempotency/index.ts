export { answersOfSql, findAnswer, forgetOldAnswers, insertAnswer, INSERT_ANSWERS_SQL } from './store.ts';
export type { AnswerKey } from './store.ts';
