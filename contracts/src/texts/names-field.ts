// Tells whether a text about a field names the field, such as "Full name is required", so that the field needs no label.

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
