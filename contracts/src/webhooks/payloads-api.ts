import { z } from 'zod'
import { nameCodes } from '../accounts/name-codes-api.ts'
import { pingType, webhookSchemaVersion, type WebhookType } from './webhooks.ts'
import { criteria } from '../judging/ratings-api.ts'
import { position } from '../endpoints/responses.ts'

// What receivers get. Fields may be added; none is removed or changes its meaning without a higher schema version. No email address,
// token, password or free text besides names is part of a payload.

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

/** The field `data` of each type. */
export const webhookData = {
  'project.submitted': z.object({ project }),
  'project.revised': z.object({ project }),
  'project.withdrawn': z.object({ project }),
  'project.approved': reviewed,
  'project.rejected': reviewed,
  /** `official`: the rating is by an admin and counts for points. */
  'project.rated': reviewed.extend({
    official: z.boolean(),
    average: z.number().nullable().describe(frozenFigure),
    criteria: criteria.nullable().describe(frozenFigure),
  }),
  'challenge.started': z.object({ run, startsAt: time }),
  'challenge.ended': z.object({ run, endsAt: time }),
  /** `run` is the new, empty run. */
  'challenge.reset': z.object({ run, by: person }),
  /** `run` is the new run, which continues from the backup. */
  'challenge.restored': z.object({ run, backup: z.string(), by: person }),
  'participant.joined': z.object({ participant: person }),
  [pingType]: z.object({ webhook: z.string() }),
} as const satisfies Record<WebhookType | typeof pingType, z.ZodObject>
export type WebhookData = { [Type in keyof typeof webhookData]: z.infer<(typeof webhookData)[Type]> }

/** Returns the schema of the body of a type. `timestamp`: when it happened. `position`: its place in the order of all events. */
export const webhookPayload = <Type extends keyof typeof webhookData>(type: Type) =>
  z.object({
    type: z.literal(type),
    schemaVersion: z.literal(webhookSchemaVersion),
    timestamp: time,
    position,
    data: webhookData[type],
  })

/** What each type says, for the API documentation. */
export const webhookSummaries: Readonly<Record<keyof typeof webhookData, string>> = {
  'project.submitted': 'A participant submitted a project',
  'project.revised': 'A participant changed a submitted project',
  'project.withdrawn': 'A participant withdrew a project',
  'project.approved': 'An admin approved a project',
  'project.rejected': 'An admin rejected a project',
  'project.rated': 'Somebody rated a project, or rated it again',
  'challenge.started': 'The challenge has started',
  'challenge.ended': 'The challenge has ended',
  'challenge.reset': 'An admin reset the challenge; a new run begins',
  'challenge.restored': 'An admin restored a backup; a new run continues from it',
  'participant.joined': 'A participant signed up or was imported',
  [pingType]: 'An admin sent a test event',
}
