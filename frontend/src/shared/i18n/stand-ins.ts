import type { NameCodes } from '@thirty/contracts/accounts/stand-ins.ts'
import { serverText } from './server-text.ts'

/**
 * Puts the stand-ins for the names of people without an account into the language of the page, everywhere in what the server has sent,
 * and returns the same object. `nameCodes` says which names these are: somebody may be called like that.
 */
export function withStandIns<Content>(content: Content): Content {
  if (typeof content !== 'object' || content === null) return content
  // Safe: it is JSON of the server, and every field of this name has this form.
  const fields = content as Record<string, unknown> & { nameCodes?: NameCodes }
  for (const [field, code] of Object.entries(fields.nameCodes ?? {}))
    fields[field] = serverText({ message: String(fields[field]), text: { code } })
  for (const value of Object.values(fields)) withStandIns(value)
  return content
}
