import {
  reviewRequest,
  submitProjectRequest,
  type SubmitProjectAnswer,
} from '@thirty/contracts/api/projects.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { callerOf, type Authentication } from '@thirty/infra/http/authentication.ts'
import type { Limits } from '@thirty/infra/http/limits.ts'
import { checked, route } from '@thirty/infra/http/route.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import { Router } from 'express'
import { z } from 'zod'
import type { Commands } from '../handle.ts'
import { askerOf } from '../idempotency.ts'
import type { PictureNames } from '../picture-name.ts'
import type { Settle } from '../settle.ts'
import { contentOf, revisedContent } from './content.ts'
import { review, revise, withdraw } from './decide.ts'
import { changeProject, submitProject } from './project-stream.ts'
import { screenshotUpload } from './screenshot.ts'

export type ProjectDeps = {
  commands: Commands
  clock: Clock
  settle: Settle
  authentication: Pick<Authentication, 'signedIn'>
  limits: Pick<Limits, 'limit'>
  media: Pick<Media, 'put'>
  pictureNames: PictureNames
  /** Time zone in which challenge days begin and end, such as `Europe/Paris`. */
  timeZone: string
}

const oneProject = z.object({ id: z.string() })

/** Upload of screenshots; hand-in, revision, withdrawal and review of projects. To be mounted under `/api`. */
export function projectRoutes(deps: ProjectDeps): Router {
  const { signedIn } = deps.authentication
  const { limit } = deps.limits
  return Router()
    .post('/uploads/project-image', signedIn, limit('upload'), ...screenshotUpload(deps))
    .post('/projects', signedIn, limit('submit'), submission(deps))
    .put('/projects/:id', signedIn, limit('command'), revisionOrReview(deps))
    .delete('/projects/:id', signedIn, limit('command'), withdrawal(deps))
}

const submission = (deps: ProjectDeps) =>
  route({ body: submitProjectRequest }, async (asked): Promise<SubmitProjectAnswer> => {
    const { id: user, isAdmin } = callerOf(asked.request)
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
    asked.response.status(201)
    const message = 'Your project has been submitted for review.'
    return { success: true, message, ...(await deps.settle(position)), project: { _id: id, day } }
  })

/** One path for both: a status is a review, anything else a revision. */
const revisionOrReview = (deps: ProjectDeps) =>
  route({ params: oneProject, body: z.looseObject({}) }, async (asked) => {
    const { id: by, isAdmin } = callerOf(asked.request)
    const { params, body } = asked
    if ('status' in body) {
      if (!isAdmin) refuse('not-allowed', 'Access denied. Admins only.')
      const verdict = checked(reviewRequest, body)
      const done = await changeProject(deps, {
        id: params.id,
        asker: askerOf(asked, by, 'review-project'),
        decide: (project) => review(project, { ...verdict, by }),
      })
      return { success: true, message: `Project ${verdict.status}`, ...(await deps.settle(done.position)) }
    }
    const content = revisedContent(body)
    const hasOwnPicture = deps.pictureNames.isOwn(content.image, by)
    const { position } = await changeProject(deps, {
      id: params.id,
      asker: askerOf(asked, by, 'revise-project'),
      decide: (project, owner) => revise(project, { content, hasOwnPicture, by, owner }),
    })
    return { success: true, message: 'Project revised', ...(await deps.settle(position)) }
  })

const withdrawal = (deps: ProjectDeps) =>
  route({ params: oneProject }, async (asked) => {
    const { id: by } = callerOf(asked.request)
    const { position } = await changeProject(deps, {
      id: asked.params.id,
      asker: askerOf(asked, by, 'withdraw-project'),
      decide: (project, owner) => withdraw(project, { by, owner }),
    })
    return { success: true, message: 'Project withdrawn', ...(await deps.settle(position)) }
  })
