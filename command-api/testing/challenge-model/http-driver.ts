import { Buffer } from 'node:buffer'
import type { WhatIfResponse, WhatIfRow } from '@thirty/contracts/leaderboard/scoring-api.ts'
import { perCriterion } from '@thirty/contracts/judging/ratings.ts'
import { projectId } from '@thirty/contracts/projects/project-id.ts'
import { projectFields } from '../project-events.ts'
import type { Action, What } from './actions.ts'
import { scaleOf } from './scoring.ts'
import type { ComparedRow, Comparison, Outcome, Result } from './step.ts'
import {
  everybody,
  parseProjectKey,
  projectKey,
  type Actor,
  type Contest,
  type ModelWeights,
} from './world.ts'

/** `bytes` is the content of a download. */
type Response = { status: number; body: Record<string, unknown>; bytes?: Buffer }
type Request = readonly [method: string, path: string, body?: unknown]

/** Fields of an answer that the model knows by the same name. */
const answered: { [Name in What]?: readonly (keyof Result)[] } = {
  like: ['likes', 'likedByMe'],
  unlike: ['likes', 'likedByMe'],
  comment: ['comments'],
  rate: ['averageRating', 'ratingCount'],
  complete: ['completedDays'],
  reopen: ['completedDays'],
  import: ['wasThere'],
  reset: ['run'],
  restore: ['run'],
}

/** What the driver needs of a product: it may serve commands only, or everything. */
export type DrivenProduct = {
  /** `key` is the idempotency key of the request. A body of bytes is a file. */
  send(actor: Actor, method: string, path: string, body: unknown, key: string): Promise<Response>
  idOf(actor: Actor): string
  /** Returns the address of an uploaded screenshot of a participant. */
  imageUrlOf(actor: Actor): string
  /** Milliseconds since 1970, by the clock of the product. */
  now(): number
  /** Resolves when the current run is shown, with its scoring. Needed for comparisons only. */
  untilShown?(): Promise<void>
}

const dayMs = 86_400_000

/**
 * Executes the actions of the model through the API, and returns outcomes in the words of the model. `files` has the exported
 * files of all installations, which it adds to.
 */
