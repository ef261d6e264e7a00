import { Webhook } from 'standardwebhooks';

/** Signs a delivery with one secret. Not the class itself, whose types need those of Node. */
export type Signer = (id: string, sentAt: Date, body: string) => string;

/** One secret, or all that are valid while one replaces another. */
export type Secrets = string | readonly string[];

/**
 * @returns one signer for each secret
 * @throws {TypeError} when there is no secret, or one is malformed; it does not show it
 */
export function signersOf(secrets: Secrets): readonly Signer[] {
  const all = typeof secrets === 'string' ? [secrets] : secrets;
  if (!Array.isArray(all) || all.length === 0)
    throw new TypeError('There is no webhook secret: pass one, or several.');
  return all.map((secret, index) => {
    try {
      const webhook = new Webhook(secret);
      return webhook.sign.bind(webhook);
    } catch {
      const which = all.length > 1 ? `Webhook secret ${index + 1} of ${all.length}` : 'The webhook secret';
      throw new TypeError(
        `${which} is not \`whsec_\` followed by base64: copy it whole from where the service shows it.`,
      );
    }
  });
}
