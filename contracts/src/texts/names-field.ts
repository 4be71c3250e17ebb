// Tells whether a text that refuses a field names the field itself, as "Full name is required" does. Where a refusal stands alone, such as
// in the rows of an import, the name of the field is put before any other text.

import type { TextCode } from './text.ts'

const namingTexts: ReadonlySet<string> = new Set<TextCode>([
  'fullNameRequired',
  'emailRequired',
  'emailTooLong',
  'usernameRequired',
  'usernameTooShort',
  'usernameTooLong',
  'projectNameRequired',
  'liveLinkRequired',
  'descriptionRequired',
  'nameRequired',
])

export const namesItsField = (said: { code: string } | undefined): boolean =>
  said !== undefined && namingTexts.has(said.code)
