// Schemas of texts that are shown to people.

import { z } from 'zod'
import { hasVisibleText } from '../user-texts/visible-text.ts'
import { rule } from '../texts/text.ts'
import { tooLong } from './too-long.ts'

/** The message for an optional text that has characters, but none that anybody can see. */
const blankMessage = rule('textVisible')

type ShownTextOptions = {
  /** The message for a text that is too long; one with the limit if missing. */
  long?: string | undefined
}

const trimmed = (missing: string | undefined, maxLength: number, { long }: ShownTextOptions) =>
  z
    .string(missing === undefined ? {} : { error: missing })
    .trim()
    .max(maxLength, long ?? tooLong(maxLength))

/** A text that is shown to people, as plain text. Without a visible character it is as good as missing, and refused as that. */
export const requiredText = (missing: string, maxLength: number, options: ShownTextOptions = {}) =>
  trimmed(missing, maxLength, options).min(1, missing).refine(hasVisibleText, missing)

/** A text that is shown to people and may be empty. With characters of which none is visible it is refused. */
export const optionalText = (maxLength: number, options: ShownTextOptions = {}) =>
  trimmed(undefined, maxLength, options).refine((text) => text === '' || hasVisibleText(text), blankMessage)
