// Decides several projects. Each is a separate command: a project that another admin decided does not stop the others.

import { pastReview, reviewEndpoints, type ReviewOutcome } from '@thirty/contracts/projects/reviews-api.ts'
import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import { Refusal, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { fillPlaceholders, hasPlaceholder, maxReviewText } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { decidesAboutProject } from '../current-run.ts'
import type { Commands } from '../handle.ts'
import { nameOf } from '../later-changes.ts'
import type { With } from '../parts.ts'
import { projectExists, projectFold, type Project } from './evolve.ts'
import { reviewProject, type Review } from './project-commands.ts'
import { stepEndpoints } from '../command.ts'
import { stepContext } from '../idempotency.ts'

type ReviewParts = With<'commands' | 'notifyByPush' | 'waitForProjections'>

/** Number of projects that are decided at the same time, so that one request does not occupy the log. */
const concurrency = 10

export const reviewManyHandler = (deps: ReviewParts) =>
  stepEndpoints(deps)(reviewEndpoints.reviewMany, 'review-projects', async ({ caller, body }, context) => {
    const { projectIds, versions, fillPlaceholders: fills = false, ...decision } = body
    const reasons = fills ? await filledReasons(deps, projectIds, decision.reason) : undefined
    const seen = new Map(Object.entries(versions ?? {}))
    const results: Result[] = []
    for (let start = 0; start < projectIds.length; start += concurrency) {
      const ids = projectIds.slice(start, start + concurrency)
      results.push(
        ...(await Promise.all(
          ids.map((id) => {
            const reason = reasons?.get(id) ?? decision.reason
            const review = { ...decision, reason, version: seen.get(id) }
            return reviewOne(deps, { id, review, by: caller.id, context: stepContext(context, id) })
          }),
        )),
      )
    }
    const position = results.reduce((newest, { position }) => (position > newest ? position : newest), 0n)
    return { position, outcomes: results.map(({ outcome }) => outcome) }
  })

type Result = { outcome: ReviewOutcome; position: bigint }

/** Decides one project. Throws errors that are not about this project alone, such as `LogUnavailable` or an invalid reason. */
async function reviewOne(deps: ReviewParts, review: Review): Promise<Result> {
  const { id } = review
  try {
    const position = await reviewProject(deps, review)
    return { outcome: { projectId: id, outcome: 'reviewed' }, position }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { outcome: await explain(deps, id, error), position: 0n }
  }
}

/** Returns why a project was not decided. Throws refusals that are not about this project. */
async function explain(deps: ReviewParts, projectId: string, refusal: Refusal): Promise<ReviewOutcome> {
  const { code } = refusal
  if (code === 'conflict' || code === 'conflict-of-interest') return { projectId, outcome: code }
  if (code === 'challenge-was-reset') return { projectId, outcome: 'not-found' }
  if (code === 'project-not-found') {
    const project = await findProject(deps.commands, projectId)
    return { projectId, outcome: project?.status === 'withdrawn' ? 'withdrawn' : 'not-found' }
  }
  const change = refusal.details?.change
  if (change === undefined) throw refusal
  const { what: status } = change
  if (status !== 'approved' && status !== 'rejected') return { projectId, outcome: 'revised', change }
  return { projectId, outcome: 'already-reviewed', review: fieldsOf(pastReview, { status, ...change }) }
}

/**
 * Returns the reason for each project, with the name and the day of the project in place of the placeholders. The name of the
 * participant stays open, as it is stored. Projects that cannot be reviewed have none. Throws `invalid-fields` before anything is
 * decided if one reason becomes too long with all names.
 */
async function filledReasons(
  { commands }: With<'commands'>,
  projectIds: readonly string[],
  reason: string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const reasons = new Map<string, string>()
  if (reason === undefined || !hasPlaceholder(reason)) return reasons
  for (const id of projectIds) {
    const { user, day } = parseProjectId(id) ?? {}
    const found = await findProject(commands, id)
    // The review of a project that is not there says why.
    if (user === undefined || day === undefined || !found || !projectExists(found)) continue
    const project = found.content.projectName
    const values = { name: await nameOf(commands, user), project, day: String(day) }
    if (fillPlaceholders(reason, values).length > maxReviewText.rejection)
      refuseField('reason', say('filledReasonTooLong'))
    reasons.set(id, fillPlaceholders(reason, { ...values, name: '{name}' }))
  }
  return reasons
}

/** Returns a project of the current run; undefined if there is none. */
async function findProject(commands: Commands, id: string): Promise<Project | undefined> {
  try {
    const { stream, isRelevant } = await decidesAboutProject(commands, id)
    return (await commands.load(stream, { ...projectFold, isRelevant })).state
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
