// Endpoints for drafts of submissions, which have several versions if devices wrote independently.

import { z } from 'zod'
import { queryResponse } from '../endpoints/responses.ts'
import { tooLong } from '../endpoints/shown-text.ts'
import { submitProjectRequest } from './api.ts'
import { maxScreenshotBytes } from '../images/images.ts'
import { perProjectText } from './project-texts.ts'
import { get, put, del } from '../endpoints/endpoint-definition.ts'

/** How many versions of the draft of a day are kept: one shared by all devices, and further ones written independently of each other. */
export const maxDraftVersions = 5
/** Maximum size of all drafts of a person in bytes: more than thirty drafts of the usual length. */
export const maxDraftBytes = 262_144
/** Maximum number of versions that one request may replace: the last version of the account, and unconfirmed attempts. */
const maxReplaced = 20
const maxAgeMs = 90 * 24 * 60 * 60 * 1000

const text = (maxLength: number) => z.string().max(maxLength, tooLong(maxLength))

/** What somebody has typed in the form for a project so far. Every field may be empty. */
export const draftContent = z.strictObject({
  // A draft may be older than an optional text.
  ...perProjectText(
    ({ max }) => text(max),
    (schema) => schema.default(''),
  ),
  /** The uploaded screenshot, with the name and the size in bytes of the chosen file. */
  screenshot: z
    .strictObject({
      name: text(255),
      bytes: z.int().min(0).max(maxScreenshotBytes).optional(),
      imageUrl: submitProjectRequest.shape.imageUrl,
    })
    .optional(),
})
export type DraftContent = z.infer<typeof draftContent>

/** The id that a browser gives to a version of a draft. */
const versionId = z.string().regex(/^[\w-]{8,64}$/, 'Not a valid id of a version')

/**
 * One version of a draft: when it was written (ISO), and in which browser, such as "Firefox on Linux". `browser` and `system` are the
 * same as names, null if they are not known; versions from before they were stored have neither.
 */
export const draftVersion = z.object({
  version: z.string(),
  writtenAt: z.string(),
  device: z.string(),
  browser: z.string().nullable().optional(),
  system: z.string().nullable().optional(),
  content: draftContent,
})
export type DraftVersion = z.infer<typeof draftVersion>

/** The draft of a day. Versions that were written without knowing of each other are kept beside each other, newest first. */
export const dayDraft = z.object({ day: z.int(), versions: z.array(draftVersion) })
export type DayDraft = z.infer<typeof dayDraft>

/**
 * `replaces`: the versions that the text was made from, and attempts to send it that were not answered. `writtenAgoMs`: how
 * long ago it was written, because clocks of devices differ.
 */
export const saveDraftRequest = z.strictObject({
  version: versionId,
  replaces: z.array(versionId).max(maxReplaced),
  writtenAgoMs: z.int().min(0).max(maxAgeMs),
  content: draftContent,
})
export type SaveDraftRequest = z.infer<typeof saveDraftRequest>

export const draftResponse = queryResponse.extend({ draft: dayDraft })

export const draftEndpoints = {
  all: get('/api/drafts', 'participants', {
    summary: 'My drafts of projects, by day',
    response: queryResponse.extend({ drafts: z.array(dayDraft) }),
  }),
  save: put('/api/drafts/:day', 'participants', {
    summary: 'Save what I have typed for a day; versions that other devices wrote meanwhile stay beside it',
    limit: 'draft',
    body: saveDraftRequest,
    response: draftResponse,
    errors: ['day-already-taken', 'quota-reached'],
  }),
  discard: del('/api/drafts/:day', 'participants', {
    summary: 'Discard versions of my draft of a day',
    limit: 'draft',
    /** The versions are named, so that a newer one of another device stays. */
    body: z.strictObject({ versions: z.array(versionId).min(1).max(maxReplaced) }),
    response: draftResponse,
  }),
}
