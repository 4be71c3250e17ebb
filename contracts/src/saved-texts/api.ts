// Endpoints for the texts that admins save for rejections and feedback.

import { z } from 'zod'
import { maxReviewText, maxSavedTextTitle, savedTextKinds, type SavedTextKind } from './saved-texts.ts'
import { rule } from '../texts/text.ts'
import { seenVersion } from '../projects/later-changes-api.ts'
import { commandResponse, liveResponse } from '../endpoints/responses.ts'
import { oneLinePattern, requiredText } from '../endpoints/shown-text.ts'
import { get, post, put, del } from '../endpoints/endpoint-definition.ts'

/** Returns the schema of title and text of a saved text. The text may have placeholders. */
export const savedTextContent = (kind: SavedTextKind) =>
  z.strictObject({
    title: requiredText(rule('titleRequired'), maxSavedTextTitle).regex(oneLinePattern, rule('titleOneLine')),
    text: requiredText(rule('textRequired'), maxReviewText[kind]),
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
export const savedTextsResponse = liveResponse.extend({ savedTexts: z.array(savedText) })
export type SavedTextsResponse = z.infer<typeof savedTextsResponse>

export const savedTextResponse = commandResponse.extend({ savedText: savedText.omit({ uses: true }) })
export type SavedTextResponse = z.infer<typeof savedTextResponse>

/** A saved text that changed, or the id of one that was deleted. */
export const savedTextUpdate = z.strictObject({ id: z.string(), savedText: savedText.nullable() })

export const savedTextEndpoints = {
  list: get('/api/admin/saved-texts', 'view-admin-area', {
    summary: 'The saved reasons and the saved feedback, with how often they were used',
    response: savedTextsResponse,
  }),
  add: post('/api/admin/saved-texts', 'review-projects', {
    limit: 'saved-text',
    summary: 'Save a reason or feedback for all admins, up to 100 of each kind',
    body: addSavedTextRequest,
    status: 201,
    response: savedTextResponse,
    errors: ['name-taken', 'saved-texts-full'],
  }),
  change: put('/api/admin/saved-texts/:savedTextId', 'review-projects', {
    limit: 'saved-text',
    summary:
      'Change title and text; a version that another admin has changed since is refused, with the other text',
    body: changeSavedTextRequest,
    response: savedTextResponse,
    errors: ['name-taken', 'changed-meanwhile'],
  }),
  remove: del('/api/admin/saved-texts/:savedTextId', 'review-projects', {
    limit: 'saved-text',
    summary:
      'Delete a saved text; a version that another admin has changed since is refused, with the other text',
    body: z.strictObject({ version: seenVersion }),
    errors: ['changed-meanwhile'],
  }),
}
