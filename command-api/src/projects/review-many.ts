// Decides several projects. Each is a separate command: a project that another admin decided does not stop the others.

import { type ReviewOutcome, reviewEndpoints } from '@thirty/contracts/projects/reviews-api.ts'
import { Refusal, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { fillPlaceholders, hasPlaceholder, maxReviewText } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { Commands } from '../handle.ts'
import { nameOf } from '../later-changes.ts'
import type { With } from '../parts.ts'
import { projectExists } from './evolve.ts'
import { loadProject, reviewProject, type Review } from './project-commands.ts'
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
    const position = results.reduce(
      (newest, result) => (result.position > newest ? result.position : newest),
      0n,
    )
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
  if (code === 'project-not-found') return { projectId, outcome: await missingOutcome(deps, projectId) }
  const change = refusal.details?.change
  if (change === undefined) throw refusal
  const { what, by, byName, nameCodes, byUsername, at } = change
  if (what === 'approved' || what === 'rejected')
    return {
      projectId,
      outcome: 'already-reviewed',
      review: {
        status: what,
        by,
        byName,
        ...(nameCodes && { nameCodes }),
        ...(byUsername !== undefined && { byUsername }),
        at,
      },
    }
  return { projectId, outcome: 'revised', change }
}

async function missingOutcome(deps: ReviewParts, projectId: string): Promise<'withdrawn' | 'not-found'> {
  try {
    const { state } = await loadProject(deps, projectId)
    return state.status === 'withdrawn' ? 'withdrawn' : 'not-found'
  } catch (error) {
    if (error instanceof Refusal) return 'not-found'
    throw error
  }
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
    const project = await findProjectName(commands, id)
    if (user === undefined || day === undefined || project === undefined) continue
    const values = { name: await nameOf(commands, user), project, day: String(day) }
    if (fillPlaceholders(reason, values).length > maxReviewText.rejection) refuseTooLong()
    reasons.set(id, fillPlaceholders(reason, { ...values, name: '{name}' }))
  }
  return reasons
}

/** Returns the name of a project of the current run; undefined if it does not exist. */
async function findProjectName(commands: Commands, id: string): Promise<string | undefined> {
  try {
    const { state } = await loadProject({ commands }, id)
    return projectExists(state) ? state.content.projectName : undefined
  } catch (error) {
    // The review of this project says why.
    if (error instanceof Refusal) return undefined
    throw error
  }
}

function refuseTooLong(): never {
  refuseField('reason', say('filledReasonTooLong'))
}
