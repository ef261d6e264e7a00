export * from '../generated/validators.js';
export { type AnswerFault, InvalidAnswerError } from './invalid-answer-error.js';
export { type ValidateAnswersOptions, validateAnswers } from './validate-answers.js';
