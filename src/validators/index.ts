export * from '../generated/validators.js';
export { ResponseValidationError, type ResponseViolation } from './response-validation-error.js';
export { type ValidateResponsesOptions, validateResponses } from './validate-responses.js';
