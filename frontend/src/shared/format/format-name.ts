import { isDeletedPerson } from '@thirty/contracts/rules/deleted-person.ts'
import { t } from './messages/t.ts'

/** Returns the name of a person as this page shows it: that of a deleted account is in the language of the page. */
export const formatName = (name: string): string => (isDeletedPerson(name) ? t('deletedPerson') : name)

/** Returns the first word of a name, or all words that stand for a deleted account. */
export const formatFirstName = (name: string): string =>
  isDeletedPerson(name) ? t('deletedPerson') : (name.trim().split(/\s+/u)[0] ?? name)
