/** A group of messages in the language of the page, and as it is written in English. Both are empty on English pages. */
declare module '*?translations=auditSummaries' {
  export const messages: Readonly<Record<string, string>>
  export const sources: Readonly<Record<string, string>>
}
