import { deletedPersonName } from '@thirty/contracts/rules/deleted-person.ts'
import { elsewherePersonName, importedPersonName } from '@thirty/contracts/rules/imported-person.ts'
import { t } from './messages/t.ts'

/** The names of the server for people who have no account here. Screens show them in their own language. */
const standIns: ReadonlyMap<string, string> = new Map([
  [deletedPersonName, t('deletedPerson')],
  [importedPersonName, t('importedPerson')],
  [elsewherePersonName, t('personElsewhere')],
])

/** Returns the name of a person as this page shows it: that of somebody without an account is in the language of the page. */
export const formatName = (name: string): string => standIns.get(name) ?? name

/** Returns the first word of a name, or all words that stand for somebody without an account. */
export const formatFirstName = (name: string): string =>
  standIns.get(name) ?? name.trim().split(/\s+/u)[0] ?? name
