import { Buffer } from 'node:buffer'
import type { WhatIfResponse } from '@thirty/contracts/leaderboard/scoring-api.ts'
import { projectId } from '@thirty/contracts/projects/project-id.ts'
import type { Action } from './actions.ts'
import type { Outcome, Result } from './step.ts'
import { scoringDriver } from './scoring-driver.ts'
import { everybody, parseProjectKey, projectKey, type Actor, type Stars } from './world.ts'

/** `bytes` is the content of a download. */
type Response = { status: number; body: Record<string, unknown>; bytes?: Buffer }

/** Fields of an answer that the model knows by the same name. */
const answered: Partial<Record<Action['what'], readonly (keyof Result)[]>> = {
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
  const actors = new Map(everybody.map((actor) => [idOf(actor), actor]))
  const scoring = scoringDriver(idOf)
  /** The ids of the backups, by their index in the world of the model. */
  const backups: string[] = []

  const idOfProject = (key: string): string => {
    const { owner, day, run } = parseProjectKey(key)
    return projectId({ run, day, user: idOf(owner) })
  }
  const indexOfBackup = (id: unknown): number => {
    if (!backups.includes(String(id))) backups.push(String(id))
    return backups.indexOf(String(id))
  }
  const indexOfFile = (bytes: Buffer): number => {
    const known = files.findIndex((file) => file.equals(bytes))
    return known === -1 ? files.push(bytes) - 1 : known
  }
  const content = (by: Actor, name: string) => ({
    projectName: name,
    description: 'Made for a test.',
    languages: 'TypeScript',
    liveLink: 'https://live.example/',
    repoLink: 'https://code.example/',
    imageUrl: imageUrlOf(by),
  })

  const request = (action: Action): readonly [method: string, path: string, body?: unknown] => {
    switch (action.what) {
      case 'submit':
        return ['POST', '/api/projects', { ...content(action.by, action.name), day: action.day }]
      case 'revise':
        return ['PUT', pathOf(action.project), content(action.by, action.name)]
      case 'withdraw':
        return ['DELETE', pathOf(action.project)]
      case 'approve':
        return ['PUT', pathOf(action.project), { status: 'approved' }]
      case 'reject':
        return ['PUT', pathOf(action.project), { status: 'rejected' }]
      case 'like':
        return ['PUT', `${pathOf(action.project)}/like`]
      case 'unlike':
        return ['DELETE', `${pathOf(action.project)}/like`]
      case 'comment':
        return ['POST', `${pathOf(action.project)}/comments`, { text: 'Neat.' }]
      case 'rate': {
        const rating = { projectId: idOfProject(action.project), criteria: criteriaOf(action.stars) }
        return ['POST', '/api/ratings/submit', rating]
      }
      case 'complete':
        return ['POST', `/api/challenge/days/${action.day}/complete`]
      case 'reopen':
        return ['DELETE', `/api/challenge/days/${action.day}/complete`]
      case 'start': {
        const startsAt = new Date(now() - (action.day - 1) * dayMs).toISOString()
        return ['POST', '/api/admin/challenge/start', { startsAt }]
      }
      case 'reset':
        return ['POST', '/api/admin/reset-with-backup']
      case 'backup':
        return ['POST', '/api/admin/backups', { name: 'Halfway' }]
      case 'restore':
        return ['POST', `/api/admin/restore-backup/${backups[action.backup] ?? 'unknown'}`]
      case 'delete':
        return ['DELETE', `/api/admin/backups/${backups[action.backup] ?? 'unknown'}`]
      case 'export':
        return ['GET', `/api/admin/backups/${backups[action.backup] ?? 'unknown'}/export`]
      case 'import':
        return ['POST', '/api/admin/backups/import', files[action.file] ?? Buffer.from('no file')]
      case 'compare':
      case 'apply':
      case 'undo':
        return scoring.request(action)
    }
  }
  const pathOf = (project: string): string => `/api/projects/${idOfProject(project)}`

  const resultOf = (action: Action, { body, bytes }: Response): Result => {
    const { what, by } = action
    if (what === 'export') return { file: indexOfFile(bytes ?? Buffer.alloc(0)) }
    if (what === 'compare') return { compared: scoring.seen(by, body as WhatIfResponse) }
    // The schemas of the responses define these types; the specs of the endpoints check them.
    const { project, backup } = body as { project?: { _id: string }; backup?: { _id: string } }
    if (what === 'submit') return { project: keyOf(project?._id ?? '') }
    if (what === 'complete' || what === 'reopen') {
      const { isCompleted, completedDays } = body as { isCompleted: boolean; completedDays: number[] }
      if (isCompleted !== completedDays.includes(action.day))
        throw new Error(`Of day ${action.day}, the answer says two things: ${JSON.stringify(body)}`)
    }
    const backupId = backup?._id ?? body['backupId'] ?? body['safetyBackupId']
    return {
      ...Object.fromEntries((answered[what] ?? []).map((name) => [name, body[name]])),
      ...(backupId !== undefined && { backup: indexOfBackup(backupId) }),
    }
  }
  const keyOf = (id: string): string => {
    const [run = '', day = ''] = id.split('-')
    const owner = actors.get(id.slice(`${run}-${day}-`.length))
    if (owner === undefined) throw new Error(`Nobody of the model has submitted ${id}.`)
    return projectKey({ owner, run: Number(run.slice(1)), day: Number(day.slice(1)) })
  }

  return {
    idOfProject,
    expectedScorings: scoring.expectedScorings,
    /** Ids of backups, by their index in the world of the model. */
    backups: backups as readonly string[],
    /** Forgets the newest backups: the log was put back to before them. */
    forgetBackups: (kept: number) => void backups.splice(kept),
    /** A repeated key means a retry of the same action. */
    perform: async (action: Action, key: string): Promise<Outcome> => {
      // A comparison is computed from the run that is shown.
      if (action.what === 'compare') await untilShown()
      const [method, path, body] = request(action)
      const response = await send(action.by, method, path, body, key)
      if (response.status < 300) return { done: resultOf(action, response) }
      if (response.status >= 500) throw new Error(`${method} ${path}: ${JSON.stringify(response)}`)
      return { refused: [String(response.body['code'])] }
    },
  }
}

const criteriaOf = ([functionality, design, innovation, codeQuality, completeness]: Stars) => ({
  functionality,
  design,
  innovation,
  codeQuality,
  completeness,
})
