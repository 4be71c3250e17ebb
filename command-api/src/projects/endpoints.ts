// Handlers that upload screenshots, keep drafts, and submit, revise, withdraw and review projects.

import { type SubmitProjectRequest, projectEndpoints } from '@thirty/contracts/projects/api.ts'
import type { ProjectContent } from '@thirty/contracts/projects/events.ts'
import { imagePath, thumbnailOf } from '@thirty/contracts/images/images.ts'
import { givenTextsOf } from '@thirty/contracts/projects/project-texts.ts'
import { parseProjectId } from '@thirty/contracts/projects/project-id.ts'
import { endpoint, type EndpointRequest, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { convertScreenshot } from '../images/convert-image.ts'
import { uploadContext, type ImageRegistry } from '../images/image-registry.ts'
import { convertUpload, uploadedFile, singleFileUpload } from '../images/upload.ts'
import type { With } from '../parts.ts'
import { revise, withdraw } from './decide.ts'
import { removeDraft, type DraftParts, loadDrafts, saveDraft } from './drafts/drafts.ts'
import { changeProject, reviewProject, submitProject } from './project-commands.ts'
import { reviewManyHandler } from './review-many.ts'
import { draftEndpoints } from '@thirty/contracts/projects/drafts-api.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { stepEndpoints } from '../command.ts'
import { requirePermission } from '../require-permission.ts'

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
    const file = uploadedFile(request.request, definition.file, say('screenshotRequired'))
    const context = uploadContext(request, file, user, 'upload-screenshot')
    const image = await convertUpload(request.request, file, convertScreenshot)
    const name = await images.store(image, { user, use: 'screenshot', context })
    return { success: true, imageUrl: imagePath(name), thumbnailUrl: imagePath(thumbnailOf(name)) } as const
  }
  return endpoint(definition, singleFileUpload(definition.file))(upload)
}

const submitHandler = (deps: ProjectHandlerParts) =>
  stepEndpoints(deps)(projectEndpoints.submit, 'submit-project', async ({ caller, body }, context) => {
    const { id: user, isAdmin } = caller
    const { day } = body
    const content = toProjectContent(body)
    const hasOwnImage = deps.imageNames.isUploadedBy(content.image, user)
    const submission = { user, day, context, content, hasOwnImage, isByAdmin: isAdmin }
    const { id, position } = await submitProject(deps, submission)
    await leaveNoDraft(deps, user, day)
    return { message: 'Your project has been submitted for review.', position, project: { _id: id, day } }
  })

/** One endpoint for two commands: admins review a project, its owner revises it. */
const changeHandler = (deps: ProjectHandlerParts) => {
  const nameOf = ({ body }: EndpointRequest<typeof projectEndpoints.change>) =>
    'status' in body ? 'review-project' : 'revise-project'
  return stepEndpoints(deps)(projectEndpoints.change, nameOf, async ({ caller, params, body }, context) => {
    const { id: by, role } = caller
    const { projectId: id } = params
    if ('status' in body) {
      requirePermission(role, 'review-projects')
      const position = await reviewProject(deps, { id, context, review: body, by })
      return { message: `Project ${body.status}`, position }
    }
    const content = toProjectContent(body)
    const hasOwnImage = deps.imageNames.isUploadedBy(content.image, by)
    const { position } = await changeProject(deps, {
      id,
      context,
      image: content.image,
      decide: (project, facts) => revise(project, { ...facts, content, hasOwnImage, by }),
    })
    return { message: 'Project revised', position }
  })
}

const withdrawHandler = (deps: ProjectHandlerParts) =>
  stepEndpoints(deps)(projectEndpoints.withdraw, 'withdraw-project', async ({ caller, params }, context) => {
    const { id: by } = caller
    const { position } = await changeProject(deps, {
      id: params.projectId,
      context,
      decide: (project, facts) => withdraw(project, { ...facts, by }),
    })
    const day = parseProjectId(params.projectId)?.day
    if (day !== undefined) await leaveNoDraft(deps, by, day)
    return { message: 'Project withdrawn', position }
  })

/** Removes the draft of a day that is decided. The command is recorded, so it does not fail if the draft cannot be removed. */
async function leaveNoDraft(deps: ProjectHandlerParts, user: string, day: number): Promise<void> {
  await removeDraft(deps, user, day).catch((error: unknown) => deps.onDraftLeft?.(error))
}

/** Returns the content that the log stores: the texts of the request, with the screenshot by its name in the media store. */
const toProjectContent = (submitted: Omit<SubmitProjectRequest, 'day'>): ProjectContent => ({
  ...givenTextsOf(submitted),
  image: submitted.imageUrl.replace('/uploads/', ''),
})
