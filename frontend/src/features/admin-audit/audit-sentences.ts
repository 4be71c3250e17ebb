/**
 * The sentences of the audit in the language of this page, by code; none on English pages. The build and the specs replace this module,
 * which `build/i18n/message-files.ts` names. To change a sentence: in English in its event or in `audit-texts.ts`, both in `contracts`;
 * otherwise `auditSentences` or `auditTexts` in `messages/<language>.json`.
 */
export const sentences: Readonly<Record<string, string>> = {}
