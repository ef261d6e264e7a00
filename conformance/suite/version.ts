/** The version of this suite; every change to the list of checks requires a new one. */
export const suiteVersion = '2.0.0';