export function httpDriver(
  { send, idOf, imageUrlOf, now, untilShown = async () => undefined }: DrivenProduct,
  files: Buffer[] = [],
) {
  /** The ids of the backups, by their index in the world of the model. */
  const backups: string[] = []
  /** What the admins saw in their latest comparisons: a change names it. */
  const comparisons = new Map<Actor, { version: string; position: string }>()

  const idOfProject = (key: string): string => {
    const { owner, day, run } = parseProjectKey(key)
    return projectId({ run, day, user: idOf(owner) })
  }
  const actorOf = (id: string): Actor => {
    const actor = everybody.find((one) => idOf(one) === id)
    if (actor === undefined) throw new Error(`Nobody of the model is ${id}.`)
    return actor
  }
  const indexOfBackup = (id: unknown): number => {
    if (!backups.includes(String(id))) backups.push(String(id))
    return backups.indexOf(String(id))
  }
  const indexOfFile = (bytes: Buffer): number => {
    const known = files.findIndex((file) => file.equals(bytes))
    return known === -1 ? files.push(bytes) - 1 : known
  }
  const content = ({ by, name: projectName }: Action) => {
    return { ...projectFields, projectName, imageUrl: imageUrlOf(by) }
  }
  const pathOf = ({ project }: Action, part = ''): string => `/api/projects/${idOfProject(project)}${part}`
  const ofBackup = ({ backup }: Action): string => backups[backup] ?? 'unknown'
  const scoringOf = ({ draft: { weights, excluded, normalise } }: Action) => ({
    weights: inWhole(weights),
    excluded: excluded.map(idOf),
    normalise,
  })
  const whatIf = (action: Action) => {
    const { weights, excluded, normalise } = scoringOf(action)
    const query = Object.entries({ ...weights, excluded, ...(normalise && { normalise }) })
    return query.map(([name, value]) => `${name}=${String(value)}`).join('&')
  }
  const seenBy = ({ by }: Action) => comparisons.get(by) ?? { version: '0', position: '0' }

  const requests: { [Name in What]: (action: Action) => Request } = {
    submit: (action) => ['POST', '/api/projects', { ...content(action), day: action.day }],
    revise: (action) => ['PUT', pathOf(action), content(action)],
    withdraw: (action) => ['DELETE', pathOf(action)],
    approve: (action) => ['PUT', pathOf(action), { status: 'approved' }],
    reject: (action) => ['PUT', pathOf(action), { status: 'rejected' }],
    like: (action) => ['PUT', pathOf(action, '/like')],
    unlike: (action) => ['DELETE', pathOf(action, '/like')],
    comment: (action) => ['POST', pathOf(action, '/comments'), { text: 'Neat.' }],
    rate: ({ project, stars }) => {
      const criteria = perCriterion((_criterion, place) => stars[place])
      return ['POST', '/api/ratings/submit', { projectId: idOfProject(project), criteria }]
    },
    complete: ({ day }) => ['POST', `/api/challenge/days/${day}/complete`],
    reopen: ({ day }) => ['DELETE', `/api/challenge/days/${day}/complete`],
    start: ({ day }) => {
      const startsAt = new Date(now() - (day - 1) * dayMs).toISOString()
      return ['POST', '/api/admin/challenge/start', { startsAt }]
    },
    reset: () => ['POST', '/api/admin/reset-with-backup'],
    backup: () => ['POST', '/api/admin/backups', { name: 'Halfway' }],
    restore: (action) => ['POST', `/api/admin/restore-backup/${ofBackup(action)}`],
    delete: (action) => ['DELETE', `/api/admin/backups/${ofBackup(action)}`],
    export: (action) => ['GET', `/api/admin/backups/${ofBackup(action)}/export`],
    import: ({ file }) => ['POST', '/api/admin/backups/import', files[file] ?? Buffer.from('no file')],
    compare: (action) => ['GET', `/api/admin/what-if?${whatIf(action)}`],
    apply: (action) => {
      const body = { ...scoringOf(action), ...seenBy(action), reason: 'Fairer.' }
      return ['POST', '/api/admin/scoring', body]
    },
    undo: (action) => {
      const { version } = seenBy(action)
      return ['POST', '/api/admin/scoring/undo', { version, reason: 'A mistake.' }]
    },
  }

  /** Remembers what an admin saw, and returns it in the words of the model. */
  const compared = (
    by: Actor,
    { inForce, other, podium, top, moved, position }: WhatIfResponse,
  ): Comparison => {
    comparisons.set(by, { version: inForce.version, position })
    const rowOf = ({ id, rankNow, rankAfter, pointsNow, pointsAfter }: WhatIfRow): ComparedRow => {
      return { actor: actorOf(id), rankNow, rankAfter, pointsNow, pointsAfter }
    }
    // There are three participants, so the podium has everybody.
    const [now, after] = [podium.now.map(rowOf), top.map(rowOf)]
    return { isSame: other.isSame, now, after, up: moved.up, down: moved.down }
  }

  const resultOf = ({ what, by, day }: Action, { body, bytes }: Response): Result => {
    if (what === 'export') return { file: indexOfFile(bytes ?? Buffer.alloc(0)) }
    if (what === 'compare') return { compared: compared(by, body as WhatIfResponse) }
    // The schemas of the responses define these types; the specs of the endpoints check them.
    const { project, backup } = body as { project?: { _id: string }; backup?: { _id: string } }
    if (what === 'submit') return { project: keyOf(project?._id ?? '') }
    if (what === 'complete' || what === 'reopen') {
      const { isCompleted, completedDays } = body as { isCompleted: boolean; completedDays: number[] }
      if (isCompleted !== completedDays.includes(day))
        throw new Error(`Of day ${day}, the answer says two things: ${JSON.stringify(body)}`)
    }
    const backupId = backup?._id ?? body['backupId'] ?? body['safetyBackupId']
    return {
      ...Object.fromEntries((answered[what] ?? []).map((name) => [name, body[name]])),
      ...(backupId !== undefined && { backup: indexOfBackup(backupId) }),
    }
  }
  const keyOf = (id: string): string => {
    const [run = '', day = ''] = id.split('-')
    const owner = actorOf(id.slice(`${run}-${day}-`.length))
    return projectKey({ owner, run: Number(run.slice(1)), day: Number(day.slice(1)) })
  }

  return {
    idOfProject,
    /**
     * Returns the changes of the scoring in a contest, with the weights and the ids of the product. Scales have the number of ratings,
     * mean and deviation of each reviewer.
     */
    expectedScorings: ({ scorings }: Contest) =>
      scorings.map(({ weights, excluded, scales }) => ({
        weights: inWhole(weights),
        excluded: excluded.map(idOf).toSorted(),
        scales:
          scales && Object.fromEntries([...scales].map(([actor, sums]) => [idOf(actor), scaleOf(sums)])),
      })),
    /** Ids of backups, by their index in the world of the model. */
    backups: backups as readonly string[],
    /** Forgets the newest backups: the log was put back to before them. */
    forgetBackups: (kept: number) => void backups.splice(kept),
    /** A repeated key means a retry of the same action. */
    perform: async (action: Action, key: string): Promise<Outcome> => {
      // A comparison is computed from the run that is shown.
      if (action.what === 'compare') await untilShown()
      const [method, path, body] = requests[action.what](action)
      const response = await send(action.by, method, path, body, key)
      if (response.status < 300) return { done: resultOf(action, response) }
      if (response.status >= 500) throw new Error(`${method} ${path}: ${JSON.stringify(response)}`)
      return { refused: [String(response.body['code'])] }
    },
  }
}

/** Weights of the model are in tenths. */
const inWhole = ({ projects, quality, streak }: ModelWeights): ModelWeights => ({
  projects: projects / 10,
  quality: quality / 10,
  streak: streak / 10,
})
