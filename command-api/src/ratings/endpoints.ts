import type { SubmitRatingRequest } from '@thirty/contracts/api/projects/ratings.ts'
import { ratingEndpoints } from '@thirty/contracts/api/projects/ratings.ts'
import { projectEvents } from '@thirty/contracts/events/project.ts'
import { calculateRatingAverage } from '@thirty/contracts/rules/points.ts'
import { storedReviewText, type StoredReviewText } from '@thirty/contracts/rules/saved-texts.ts'
import { projectStream } from '@thirty/contracts/rules/streams/project-id.ts'
import { challengeStream, conflictsStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { Caller } from '@thirty/infra/http/authentication/authentication.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { conflictsFold, refuseConflict } from '../conflicts-fold.ts'
import type { Commands } from '../handle.ts'
import type { NotifyByPush } from '../notify-by-push.ts'
import { commandContext, type CommandContext } from '../idempotency.ts'
import { loadCurrentRun } from '../current-run.ts'
import { isInHistory, publicHistory, type HistoryEvent } from '@thirty/contracts/rules/history.ts'
import { nameOf, namingChanges, refuseOutdatedRating, withChanges } from '../later-changes.ts'
import { optionsFold } from '../options-fold.ts'
import { resolveProjectId } from '../runs.ts'
import type { WaitForProjections } from '../wait-for-projections.ts'
import { summarizeRatings, rate } from './decide.ts'
import { evolve, noProject, type RatedProject } from './evolve.ts'
import { notifyOfRating } from './rating-push.ts'

export type RatingDeps = {
  commands: Commands
  waitForProjections: WaitForProjections
  notifyByPush: NotifyByPush
}

/** Handlers that rate projects. */
export function ratingHandlers(deps: RatingDeps): Endpoint[] {
  return [
    endpoint(ratingEndpoints.submit)(async (request) => {
      const { caller, body } = request
      const context = commandContext(request, caller.id, 'rate-project')
      const { state, publicState, isHidden, position, events } = await rateProject(deps, {
        ...body,
        caller,
        context,
      })
      if (!isHidden) notifyOfRating(deps, state, { ...body, event: events.at(-1) })
      return {
        success: true,
        message: 'Rating submitted successfully',
        ...(await deps.waitForProjections(position)),
        average: calculateRatingAverage(body.criteria),
        ...summarizeRatings(await publicState(state)),
      }
    }),
  ]
}

type RateRequest = SubmitRatingRequest & { caller: Caller; context: CommandContext }

async function rateProject(
  { commands }: Pick<RatingDeps, 'commands'>,
  { projectId, criteria, feedback, savedText, version, caller, context }: RateRequest,
) {
  const run = await loadCurrentRun(commands)
  const { user: owner } = resolveProjectId(projectId, run)
  const judging = caller.isAdmin ? await loadJudging(commands, caller.id) : undefined
  const fold = withChanges({
    events: projectEvents,
    initial: noProject,
    evolve,
    isRelevant: (event) => isInHistory(run.history, event),
  })
  const { text, nameOpen }: StoredReviewText =
    feedback === '' ? { text: '' } : storedReviewText(feedback, await nameOf(commands, owner), 'feedback')
  const { state, ...result } = await namingChanges(commands, owner, () =>
    commands.handle({
      ...fold,
      stream: projectStream(projectId),
      run: () => run.run,
      context,
      decide: ({ state: project, changes }) => {
        // Participants rate what they see; only official ratings are decisions that admins share.
        if (judging) {
          refuseConflict(judging.conflicts, owner)
          const { isOnlyRating } = judging
          refuseOutdatedRating(changes, { version, by: caller.id, isOnlyRating })
        }
        const rating = { rater: caller.id, official: caller.isAdmin, owner, criteria, feedback: text }
        const isSaved = caller.isAdmin && feedback !== '' && savedText !== undefined
        return rate(project, { ...rating, ...(isSaved && { savedText }), ...(nameOpen && { nameOpen }) })
      },
    }),
  )
  /** Returns the project as the caller may know it: during a freeze, only admins know later ratings. */
  const publicState = async (known: RatedProject): Promise<RatedProject> => {
    if (caller.isAdmin || run.frozenAt === undefined) return known
    const history = publicHistory(run.history, run.frozenAt)
    const publicFold = { ...fold, isRelevant: (event: HistoryEvent) => isInHistory(history, event) }
    return (await commands.load(projectStream(projectId), publicFold)).state.state
  }
  const rated = result.events.at(-1)
  const isHidden = rated !== undefined && !isInHistory(publicHistory(run.history, run.frozenAt), rated)
  return { ...result, state: state.state, publicState, isHidden }
}

/** Loads what decides whether and how an admin may rate. Read before the project: see decision 0100. */
async function loadJudging(commands: Commands, admin: string) {
  const [conflicts, options] = await Promise.all([
    commands.load(conflictsStream(admin), conflictsFold),
    commands.load(challengeStream, optionsFold),
  ])
  return { conflicts: conflicts.state, isOnlyRating: options.state.wantedRatings === 1 }
}
