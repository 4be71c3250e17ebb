// Handlers that upload screenshots, keep drafts, and submit, revise, withdraw and review projects.

import {
  projectEndpoints,
  pastReview,
  type SubmitProjectRequest,
  type ReviewOutcome,
} from '@thirty/contracts/projects/api.ts'
import { hasEnded } from '@thirty/contracts/challenge/challenge-day.ts'
import type { ProjectContent } from '@thirty/contracts/projects/events.ts'
import { givenTextsOf } from '@thirty/contracts/projects/project-texts.ts'
import { parseProjectId, projectStream } from '@thirty/contracts/projects/project-id.ts'
import { mapWithLimit } from '@thirty/infra/concurrency-limit.ts'
import { endpoint, type EndpointRequest, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { draftEndpoints } from '@thirty/contracts/projects/drafts-api.ts'
import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import { Refusal, refuseField, requirePermission } from '@thirty/contracts/endpoints/refusals.ts'
import { fillPlaceholders, hasPlaceholder, maxReviewText } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { storeUpload } from '../images/upload.ts'
import type { Parts } from '../parts.ts'
import { withdraw } from './decide.ts'
import { removeDraft, loadDrafts, saveDraft } from './drafts/drafts.ts'
import { reviewProject, reviseProject, submitProject } from './project-commands.ts'
import { decidesAboutProject, decidesIn, loadCurrentRun, resolveProjectId } from '../current-run.ts'
import type { Commands } from '../fold.ts'
import { nameOf } from '../people.ts'
import { projectExists, projectFold, type Project } from './evolve.ts'
import { stepContext } from '../idempotency.ts'

/** Handlers for the drafts of the caller. Drafts are not events: they change often and are removed without a trace. */
const draftHandlers = (parts: Parts): Endpoint[] => [
  endpoint(draftEndpoints.all)(async ({ caller }) => ({
    drafts: [...(await loadDrafts(parts.personalDocuments, caller.id))],
  })),
  endpoint(draftEndpoints.save)(async ({ caller, params, body, request }) => {
    const userAgent = request.headers['user-agent']
    const draft = await saveDraft(parts, { ...body, user: caller.id, day: params.day, userAgent })
    return { draft }
  }),
  endpoint(draftEndpoints.discard)(async ({ caller, params, body }) => ({
    draft: await removeDraft(parts, { user: caller.id, day: params.day }, body.versions),
  })),
]

export function projectHandlers(parts: Parts): Endpoint[] {
  const { commands, clock, timeZone, command, steps } = parts
  return [
    // For a project that is submitted later.
    endpoint(projectEndpoints.uploadScreenshot)(async (request) => {
      const { paths } = await storeUpload(parts, request, 'screenshot')
      return paths
    }),
    steps(projectEndpoints.submit, 'submit-project', async ({ caller, body }, context) => {
      const { id: user, isAdmin } = caller
      const { day } = body
      const content = toProjectContent(body)
      const hasOwnImage = parts.imageNames.isUploadedBy(content.image, user)
      const submission = { user, day, context, content, hasOwnImage, isByAdmin: isAdmin }
      const { id, position } = await submitProject(parts, submission)
      await leaveNoDraft(parts, user, day)
      return { message: 'Your project has been submitted for review.', position, project: { _id: id, day } }
    }),
    changeHandler(parts),
    reviewManyHandler(parts),
    command(projectEndpoints.withdraw, 'withdraw-project', projectFold, async ({ caller, params }) => {
      const run = await loadCurrentRun(commands)
      const { user: owner, day } = resolveProjectId(params.projectId, run)
      return {
        ...decidesIn(run),
        stream: projectStream(params.projectId),
        decide: (project) =>
          withdraw(project, { by: caller.id, owner, hasEnded: hasEnded(run, clock(), timeZone) }),
        answer: async () => {
          await leaveNoDraft(parts, caller.id, day)
          return { message: 'Project withdrawn' }
        },
      }
    }),
    ...draftHandlers(parts),
  ]
}

/** One endpoint for two commands: admins review a project, its owner revises it. */
const changeHandler = (parts: Parts) => {
  const nameOf = ({ body }: EndpointRequest<typeof projectEndpoints.change>) =>
    'status' in body ? 'review-project' : 'revise-project'
  return parts.steps(projectEndpoints.change, nameOf, async ({ caller, params, body }, context) => {
    const { id: by, role } = caller
    const { projectId: id } = params
    if ('status' in body) {
      requirePermission(role, 'review-projects')
      const position = await reviewProject(parts, { id, context, review: body, by })
      return { message: `Project ${body.status}`, position }
    }
    const content = toProjectContent(body)
    const hasOwnImage = parts.imageNames.isUploadedBy(content.image, by)
    const position = await reviseProject(parts, { id, context, content, hasOwnImage, by })
    return { message: 'Project revised', position }
  })
}

/** Removes the draft of a day that is decided. The command is recorded, so it does not fail if the draft cannot be removed. */
async function leaveNoDraft(parts: Parts, user: string, day: number): Promise<void> {
  const message = 'the draft of a submitted or withdrawn project could not be removed'
  await removeDraft(parts, { user, day }).catch((error: unknown) => parts.warn?.(message, error))
}

/** Returns the content that the log stores: the texts of the request, with the screenshot by its name in the media store. */
const toProjectContent = (submitted: Omit<SubmitProjectRequest, 'day'>): ProjectContent => ({
  ...givenTextsOf(submitted),
  image: submitted.imageUrl.replace('/uploads/', ''),
})

/** Number of projects that are decided at the same time, so that one request does not occupy the log. */
const maxConcurrent = 10

/** Decides several projects. Each is a separate command: a project that another admin decided does not stop the others. */
const reviewManyHandler = (parts: Parts) =>
  parts.steps(projectEndpoints.reviewMany, 'review-projects', async ({ caller, body }, context) => {
    const { projectIds, versions, fillPlaceholders: fills = false, ...decision } = body
    const reasons = fills ? await filledReasons(parts, projectIds, decision.reason) : undefined
    const seen = new Map(Object.entries(versions ?? {}))
    let position = 0n
    const outcomes = await mapWithLimit(projectIds, maxConcurrent, async (id): Promise<ReviewOutcome> => {
      const review = { ...decision, reason: reasons?.get(id) ?? decision.reason, version: seen.get(id) }
      try {
        const given = { id, review, by: caller.id, context: stepContext(context, id) }
        const reviewed = await reviewProject(parts, given)
        if (reviewed > position) position = reviewed
        return { projectId: id, outcome: 'reviewed' }
      } catch (error) {
        if (error instanceof Refusal) return explain(parts, id, error)
        throw error
      }
    })
    return { position, outcomes }
  })

/** Returns why a project was not decided. Throws refusals that are not about this project. */
async function explain(parts: Parts, projectId: string, refusal: Refusal): Promise<ReviewOutcome> {
  const { code } = refusal
  if (code === 'conflict' || code === 'conflict-of-interest') return { projectId, outcome: code }
  if (code === 'challenge-was-reset') return { projectId, outcome: 'not-found' }
  if (code === 'project-not-found') {
    const project = await findProject(parts.commands, projectId)
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
  { commands }: Parts,
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
      refuseField('reason', 'filledReasonTooLong')
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
