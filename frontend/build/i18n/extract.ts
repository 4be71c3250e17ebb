// Gives the translations of a language the keys of the English messages, for `npm run translations`. `message-files.ts` reads the files.

/** Translations by group and by the rest of their keys, as in the files of a language. */
export type Groups = Record<string, Record<string, string>>

/** Returns texts by their whole keys, such as "accounts.logIn". */
export const textsByKey = (groups: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  Object.fromEntries(
    Object.entries(groups).flatMap(([group, texts]) =>
      Object.entries(texts).map(([name, text]) => [`${group}.${name}`, text] as const),
    ),
  )

/**
 * Returns the translations with the keys of the English messages, in their order: a new message has its English text until it is
 * translated, and one that is gone is left out. `untranslated` lists the keys whose text is the English one.
 */
export function extractMessages(english: Readonly<Record<string, string>>, translations: Groups) {
  const groups: Groups = {}
  const untranslated: string[] = []
  for (const [key, source] of Object.entries(english)) {
    const [group = '', name = ''] = key.split('.')
    const text = translations[group]?.[name] ?? source
    if (text === source) untranslated.push(key)
    ;(groups[group] ??= {})[name] = text
  }
  return { groups, untranslated }
}
