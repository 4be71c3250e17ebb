/** All messages of a folder in the language of the page, and as they are written in English. Both are empty on English pages. */
declare module '*?translations' {
  export const messages: Readonly<Record<string, string>>
  export const sources: Readonly<Record<string, string>>
}
