import { reactionEndpoints } from '@thirty/contracts/endpoints/projects/reactions.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import { hasPermission } from '@thirty/contracts/rules/permissions.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Commands } from '../handle.ts'
import { commandContext, type CommandContext } from '../idempotency.ts'
import type { WaitForProjections } from '../wait-for-projections.ts'
import { hideComment, like, postComment, removeComment, showComment, unlike } from './decide.ts'
import { evolveComments, evolveLikes, noComments, noLikes, type Comments, type Likes } from './evolve.ts'
import { handleReaction, viewProject } from './reaction-commands.ts'

export type ReactionDeps = { commands: Commands; waitForProjections: WaitForProjections }

/** Handlers for likes, comments and views. */
export const reactionHandlers = (deps: ReactionDeps): Endpoint[] => [
  likeHandler(deps),
  unlikeHandler(deps),
  postCommentHandler(deps),
  removeCommentHandler(deps),
  hideCommentHandler(deps),
  showCommentHandler(deps),
  viewHandler(deps),
]

const likeHandler = ({ commands, waitForProjections }: ReactionDeps) =>
  endpoint(reactionEndpoints.like)(async (request) => {
    const by = request.caller.id
    const { state, position } = await handleReaction(commands, {
      id: request.params.projectId,
      context: commandContext(request, by, 'like-project'),
      initial: noLikes,
      evolve: evolveLikes(by),
      decide: (project) => like(project, { by }),
    })
    return { success: true, ...(await waitForProjections(position)), ...toLikeResponse(state) }
  })

const unlikeHandler = ({ commands, waitForProjections }: ReactionDeps) =>
  endpoint(reactionEndpoints.unlike)(async (request) => {
    const by = request.caller.id
    const { state, position } = await handleReaction(commands, {
      id: request.params.projectId,
      context: commandContext(request, by, 'unlike-project'),
      initial: noLikes,
      evolve: evolveLikes(by),
      decide: (project) => unlike(project, { by }),
    })
    return { success: true, ...(await waitForProjections(position)), ...toLikeResponse(state) }
  })

const toLikeResponse = ({ likes, isLiked }: Likes) => ({ likes, likedByMe: isLiked })

const postCommentHandler = ({ commands, waitForProjections }: ReactionDeps) =>
  endpoint(reactionEndpoints.postComment)(async (request) => {
    const by = request.caller.id
    const { state, position, events } = await handleReaction(commands, {
      id: request.params.projectId,
      context: commandContext(request, by, 'post-comment'),
      initial: noComments,
      evolve: evolveComments(by),
      decide: (project) => postComment(project, { by, text: request.body.text }),
    })
    const posted = events.find((event) => event.type === 'CommentPosted')
    if (posted === undefined) throw new Error('A comment was neither posted nor refused.')
    const { comment: id, text } = posted.data
    return {
      success: true,
      message: 'Comment posted',
      ...(await waitForProjections(position)),
      comment: { id, text, createdAt: posted.at },
      comments: state.count,
    }
  })

const removeCommentHandler = ({ commands, waitForProjections }: ReactionDeps) =>
  endpoint(reactionEndpoints.removeComment)(async (request) => {
    const { id: by, role } = request.caller
    const mayRemoveAll = hasPermission(role, 'moderate-community')
    const { projectId, commentId: comment } = request.params
    const { state, position } = await handleReaction(commands, {
      id: projectId,
      context: commandContext(request, by, 'remove-comment'),
      initial: noComments,
      evolve: evolveComments(by, comment),
      decide: (project) => removeComment(project, { comment, by, mayRemoveAll }),
    })
    const message = 'Comment removed'
    return { success: true, message, ...(await waitForProjections(position)), comments: state.count }
  })

const hideCommentHandler = (deps: ReactionDeps) =>
  endpoint(reactionEndpoints.hideComment)((request) => {
    const { caller, params, body } = request
    const { projectId, commentId: comment } = params
    const context = commandContext(request, caller.id, 'hide-comment')
    return moderate(deps, { projectId, comment, context, message: 'Comment hidden' }, (project) =>
      hideComment(project, { comment, by: caller.id, reason: body.reason }),
    )
  })

const showCommentHandler = (deps: ReactionDeps) =>
  endpoint(reactionEndpoints.showComment)((request) => {
    const { caller, params } = request
    const { projectId, commentId: comment } = params
    const context = commandContext(request, caller.id, 'show-comment')
    return moderate(deps, { projectId, comment, context, message: 'Comment shown again' }, (project) =>
      showComment(project, { comment, by: caller.id }),
    )
  })

type Moderation = { projectId: string; comment: string; context: CommandContext; message: string }

async function moderate(
  { commands, waitForProjections }: ReactionDeps,
  { projectId, comment, context, message }: Moderation,
  decide: (project: Comments) => readonly ProjectEvent[],
) {
  const { state, position } = await handleReaction(commands, {
    id: projectId,
    context,
    initial: noComments,
    evolve: evolveComments('', comment),
    decide,
  })
  return { success: true, message, ...(await waitForProjections(position)), comments: state.count } as const
}

const viewHandler = ({ commands, waitForProjections }: ReactionDeps) =>
  endpoint(reactionEndpoints.view)(async (request) => {
    const by = request.caller.id
    const { projectId: id } = request.params
    const context = commandContext(request, by, 'view-project')
    const { position } = await viewProject(commands, { id, by, context })
    return { success: true, ...(await waitForProjections(position)) }
  })
