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

/** Whether a text about a field names it, such as "Full name is required", so that it needs no label. */
export const namesItsField = (said: { code: string } | undefined): boolean =>
  said !== undefined && namingTexts.has(said.code)
