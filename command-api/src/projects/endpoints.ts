import { type SubmitProjectRequest, projectEndpoints } from '@thirty/contracts/api/projects/projects.ts'
import type { ProjectContent } from '@thirty/contracts/events/project.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { hasPermission, permissionRefusal } from '@thirty/contracts/rules/permissions.ts'
import { imagePath, thumbnailOf } from '@thirty/contracts/rules/images.ts'
import { parseProjectId } from '@thirty/contracts/rules/streams/project-id.ts'
import { endpoint, type EndpointRequest, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { commandContext } from '../idempotency.ts'
import { convertScreenshot } from '../images/convert-image.ts'
import { uploadContext, type ImageRegistry } from '../images/image-registry.ts'
import { convertUpload, uploadedFile, singleFileUpload } from '../images/upload.ts'
import type { With } from '../parts.ts'
import { revise, withdraw } from './decide.ts'
import { projectExists } from './evolve.ts'
import { removeDraft, type DraftParts, loadDrafts, saveDraft } from './drafts/drafts.ts'
import { changeProject, reviewProject, submitProject } from './project-commands.ts'
import { reviewManyHandler } from './review-many.ts'
import { notifyOfReview } from './review-push.ts'
import { draftEndpoints } from '@thirty/contracts/api/projects/drafts.ts'

/** Handlers for the drafts of the caller. Drafts are not events: they change often and are removed without a trace. */
const draftHandlers = (deps: DraftParts): Endpoint[] => [
  endpoint(draftEndpoints.all)(async ({ caller }) => ({
    success: true,
    drafts: [...(await loadDrafts(deps.personalDocuments, caller.id, deps.onUnreadableDrafts))],
  })),
  endpoint(draftEndpoints.save)(async ({ caller, params, body, request }) => {
    const userAgent = request.headers['user-agent']
    const draft = await saveDraft(deps, { ...body, user: caller.id, day: params.day, userAgent })
    return { success: true, draft }
  }),
  endpoint(draftEndpoints.discard)(async ({ caller, params, body }) => ({
    success: true,
    draft: await removeDraft(deps, caller.id, params.day, body.versions),
  })),
]

type ProjectHandlerParts = DraftParts &
  With<'notifyByPush' | 'waitForProjections' | 'imageNames' | 'timeZone'> & {
    images: ImageRegistry
    /** Called with the reason if the draft of a day stays although its project was submitted or withdrawn. */
    onDraftLeft?: (error: unknown) => void
  }

/** Handlers that upload screenshots, keep drafts, and submit, revise, withdraw and review projects. */
export const projectHandlers = (deps: ProjectHandlerParts): Endpoint[] => [
  uploadHandler(deps),
  submitHandler(deps),
  changeHandler(deps),
  reviewManyHandler(deps),
  withdrawHandler(deps),
  ...draftHandlers(deps),
]

/** Stores a screenshot for a project that is submitted later. */
function uploadHandler({ images }: Pick<ProjectHandlerParts, 'images'>): Endpoint {
  const definition = projectEndpoints.uploadScreenshot
  const upload = async (request: EndpointRequest<typeof definition>) => {
    const { id: user } = request.caller
    const file = uploadedFile(request.request, definition.file, 'Screenshot is required')
    const context = uploadContext(request, file, user, 'upload-screenshot')
    const image = await convertUpload(request.request, file, convertScreenshot)
    const name = await images.store(image, { user, use: 'screenshot', context })
    return { success: true, imageUrl: imagePath(name), thumbnailUrl: imagePath(thumbnailOf(name)) } as const
  }
  return endpoint(definition, singleFileUpload(definition.file))(upload)
}

const submitHandler = (deps: ProjectHandlerParts) =>
  endpoint(projectEndpoints.submit)(async (request) => {
    const { id: user, isAdmin } = request.caller
    const { day, ...submitted } = request.body
    const content = toProjectContent(submitted)
    const { id, position } = await submitProject(deps, {
      user,
      day,
      context: commandContext(request, user, 'submit-project'),
      content,
      hasOwnImage: deps.imageNames.isUploadedBy(content.image, user),
      isByAdmin: isAdmin,
    })
    await leaveNoDraft(deps, user, day)
    const message = 'Your project has been submitted for review.'
    return { success: true, message, ...(await deps.waitForProjections(position)), project: { _id: id, day } }
  })

/** One endpoint for two commands: admins review a project, its owner revises it. */
const changeHandler = (deps: ProjectHandlerParts) =>
  endpoint(projectEndpoints.change)(async (request) => {
    const { id: by, role } = request.caller
    const { params, body } = request
    if ('status' in body) {
      if (!hasPermission(role, 'review-projects')) refuse('not-allowed', permissionRefusal('review-projects'))
      const { state, position, events, ownerName } = await reviewProject(deps, {
        id: params.projectId,
        context: commandContext(request, by, 'review-project'),
        review: body,
        by,
      })
      if (projectExists(state)) {
        const { projectName } = state.content
        notifyOfReview(deps, { projectId: params.projectId, projectName, ownerName }, events.at(-1))
      }
      const message = `Project ${body.status}`
      return { success: true, message, ...(await deps.waitForProjections(position)) }
    }
    const content = toProjectContent(body)
    const hasOwnImage = deps.imageNames.isUploadedBy(content.image, by)
    const { position } = await changeProject(deps, {
      id: params.projectId,
      context: commandContext(request, by, 'revise-project'),
      image: content.image,
      decide: (project, facts) => revise(project, { ...facts, content, hasOwnImage, by }),
    })
    return { success: true, message: 'Project revised', ...(await deps.waitForProjections(position)) }
  })

const withdrawHandler = (deps: ProjectHandlerParts) =>
  endpoint(projectEndpoints.withdraw)(async (request) => {
    const { id: by } = request.caller
    const { position } = await changeProject(deps, {
      id: request.params.projectId,
      context: commandContext(request, by, 'withdraw-project'),
      decide: (project, facts) => withdraw(project, { ...facts, by }),
    })
    const day = parseProjectId(request.params.projectId)?.day
    if (day !== undefined) await leaveNoDraft(deps, by, day)
    return { success: true, message: 'Project withdrawn', ...(await deps.waitForProjections(position)) }
  })

/** Removes the draft of a day that is decided. The command is recorded, so it does not fail if the draft cannot be removed. */
async function leaveNoDraft(deps: ProjectHandlerParts, user: string, day: number): Promise<void> {
  await removeDraft(deps, user, day).catch((error: unknown) => deps.onDraftLeft?.(error))
}

/** Returns the content that the log stores: all fields of the request, with the screenshot by its name in the media store. */
function toProjectContent({
  imageUrl,
  frameworks,
  ...fields
}: Omit<SubmitProjectRequest, 'day'>): ProjectContent {
  return { ...fields, ...(frameworks && { frameworks }), image: imageUrl.replace('/uploads/', '') }
}
