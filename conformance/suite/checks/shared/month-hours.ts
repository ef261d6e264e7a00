/** The hours of a month by which the document spreads hourly prices. */
export const monthHours = 730;
