/** Removes the user name and password from a text that is meant to be a URL, so that a message can show it. */
export function withoutUserInfo(text: string): string {
  const [, scheme = '', authority = '', rest = ''] =
    /^([a-z][a-z\d+.-]*:\/\/)?([^/?#]*)(.*)$/is.exec(text) ?? [];
  return `${scheme}${authority.slice(authority.lastIndexOf('@') + 1)}${rest}`;
}
