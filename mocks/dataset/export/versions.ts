/** Versions of FOCUS in which an export is written; separate from the columns, so that they load quickly. */
export const exportVersions = ['1.2', '1.3', '1.4'] as const;
export type ExportVersion = (typeof exportVersions)[number];
