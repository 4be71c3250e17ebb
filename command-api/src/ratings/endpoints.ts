// Handler that rates a project: the official rating of an admin, or a participant's. Tells its owner by push, and after a reveal
// about the latest rating that the freeze has hidden.

import { ratingEndpoints } from '@thirty/contracts/judging/ratings-api.ts'
import {
  currentRun,
  isInHistory,
  publicHistory,
  type CurrentRun,
} from '@thirty/contracts/challenge/history.ts'
import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import { storedReviewText, type StoredReviewText } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { projectStream, projectIdFromStream, parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { conflictsStream } from '@thirty/contracts/events/stream-names.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents, type ProjectEvent } from '@thirty/contracts/projects/events.ts'
import type { Runs } from '@thirty/contracts/challenge/challenge-state.ts'
import { isCounted } from '@thirty/contracts/projects/project-life.ts'
import type { Criteria } from '@thirty/contracts/judging/ratings.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { conflictsFold, refuseConflict } from '../conflicts-fold.ts'
import { decidesIn, loadChallenge, resolveProjectId } from '../current-run.ts'
import { namingChanges, refuseOutdatedRating, withChanges } from '../later-changes.ts'
import { nameOf } from '../people.ts'
import type { Parts, PushNotice, With } from '../parts.ts'
import type { Recorded } from '../fold.ts'
import { summarizeRatings, rate } from './decide.ts'
import { ratingsFold, type RatedProject } from './evolve.ts'

const ratingFold = withChanges(ratingsFold)

export const ratingHandlers = (parts: Parts): Endpoint[] => [
  parts.command(ratingEndpoints.submit, 'rate-project', ratingFold, async ({ caller, body }) => {
    const { commands } = parts
    const { projectId, criteria, feedback, savedText, version } = body
    // Both are read before the project: see `judging/decide.ts`.
    const { runs, options } = await loadChallenge(commands)
    const run = currentRun(runs)
    const { user: owner } = resolveProjectId(projectId, run)
    const stream = projectStream(projectId)
    const conflicts = caller.isAdmin
      ? (await commands.load(conflictsStream(caller.id), conflictsFold)).state
      : undefined
    const { text, nameOpen }: StoredReviewText =
      feedback === '' ? { text: '' } : storedReviewText(feedback, await nameOf(commands, owner), 'feedback')
    const known = publicHistory(run.history, run.frozenAt)
    return {
      ...decidesIn(run),
      stream,
      decide: ({ state: project, changes }) => {
        // Participants rate what they see; only official ratings are decisions that admins share.
        if (conflicts) {
          refuseConflict(conflicts, owner)
          const isOnlyRating = options.wantedRatings === 1
          refuseOutdatedRating(changes, { version, by: caller.id, isOnlyRating })
        }
        const rating = { rater: caller.id, official: caller.isAdmin, owner, criteria, feedback: text }
        const isSaved = caller.isAdmin && feedback !== '' && savedText !== undefined
        return rate(project, { ...rating, ...(isSaved && { savedText }), ...(nameOpen && { nameOpen }) })
      },
      onRefused: namingChanges(commands, owner),
      answer: async ({ state, events }) => {
        const event = events.at(-1)
        const isHidden = event !== undefined && !isInHistory(known, event)
        if (!isHidden) notifyOfRating(parts, state.state, { projectId, criteria, event })
        // During a freeze, only admins know later ratings.
        const isFrozen = !caller.isAdmin && run.frozenAt !== undefined
        const fold = { ...ratingFold, ...decidesIn({ ...run, history: known }) }
        const shown = isFrozen ? (await commands.load(stream, fold)).state : state
        const message = 'Rating submitted successfully'
        return { message, average: calculateRatingAverage(criteria), ...summarizeRatings(shown.state) }
      },
    }
  }),
]

type Rated = Recorded<Extract<ProjectEvent, { type: 'ProjectRated' }>>

/** Tells the owners of projects about the latest rating that a freeze has hidden. `runs` are those after the reveal. Throws `LogUnavailable`. */
export async function notifyOfRevealed(
  { log, commands, notifyByPush }: With<'log' | 'commands' | 'notifyByPush'>,
  { run, history }: Pick<CurrentRun, 'run' | 'history'>,
  { runs, reveal }: { runs: Runs; reveal: Pick<Recorded, 'at' | 'position'> },
): Promise<void> {
  const freeze = runs.runs.get(run)?.freezes.findLast(({ position }) => position < reveal.position)
  if (freeze?.time === undefined) return
  const known = publicHistory(history, freeze.time)
  const hidden = new Map<string, Rated>()
  // Every rating that the freeze hides comes after the event that set it.
  const range = { after: freeze.position, until: reveal.position, streams: [projectStream('')] }
  for await (const events of log.readAll(range))
    for (const event of events) {
      if (!isEventOf(projectEvents, event) || event.type !== 'ProjectRated') continue
      if (isInHistory(history, event) && !isInHistory(known, event)) hidden.set(event.stream, event)
    }
  for (const [stream, { id, data }] of hidden) {
    const { state } = await commands.load(stream, { ...ratingsFold, ...decidesIn({ run, history }) })
    const projectId = projectIdFromStream(stream)
    // The owner learns of it now, however old the rating is.
    const event = { id, at: reveal.at }
    if (projectId !== undefined) notifyOfRating({ notifyByPush }, state, { ...data, projectId, event })
  }
}

/** A rating of a project. The event is missing if it changed nothing. */
type GivenRating = { projectId: string; criteria: Criteria; event: PushNotice['event'] | undefined }

/** Tells the owner of a project by push about a rating. */
function notifyOfRating(
  { notifyByPush }: With<'notifyByPush'>,
  project: RatedProject,
  { projectId, criteria, event }: GivenRating,
): void {
  const { user, day } = parseProjectId(projectId) ?? {}
  if (event === undefined || user === undefined || day === undefined) return
  if (!isCounted(project)) return
  const { projectName } = project
  notifyByPush(user, {
    write: ({ text }) => ({
      title: text('pushRatedTitle'),
      body: text('pushRated', { project: projectName, day, average: calculateRatingAverage(criteria) }),
    }),
    path: `/project/${projectId}`,
    tag: `rated ${projectId}`,
    event,
  })
}
