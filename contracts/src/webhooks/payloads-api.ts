// What webhooks send to receivers: the payload of each type of message. Fields may be added; none is removed or changes its meaning without
// a higher schema version. No email address, token, password or free text besides names is part of a payload.

import { z } from 'zod'
import { nameCodes } from '../accounts/person-summary-api.ts'
import { pingType, webhookSchemaVersion, type WebhookType } from './webhooks.ts'
import { criteria } from '../judging/ratings-api.ts'
import { position } from '../endpoints/responses.ts'

const time = z.iso.datetime()
const person = z.object({ id: z.string(), name: z.string(), nameCodes })
const project = z.object({
  id: z.string(),
  name: z.string(),
  day: z.int(),
  run: z.int(),
  participant: person,
})
const reviewed = z.object({ project, by: person })
const run = z.int()
const frozenFigure = 'null for a rating during a freeze of the leaderboard'

/** What a message of each type says, for the API documentation, and the schema of its field `data`. */
export const webhookMessages = {
  'project.submitted': { summary: 'A participant submitted a project', data: z.object({ project }) },
  'project.revised': { summary: 'A participant changed a submitted project', data: z.object({ project }) },
  'project.withdrawn': { summary: 'A participant withdrew a project', data: z.object({ project }) },
  'project.approved': { summary: 'An admin approved a project', data: reviewed },
  'project.rejected': { summary: 'An admin rejected a project', data: reviewed },
  /** `official`: the rating is by an admin and counts for points. */
  'project.rated': {
    summary: 'Somebody rated a project, or rated it again',
    data: reviewed.extend({
      official: z.boolean(),
      average: z.number().nullable().describe(frozenFigure),
      criteria: criteria.nullable().describe(frozenFigure),
    }),
  },
  'challenge.started': { summary: 'The challenge has started', data: z.object({ run, startsAt: time }) },
  'challenge.ended': { summary: 'The challenge has ended', data: z.object({ run, endsAt: time }) },
  /** `run` is the new, empty run. */
  'challenge.reset': {
    summary: 'An admin reset the challenge; a new run begins',
    data: z.object({ run, by: person }),
  },
  /** `run` is the new run, which continues from the backup. */
  'challenge.restored': {
    summary: 'An admin restored a backup; a new run continues from it',
    data: z.object({ run, backup: z.string(), by: person }),
  },
  'participant.joined': {
    summary: 'A participant signed up or was imported',
    data: z.object({ participant: person }),
  },
  [pingType]: { summary: 'An admin sent a test event', data: z.object({ webhook: z.string() }) },
} as const satisfies Record<WebhookType | typeof pingType, { summary: string; data: z.ZodObject }>
type Messages = typeof webhookMessages
/** What the messages of each type say. */
export type WebhookData = { [Type in keyof Messages]: z.infer<Messages[Type]['data']> }

/** Returns the schema of the body of a type. `timestamp`: when it happened. `position`: its place in the order of all events. */
export const webhookPayload = <Type extends keyof Messages>(type: Type) =>
  z.object({
    type: z.literal(type),
    schemaVersion: z.literal(webhookSchemaVersion),
    timestamp: time,
    position,
    data: webhookMessages[type].data,
  })
