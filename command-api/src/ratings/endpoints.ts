// Handler that rates a project: the official rating of an admin, or that of a participant.

import { ratingEndpoints } from '@thirty/contracts/judging/ratings-api.ts'
import { currentRun, isInHistory, publicHistory } from '@thirty/contracts/challenge/history.ts'
import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import { storedReviewText, type StoredReviewText } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { projectStream } from '@thirty/contracts/projects/project-id.ts'
import { conflictsStream } from '@thirty/contracts/events/stream-names.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { conflictsFold, refuseConflict } from '../conflicts-fold.ts'
import { decidesIn, loadChallenge, resolveProjectId } from '../current-run.ts'
import { namingChanges, refuseOutdatedRating, withChanges } from '../later-changes.ts'
import { nameOf } from '../people.ts'
import type { Parts } from '../parts.ts'
import { summarizeRatings, rate } from './decide.ts'
import { ratingsFold } from './evolve.ts'
import { notifyOfRating } from './rating-push.ts'

const ratingFold = withChanges(ratingsFold)

export const ratingHandlers = (parts: Parts): Endpoint[] => [
  parts.command(ratingEndpoints.submit, 'rate-project', ratingFold, async ({ caller, body }) => {
    const { commands } = parts
    const { projectId, criteria, feedback, savedText, version } = body
    // Both are read before the project: see `judging/conflicts/decide.ts`.
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
