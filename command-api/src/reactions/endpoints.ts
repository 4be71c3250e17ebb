// Handlers for likes, comments and views.

import { reactionEndpoints } from '@thirty/contracts/community/reactions-api.ts'
import { hasPermission } from '@thirty/contracts/team/permissions.ts'
import { projectStream } from '@thirty/contracts/projects/project-id.ts'
import { statusFold } from '@thirty/contracts/projects/project-life.ts'
import { legacyViewStream, viewsStream } from '@thirty/contracts/events/stream-names.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { decidesAboutProject, decidesIn, loadCurrentRun, resolveProjectId } from '../current-run.ts'
import type { Commands } from '../fold.ts'
import type { CommandContext } from '../idempotency.ts'
import type { Parts } from '../parts.ts'
import { like, moderateComment, postComment, recordView, removeComment, unlike } from './decide.ts'
import { commentsFold, likesFold, viewsFold, type Comments, type Likes } from './evolve.ts'

export function reactionHandlers({ commands, command, steps }: Parts): Endpoint[] {
  return [
    command(reactionEndpoints.like, 'like-project', likesBy, async ({ caller, params }) => ({
      ...(await decidesAboutProject(commands, params.projectId)),
      decide: (project) => like(project, { by: caller.id }),
      answer: ({ state }) => likesOf(state),
    })),
    command(reactionEndpoints.unlike, 'unlike-project', likesBy, async ({ caller, params }) => ({
      ...(await decidesAboutProject(commands, params.projectId)),
      decide: (project) => unlike(project, { by: caller.id }),
      answer: ({ state }) => likesOf(state),
    })),
    command(reactionEndpoints.postComment, 'post-comment', commentsOf, async ({ caller, params, body }) => ({
      ...(await decidesAboutProject(commands, params.projectId)),
      decide: (project) => postComment(project, { by: caller.id, text: body.text }),
      answer: ({ state, events }) => {
        const posted = events.find((event) => event.type === 'CommentPosted')
        if (posted === undefined) throw new Error('A comment was neither posted nor refused.')
        const { comment: id, text } = posted.data
        const comment = { id, text, createdAt: posted.at }
        return { message: 'Comment posted', comment, comments: state.count }
      },
    })),
    command(reactionEndpoints.removeComment, 'remove-comment', commentsOf, async ({ caller, params }) => ({
      ...(await decidesAboutProject(commands, params.projectId)),
      decide: (project) => {
        const mayRemoveAll = hasPermission(caller.role, 'moderate-community')
        return removeComment(project, { comment: params.commentId, by: caller.id, mayRemoveAll })
      },
      answer: said('Comment removed'),
    })),
    command(reactionEndpoints.hideComment, 'hide-comment', commentsOf, async ({ caller, params, body }) => ({
      ...(await decidesAboutProject(commands, params.projectId)),
      decide: (project) => {
        const data = { ...body, comment: params.commentId, by: caller.id }
        return moderateComment(project, { type: 'CommentHidden', data })
      },
      answer: said('Comment hidden'),
    })),
    command(reactionEndpoints.showComment, 'show-comment', commentsOf, async ({ caller, params }) => ({
      ...(await decidesAboutProject(commands, params.projectId)),
      decide: (project) => {
        const data = { comment: params.commentId, by: caller.id }
        return moderateComment(project, { type: 'CommentShown', data })
      },
      answer: said('Comment shown again'),
    })),
    steps(reactionEndpoints.view, 'view-project', async ({ params, caller }, context) => ({
      position: await viewProject(commands, { id: params.projectId, by: caller.id, context }),
    })),
  ]
}

type FromCaller = { caller: { id: string }; params: { projectId: string; commentId?: string } }

const likesBy = ({ caller }: FromCaller) => likesFold(caller.id)
/** Folds the comments of a project for the caller, and for the comment that the request is about, if any. */
const commentsOf = ({ caller, params }: FromCaller) => commentsFold(caller.id, params.commentId)

const likesOf = ({ likes, isLiked }: Likes) => ({ likes, likedByMe: isLiked })

const said =
  (message: string) =>
  ({ state }: { state: Comments }) => ({ message, comments: state.count })

/**
 * Records that a user viewed a project, once, and returns the position. Views have a stream for each user, so they do not lengthen the
 * stream of the project. Throws `project-not-found`, `challenge-was-reset`.
 */
async function viewProject(
  commands: Commands,
  { id, by, context }: { id: string; by: string; context: CommandContext },
): Promise<bigint> {
  const run = await loadCurrentRun(commands)
  const { user: owner } = resolveProjectId(id, run)
  const views = { ...viewsFold(id), ...decidesIn(run) }
  for (const stream of [viewsStream(by), legacyViewStream(id, by)]) {
    const previous = await commands.load(stream, views)
    if (previous.state.isSeen) return previous.position
  }
  const { state: status } = await commands.load(projectStream(id), { ...statusFold, ...decidesIn(run) })
  const { position } = await commands.handle({
    ...views,
    stream: viewsStream(by),
    context,
    decide: (seen) => recordView(seen, { project: id, by, owner, status }),
  })
  return position
}
