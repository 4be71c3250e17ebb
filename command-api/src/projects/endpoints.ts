import { projectCalls } from '@thirty/contracts/calls/projects.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { Commands } from '../handle.ts'
import { askerOf } from '../idempotency.ts'
import type { PictureNames } from '../picture-name.ts'
import type { PictureRegister } from '../picture-register.ts'
import type { Settle } from '../settle.ts'
import { contentOf } from './content.ts'
import { review, revise, withdraw } from './decide.ts'
import { changeProject, submitProject } from './project-stream.ts'
import { screenshotUpload } from './screenshot.ts'

export type ProjectDeps = {
  commands: Commands
  clock: Clock
  settle: Settle
  pictures: PictureRegister
  pictureNames: PictureNames
  /** Time zone in which challenge days begin and end, such as `Europe/Paris`. */
  timeZone: string
}

/** Upload of screenshots; hand-in, revision, withdrawal and review of projects. */
export const projectEndpoints = (deps: ProjectDeps): Endpoint[] => [
  screenshotUpload(deps),
  submission(deps),
  revisionOrReview(deps),
  withdrawal(deps),
]

const submission = (deps: ProjectDeps) =>
  endpoint(projectCalls.submit)(async (asked) => {
    const { id: user, isAdmin } = asked.caller
    const { day, imageUrl } = asked.body
    const { id, position } = await submitProject(deps, {
      user,
      day,
      asker: askerOf(asked, user, 'submit-project'),
      facts: {
        content: contentOf(asked.body),
        hasOwnPicture: deps.pictureNames.isOwn(imageUrl.replace('/uploads/', ''), user),
        isByAdmin: isAdmin,
      },
    })
    const message = 'Your project has been submitted for review.'
    return { success: true, message, ...(await deps.settle(position)), project: { _id: id, day } }
  })

const revisionOrReview = (deps: ProjectDeps) =>
  endpoint(projectCalls.change)(async (asked) => {
    const { id: by, isAdmin } = asked.caller
    const { params, body } = asked
    if ('status' in body) {
      if (!isAdmin) refuse('not-allowed', 'Access denied. Admins only.')
      const done = await changeProject(deps, {
        id: params.projectId,
        asker: askerOf(asked, by, 'review-project'),
        decide: (project) => review(project, { ...body, by }),
      })
      return { success: true, message: `Project ${body.status}`, ...(await deps.settle(done.position)) }
    }
    const content = contentOf(body)
    const hasOwnPicture = deps.pictureNames.isOwn(content.image, by)
    const { position } = await changeProject(deps, {
      id: params.projectId,
      asker: askerOf(asked, by, 'revise-project'),
      picture: content.image,
      decide: (project, owner) => revise(project, { content, hasOwnPicture, by, owner }),
    })
    return { success: true, message: 'Project revised', ...(await deps.settle(position)) }
  })

const withdrawal = (deps: ProjectDeps) =>
  endpoint(projectCalls.withdraw)(async (asked) => {
    const { id: by } = asked.caller
    const { position } = await changeProject(deps, {
      id: asked.params.projectId,
      asker: askerOf(asked, by, 'withdraw-project'),
      decide: (project, owner) => withdraw(project, { by, owner }),
    })
    return { success: true, message: 'Project withdrawn', ...(await deps.settle(position)) }
  })
