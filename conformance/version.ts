/** The version of this suite: that of the package it comes in. */
export const suiteVersion = '0.1.0';
