// @ts-check

export const endpoints = '/api/v1/webhooks/endpoints';

/** @param {string} description */
export const endpoint = (description) => ({
  url: 'https://hooks.example.com/costs',
  event_types: ['optimization.completed'],
  description,
});
