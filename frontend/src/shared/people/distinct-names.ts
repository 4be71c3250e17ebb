// Names people on one screen so that several with the same name can be told apart.

import { normalizeForSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { formatName } from '../format/format-name.ts'

/** A person in one of the shapes of the API. */
export type Named = { username?: string | null | undefined } & (
  | { id: string; name: string }
  | { _id: string; name: string }
  | { _id: string; fullName: string }
)
export type NameOf = (person: Named) => string

const idOf = (person: Named): string => ('id' in person ? person.id : person._id)
const nameIn = (person: Named): string => ('fullName' in person ? person.fullName : person.name)

/** Returns a function that names each of these people: where several have one name, with the username, as in "Ada King @ada". */
export function distinctNames(people: readonly Named[]): NameOf {
  const idByName = new Map<string, string>()
  const shared = new Set<string>()
  for (const person of people) {
    const key = normalizeForSearch(nameIn(person))
    const first = idByName.get(key) ?? idOf(person)
    idByName.set(key, first)
    if (first !== idOf(person)) shared.add(key)
  }
  return (person) => {
    const name = formatName(nameIn(person))
    return person.username && shared.has(normalizeForSearch(nameIn(person)))
      ? `${name} @${person.username}`
      : name
  }
}
