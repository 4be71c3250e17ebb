import { deletedPersonName } from '@thirty/contracts/accounts/deleted-person.ts'
import { elsewherePersonName, importedPersonName } from '@thirty/contracts/accounts/imported-person.ts'
import { t } from '../i18n/t.ts'

/** The names of the server for people who have no account here. Screens show them in their own language. */
const standIns: ReadonlyMap<string, string> = new Map([
  [deletedPersonName, t('format.deletedPerson')],
  [importedPersonName, t('format.importedPerson')],
  [elsewherePersonName, t('format.personElsewhere')],
])

/**
 * Marks above and below one letter that would leave its line: no language writes more than three marks that all scripts share, nor more
 * than six of its own.
 */
const tooMany = /(?<=\p{M}{6})\p{M}+/gu
const tooManyShared = /(?<=(?:(?=\p{sc=Zinh})\p{M}){3})(?:(?=\p{sc=Zinh})\p{M})+/gu

/** Returns the name of a project, or a line with one, as a page shows it: stacked marks keep their line. */
export const formatProjectName = (name: string): string =>
  name.replaceAll(tooMany, '').replaceAll(tooManyShared, '')

/** Returns the name of a person as this page shows it: also that of somebody without an account is in the language of the page. */
export const formatName = (name: string): string => standIns.get(name) ?? formatProjectName(name)

/** Returns the first word of a name, or all words that stand for somebody without an account. */
export const formatFirstName = (name: string): string =>
  standIns.get(name) ?? formatName(name.trim().split(/\s+/u)[0] ?? name)
