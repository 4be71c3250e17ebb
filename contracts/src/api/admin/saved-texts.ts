import { z } from 'zod'
import {
  maxReviewText,
  maxSavedTextTitle,
  savedTextKinds,
  type SavedTextKind,
} from '../../rules/saved-texts.ts'
import { seenVersion } from '../projects/later-changes.ts'
import { commandResponse, epoch, position } from '../responses.ts'
import { requiredText } from '../shown-text.ts'
import { tooLong } from '../too-long.ts'

const title = requiredText('Title is required', maxSavedTextTitle).regex(
  /^[^\r\n\u2028\u2029]*$/,
  'A title can have only one line',
)

/** The message for a text that is longer than the reasons or the feedback that it is for. */
export const tooLongMessage = (kind: SavedTextKind): string => tooLong(maxReviewText[kind]).error()

/** Returns the schema of title and text of a saved text. The text may have placeholders. */
export const savedTextContent = (kind: SavedTextKind) =>
  z.strictObject({
    title,
    text: requiredText('Text is required', maxReviewText[kind]),
  })
export type SavedTextContent = z.infer<ReturnType<typeof savedTextContent>>

const addRequest = <Kind extends SavedTextKind>(kind: Kind) =>
  savedTextContent(kind).extend({ kind: z.literal(kind) })

export const addSavedTextRequest = z.discriminatedUnion('kind', [
  addRequest('rejection'),
  addRequest('feedback'),
])
export type AddSavedTextRequest = z.infer<typeof addSavedTextRequest>

/** `version`: of the text that the admin has read. The limit of a reason is checked when the kind of the text is known. */
export const changeSavedTextRequest = savedTextContent('feedback').extend({ version: seenVersion })
export type ChangeSavedTextRequest = z.infer<typeof changeSavedTextRequest>

export const deleteSavedTextRequest = z.strictObject({ version: seenVersion })

/**
 * A text that admins insert. `uses` counts the rejections or official ratings that were sent with it, in all runs. `version` changes with
 * title and text.
 */
export const savedText = z.object({
  id: z.string(),
  kind: z.enum(savedTextKinds),
  title: z.string(),
  text: z.string(),
  uses: z.int(),
  version: seenVersion,
})
export type SavedText = z.infer<typeof savedText>

/** All saved texts of both kinds, in no particular order. */
export const savedTextsResponse = z.object({
  success: z.literal(true),
  savedTexts: z.array(savedText),
  position,
  epoch,
})
export type SavedTextsResponse = z.infer<typeof savedTextsResponse>

/** The text as it was stored. */
export const savedTextResponse = commandResponse.extend({ savedText: savedText.omit({ uses: true }) })
export type SavedTextResponse = z.infer<typeof savedTextResponse>

/** A saved text that changed, or the id of one that was deleted. */
export const savedTextUpdate = z.strictObject({ id: z.string(), savedText: savedText.nullable() })
