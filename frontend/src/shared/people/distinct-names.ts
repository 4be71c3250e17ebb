import { normalizeForSearch } from '@thirty/contracts/rules/text/search-text.ts'
import { formatName } from '../format/format-name.ts'

type Named = { id: string; name: string; username?: string | null | undefined }
export type NameOf = (person: Named) => string

/** Returns a function that names each of these people: where several have one name, with the username, as in "Ada King @ada". */
export function distinctNames(people: readonly Named[]): NameOf {
  const idByName = new Map<string, string>()
  const shared = new Set<string>()
  for (const { id, name } of people) {
    const key = normalizeForSearch(name)
    const first = idByName.get(key) ?? id
    idByName.set(key, first)
    if (first !== id) shared.add(key)
  }
  return ({ name, username }) =>
    username && shared.has(normalizeForSearch(name)) ? `${formatName(name)} @${username}` : formatName(name)
}
