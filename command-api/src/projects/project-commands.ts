// Executes the commands about projects that do more than decide: submissions, revisions and reviews.

import type { ReviewRequest } from '@thirty/contracts/projects/api.ts'
import type { ProjectEvent } from '@thirty/contracts/projects/events.ts'
import { hasEnded } from '@thirty/contracts/challenge/challenge-day.ts'
import type { HistorySegment } from '@thirty/contracts/challenge/challenge-state.ts'
import type { CurrentRun } from '@thirty/contracts/challenge/history.ts'
import { storedReviewText, shownReviewText } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { projectId, projectStream } from '@thirty/contracts/projects/project-id.ts'
import { conflictsStream } from '@thirty/contracts/events/stream-names.ts'
import { excerptOf } from '@thirty/contracts/user-texts/excerpt.ts'
import { conflictsFold, refuseConflict } from '../conflicts-fold.ts'
import { decidesIn, loadCurrentRun, resolveProjectId } from '../current-run.ts'
import type { Commands, Recorded } from '../fold.ts'
import { isCausedBy, type CommandContext } from '../idempotency.ts'
import { keepImage } from '../images/upload.ts'
import { namingChanges, refuseOutdatedReview, withChanges } from '../later-changes.ts'
import { nameOf } from '../people.ts'
import type { With } from '../parts.ts'
import { review, revise, submit, type ReviseProject, type SubmitProject } from './decide.ts'
import { projectExists, projectFold } from './evolve.ts'

type Submission = Pick<SubmitProject, 'content' | 'hasOwnImage' | 'isByAdmin' | 'day'> & {
  user: string
  context: CommandContext
}

type ProjectParts = With<'commands' | 'clock' | 'timeZone'>

/** Loads the projects of a user for a day in segments of the history of a run. */
const loadOfDay = (
  commands: Commands,
  run: CurrentRun,
  { user, day, segments }: { user: string; day: number; segments: readonly HistorySegment[] },
) =>
  Promise.all(
    segments.map(async (segment) => {
      const id = projectId({ run: segment.run, day, user })
      return { id, ...(await commands.load(projectStream(id), { ...projectFold, ...decidesIn(run) })) }
    }),
  )

/** Returns whether a user has a project for a day in the current run or in its parents. */
export async function isDayTaken(commands: Commands, { user, day }: { user: string; day: number }) {
  const run = await loadCurrentRun(commands)
  const projects = await loadOfDay(commands, run, { user, day, segments: run.history })
  return projects.some(({ state }) => projectExists(state))
}

/** Submits a project for a day of the current run. Returns its id, and the position of its event. */
export async function submitProject(parts: ProjectParts, { user, context, ...submission }: Submission) {
  const { commands, clock, timeZone } = parts
  const run = await loadCurrentRun(commands)
  const { startsAt } = run
  const { day, content } = submission
  // The command below loads the project of the run itself.
  const earlier = await loadOfDay(commands, run, { user, day, segments: run.history.slice(1) })
  // The retry of a submission that was accepted in an earlier run of this history.
  for (const { id, events } of earlier) {
    const own = events.findLast(({ metadata }) => isCausedBy(context.command, metadata.causation))
    if (own !== undefined) return { id, position: own.position }
  }
  // No project of an earlier run appears later: its events up to the restore are known, and later ones come from this run,
  // which submits under its own ids. So this check needs no lock.
  const earlierProjects = earlier.map(({ state }) => state)
  const id = projectId({ run: run.run, day, user })
  const { position } = await commands.handle({
    ...projectFold,
    ...decidesIn(run),
    stream: projectStream(id),
    context,
    decide: (project) => {
      const now = clock()
      const period = { startsAt, now, timeZone, hasEnded: hasEnded(run, now, timeZone) }
      return submit(project, { ...submission, ...period, earlierProjects })
    },
    beforeAppend: () => keepImage(parts, content.image, { user, context }),
  })
  return { id, position }
}

type Revision = Omit<ReviseProject, 'owner' | 'hasEnded'> & { id: string; context: CommandContext }

/** Revises a project of the current run, and returns the position. Throws `project-not-found`, `challenge-was-reset`. */
export async function reviseProject(parts: ProjectParts, { id, context, ...revision }: Revision) {
  const { commands, clock, timeZone } = parts
  const run = await loadCurrentRun(commands)
  const { user: owner } = resolveProjectId(id, run)
  const { position } = await commands.handle({
    ...projectFold,
    ...decidesIn(run),
    stream: projectStream(id),
    context,
    decide: (project) => revise(project, { ...revision, owner, hasEnded: hasEnded(run, clock(), timeZone) }),
    beforeAppend: () => keepImage(parts, revision.content.image, { user: owner, context }),
  })
  return position
}

type Review = { id: string; context: CommandContext; review: ReviewRequest; by: string }

/**
 * Reviews a project of the current run, tells its owner, and returns the position. Throws `project-not-found`, `challenge-was-reset`,
 * `conflict-of-interest`, and with the change that the admin had not seen `already-reviewed` and `changed-meanwhile`.
 */
export async function reviewProject(
  parts: With<'commands' | 'notifyByPush'>,
  { id, context, review: request, by }: Review,
): Promise<bigint> {
  const { commands } = parts
  const { version, ...decision } = request
  const run = await loadCurrentRun(commands)
  const { user: owner, day } = resolveProjectId(id, run)
  const { state: conflicts } = await commands.load(conflictsStream(by), conflictsFold)
  const { reason } = decision
  const ownerName = await nameOf(commands, owner)
  const stored = reason && storedReviewText(reason, ownerName, 'rejection')
  const written = stored && { reason: stored.text, ...(stored.nameOpen && { nameOpen: stored.nameOpen }) }
  const { state, position, events } = await commands
    .handle({
      ...withChanges(projectFold),
      ...decidesIn(run),
      stream: projectStream(id),
      context,
      decide: ({ state: project, changes }) => {
        refuseConflict(conflicts, owner)
        refuseOutdatedReview(changes, { version })
        return review(project, { ...decision, ...written, by })
      },
    })
    .catch(namingChanges(commands, owner))
  if (projectExists(state.state)) {
    const { projectName: project } = state.state.content
    notifyOfReview(parts, { id, owner, day, project, ownerName }, events.at(-1))
  }
  return position
}

/** Characters of a reason that a push message contains: systems show few lines, and push services accept four kilobytes. */
const maxReasonLength = 200

type ReviewedProject = { id: string; owner: string; day: number; project: string; ownerName: string }

/** Tells the owner of a project by push that it was rejected. An approval is not pushed. */
function notifyOfReview(
  { notifyByPush }: With<'notifyByPush'>,
  { id, owner, day, project, ownerName }: ReviewedProject,
  event: Recorded<ProjectEvent> | undefined,
): void {
  if (event?.type !== 'ProjectRejected') return
  const { reason: stored = '', nameOpen } = event.data
  const reason = shownReviewText({ text: stored, nameOpen }, ownerName)
  notifyByPush(owner, {
    write: ({ text }) => ({
      title: text('pushRejectedTitle'),
      body: reason
        ? text('pushRejectedWithReason', { project, day, reason: excerptOf(reason, maxReasonLength) })
        : text('pushRejected', { project, day }),
    }),
    path: `/project/${id}`,
    tag: `reviewed ${id}`,
    event,
  })
}
