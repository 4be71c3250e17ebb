import { projectEndpoints } from '@thirty/contracts/endpoints/projects/projects.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Commands } from '../handle.ts'
import { commandContext } from '../idempotency.ts'
import type { ImageNames } from '../images/image-names.ts'
import type { ImageRegistry } from '../images/image-registry.ts'
import type { WaitForProjections } from '../wait-for-projections.ts'
import { toProjectContent } from './content.ts'
import { review, revise, withdraw } from './decide.ts'
import { changeProject, submitProject } from './project-commands.ts'
import { uploadScreenshotHandler } from './upload-screenshot.ts'

export type ProjectDeps = {
  commands: Commands
  clock: Clock
  waitForProjections: WaitForProjections
  images: ImageRegistry
  imageNames: ImageNames
  /** Time zone in which challenge days begin and end, such as `Europe/Paris`. */
  timeZone: string
}

/** Upload of screenshots; hand-in, revision, withdrawal and review of projects. */
export const projectHandlers = (deps: ProjectDeps): Endpoint[] => [
  uploadScreenshotHandler(deps),
  submission(deps),
  revisionOrReview(deps),
  withdrawal(deps),
]

const submission = (deps: ProjectDeps) =>
  endpoint(projectEndpoints.submit)(async (asked) => {
    const { id: user, isAdmin } = asked.caller
    const { day, imageUrl } = asked.body
    const { id, position } = await submitProject(deps, {
      user,
      day,
      context: commandContext(asked, user, 'submit-project'),
      facts: {
        content: toProjectContent(asked.body),
        hasOwnImage: deps.imageNames.isUploadedBy(imageUrl.replace('/uploads/', ''), user),
        isByAdmin: isAdmin,
      },
    })
    const message = 'Your project has been submitted for review.'
    return { success: true, message, ...(await deps.waitForProjections(position)), project: { _id: id, day } }
  })

const revisionOrReview = (deps: ProjectDeps) =>
  endpoint(projectEndpoints.change)(async (asked) => {
    const { id: by, isAdmin } = asked.caller
    const { params, body } = asked
    if ('status' in body) {
      if (!isAdmin) refuse('not-allowed', 'Access denied. Admins only.')
      const done = await changeProject(deps, {
        id: params.projectId,
        context: commandContext(asked, by, 'review-project'),
        decide: (project) => review(project, { ...body, by }),
      })
      return {
        success: true,
        message: `Project ${body.status}`,
        ...(await deps.waitForProjections(done.position)),
      }
    }
    const content = toProjectContent(body)
    const hasOwnPicture = deps.imageNames.isUploadedBy(content.image, by)
    const { position } = await changeProject(deps, {
      id: params.projectId,
      context: commandContext(asked, by, 'revise-project'),
      image: content.image,
      decide: (project, owner) => revise(project, { content, hasOwnImage: hasOwnPicture, by, owner }),
    })
    return { success: true, message: 'Project revised', ...(await deps.waitForProjections(position)) }
  })

const withdrawal = (deps: ProjectDeps) =>
  endpoint(projectEndpoints.withdraw)(async (asked) => {
    const { id: by } = asked.caller
    const { position } = await changeProject(deps, {
      id: asked.params.projectId,
      context: commandContext(asked, by, 'withdraw-project'),
      decide: (project, owner) => withdraw(project, { by, owner }),
    })
    return { success: true, message: 'Project withdrawn', ...(await deps.waitForProjections(position)) }
  })
