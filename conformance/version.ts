/** The version of this suite. It stands for one list of checks, so each change of that list is another. */
export const suiteVersion = '1.1.0';
