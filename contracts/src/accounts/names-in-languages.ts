import { textsByLanguage } from '../languages/texts-by-language.ts'
import { standInOf, type NameCodes, type StandIn } from './stand-ins.ts'

/** Returns a stand-in, by its code, in every language of the product. */
export const standInNames = (code: StandIn): readonly string[] =>
  Object.values(textsByLanguage).map(({ cards }) => cards[code])

/** Returns what readers see of a person, and therefore search for: the name, or its stand-in in each language of the product. */
export function shownNames(person: { name: string; nameCodes?: NameCodes }): readonly string[] {
  const code = standInOf(person)
  return code === undefined ? [person.name] : standInNames(code)
}
