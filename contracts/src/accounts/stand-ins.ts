import { say, type Text } from '../texts/text.ts'

/**
 * The stand-ins for the names of people who have no account here, by code: in English in responses and messages of the server, in
 * the language of the page in the browser. Anybody may have such a name, so nothing compares names with these texts.
 */
export const standIns = {
  /** The account was deleted. */
  deletedPerson: say('deletedPerson'),
  /** Takes part in the run of a backup file, and never had an account here. */
  personElsewhere: say('personElsewhere'),
  /** Acted in a backup file without a known signature, where an id may be that of a person here. */
  somebodyElsewhere: say('somebodyElsewhere'),
  /** Sends commands from a shell on the machine of the server. */
  operator: say('operator'),
}
export type StandIn = keyof typeof standIns

/**
 * Stands for the persons who acted in a backup file without a known signature, where an id in the file may be that of a person here. No user
 * has this id.
 */
export const importedPersonId = 'imported'

/** The code of each name of an object that stands for somebody without an account, by its field. */
export type NameCodes = Readonly<Record<string, StandIn>>

type WithCodes = { nameCodes?: NameCodes | undefined }
/** A person with a name or a stand-in for it. */
export type Named = ({ name: string } | { fullName: string }) & WithCodes

/** Returns a field with the stand-in for a name, and its code. */
export const standIn = <Field extends string>(code: StandIn, field: Field) =>
  // Safe: the only computed key is the field.
  ({ [field]: standIns[code].message, nameCodes: { [field]: code } }) as Record<Field, string> & {
    nameCodes: NameCodes
  }

/** Returns the name of a person as another field, with the code of its stand-in. */
export function nameAs<Field extends string>(field: Field, person: Named) {
  const code = standInOf(person)
  const name = 'name' in person ? person.name : person.fullName
  // Safe: the only computed key is the field.
  return (code === undefined ? { [field]: name } : standIn(code, field)) as Record<Field, string> & {
    nameCodes?: NameCodes
  }
}

/** Returns the name of a person as a value of a text. */
export function nameValue(person: Named): string | Text {
  const code = standInOf(person)
  if (code !== undefined) return standIns[code]
  return 'name' in person ? person.name : person.fullName
}

/** Returns the code of the stand-in for the name of a person; `undefined` for a name. */
export const standInOf = ({ nameCodes = {} }: WithCodes): StandIn | undefined => Object.values(nameCodes)[0]

/** Whether somebody had an account here that was deleted. */
export const isDeletedPerson = (person: Named): boolean => standInOf(person) === 'deletedPerson'
