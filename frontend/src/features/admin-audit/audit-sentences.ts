/** The sentences of the audit in the language of this page, by code; none on English pages. The build and the specs replace this module. */
export const sentences: Readonly<Record<string, string>> = {}
