// Schemas of texts that are shown to people.

import { z } from 'zod'
import { hasVisibleText } from '../user-texts/visible-text.ts'
import { rule } from '../texts/text.ts'
import { tooLong } from './too-long.ts'

/** A text without line breaks. */
export const oneLinePattern = /^[^\r\n\u2028\u2029]*$/

/** The message for an optional text that has characters, but none that anybody can see. */
const blankMessage = rule('textVisible')

type Message = string | ReturnType<typeof tooLong>

const trimmed = (missing: string | undefined, maxLength: number, long: Message = tooLong(maxLength)) =>
  z
    .string(missing === undefined ? {} : { error: missing })
    .trim()
    .max(maxLength, long)

/** A text that is shown to people, as plain text. Without a visible character it is as good as missing, and refused as that. */
export const requiredText = (missing: string, maxLength: number) =>
  trimmed(missing, maxLength).min(1, missing).refine(hasVisibleText, missing)

/**
 * A text that is shown to people and may be empty. With characters of which none is visible it is refused. `long`: the message
 * for one that is too long, which names the limit otherwise.
 */
export const optionalText = (maxLength: number, long?: Message) =>
  trimmed(undefined, maxLength, long).refine((text) => text === '' || hasVisibleText(text), blankMessage)
