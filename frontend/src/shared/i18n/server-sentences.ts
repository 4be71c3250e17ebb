/**
 * The texts of the server in the language of this page, by code; none on English pages. The build and the specs replace this module, which
 * `build/i18n/message-files.ts` names. To change a text: in English in `texts.ts` of `contracts`, otherwise `serverTexts` in
 * `messages/<language>.json`.
 */
export const sentences: Readonly<Record<string, string>> = {}
