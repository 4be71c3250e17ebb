// The list of the texts of a submission, in the order of its form.

import { rule } from '../texts/text.ts'

export type ProjectText = {
  /** Maximum number of characters. */
  max: number
  /** The message for an empty text. A text without one is optional. */
  missing?: string
  /** An address that browsers open, or words between commas; otherwise any text. */
  kind?: 'address' | 'list'
  /** Its heading in exports. */
  column: string
}

/**
 * Requests, drafts, events, cards, exports, the participant's own data, the check of imported files and the values of the form follow from
 * this list. Everybody may read all of them: visitors see them above the ratings of a project. A text that is added later is optional,
 * because earlier events are without it.
 */
export const projectTexts = {
  projectName: { max: 120, missing: rule('projectNameRequired'), column: 'Project' },
  liveLink: { max: 2048, missing: rule('liveLinkRequired'), kind: 'address', column: 'Live link' },
  repoLink: { max: 2048, missing: rule('repositoryLinkRequired'), kind: 'address', column: 'Repository' },
  description: { max: 5000, missing: rule('descriptionRequired'), column: 'Description' },
  languages: { max: 300, missing: rule('languageRequired'), kind: 'list', column: 'Languages' },
  frameworks: { max: 300, kind: 'list', column: 'Frameworks' },
} as const satisfies Record<string, ProjectText>

type ListedTexts = typeof projectTexts
type TextName = keyof ListedTexts
type OptionalName = {
  [Name in TextName]: ListedTexts[Name] extends { missing: string } ? never : Name
}[TextName]

/** A value for each text: `Required` for the required texts, `Optional` for the optional ones. */
type PerText<Required, Optional> = {
  [Name in TextName]: Name extends OptionalName ? Optional : Required
}

/** All texts of a submission. A missing optional text is empty. */
export type ProjectTexts = PerText<string, string>

/** The texts of a submission as requests and events have them. */
export type GivenTexts = Omit<ProjectTexts, OptionalName> & { [Name in OptionalName]?: string | undefined }
type TextsByName = Readonly<Record<string, string | undefined>>

const entries = Object.entries<ProjectText>(projectTexts)

/** Returns an object with a value for each text. `ofOptional` changes the values of optional texts. */
export const perProjectText = <Value, Optional = Value>(
  valueOf: (text: ProjectText, name: string) => Value,
  ofOptional?: (value: Value) => Optional,
) =>
  // Safe: there is an entry for each text.
  Object.fromEntries(
    entries.map(([name, text]) => {
      const value = valueOf(text, name)
      return [name, text.missing === undefined && ofOptional ? ofOptional(value) : value]
    }),
  ) as PerText<Value, Optional>

/** Returns all texts of a submission. */
export function allTextsOf(project: Partial<GivenTexts>): ProjectTexts {
  const texts: TextsByName = project
  return perProjectText((_, name) => texts[name] ?? '')
}

/** Returns the texts of a submission without optional ones that are empty. */
export function givenTextsOf(project: GivenTexts): GivenTexts {
  const texts: TextsByName = project
  const given = entries.filter(([name, { missing }]) => missing !== undefined || texts[name])
  // Safe: only optional texts are left out.
  return Object.fromEntries(given.map(([name]) => [name, texts[name]])) as GivenTexts
}

/** Returns the addresses in a submission that browsers open. */
export function addressesIn(project: GivenTexts): string[] {
  const texts: TextsByName = project
  const addresses = entries.filter(([, { kind }]) => kind === 'address').map(([name]) => texts[name])
  return addresses.filter((address) => address !== undefined)
}
