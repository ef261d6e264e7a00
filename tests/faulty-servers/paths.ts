import { answers, type Defect, onMock, refusal } from './defect.js';

export const pathDefects: readonly Defect[] = [
  {
    name: 'an encoded id is not decoded',
    kills: 'paths.encoded-id-is-found',
    also: ['paths.lower-case-encoding-is-the-same'],
    wrap: answers('GET /commitments/renewal-quote/*', (answer, { path }) =>
      /%2f/i.test(path) ? refusal(404, 'NOT_FOUND') : answer,
    ),
  },
  {
    name: 'only upper-case encodings are decoded',
    kills: 'paths.lower-case-encoding-is-the-same',
    wrap: answers('GET /commitments/renewal-quote/*', (answer, { path }) =>
      /%2f/.test(path) ? refusal(404, 'NOT_FOUND') : answer,
    ),
  },
  ...onMock([
    {
      name: 'the deprecated read says so in the old form',
      kills: 'paths.deprecated-read-says-so',
      wrap: answers('GET /commitments/coverage', (answer) => ({
        ...answer,
        headers: { ...answer.headers, deprecation: 'true' },
      })),
    },
  ]),
];
