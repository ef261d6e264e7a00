import { Webhook } from 'standardwebhooks';

/** Signs a delivery with one secret. Declared here because the types of the `Webhook` class need those of Node. */
export type Signer = (id: string, sentAt: Date, body: string) => string;

/** One secret, or several during a rotation. */
export type Secrets = string | readonly string[];

/**
 * @returns one signer for each secret
 * @throws {TypeError} if there is no secret or one is malformed; the message does not contain it
 */
export function signersOf(secrets: Secrets): readonly Signer[] {
  const all = typeof secrets === 'string' ? [secrets] : secrets;
  if (!Array.isArray(all) || all.length === 0)
    throw new TypeError('No webhook secret. Pass a secret or a non-empty array of secrets.');
  return all.map((secret, index) => {
    try {
      const webhook = new Webhook(secret);
      return webhook.sign.bind(webhook);
    } catch {
      const which = all.length > 1 ? `Webhook secret ${index + 1} of ${all.length}` : 'The webhook secret';
      throw new TypeError(`${which} is not \`whsec_\` followed by base64. Copy the complete secret.`);
    }
  });
}
