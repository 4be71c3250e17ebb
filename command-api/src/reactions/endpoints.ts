import { reactionCalls } from '@thirty/contracts/calls/reactions.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { Commands } from '../handle.ts'
import { askerOf } from '../idempotency.ts'
import type { Settle } from '../settle.ts'
import { like, postComment, removeComment, unlike } from './decide.ts'
import { commentsFor, likesFor, noComments, noLikes, type Likes } from './evolve.ts'
import { react, viewProject } from './project-stream.ts'

export type ReactionDeps = { commands: Commands; settle: Settle }

/** Likes, comments, and who saw a project. */
export const reactionEndpoints = (deps: ReactionDeps): Endpoint[] => [
  liking(deps),
  unliking(deps),
  commenting(deps),
  removal(deps),
  viewing(deps),
]

const liking = ({ commands, settle }: ReactionDeps) =>
  endpoint(reactionCalls.like)(async (asked) => {
    const by = asked.caller.id
    const { state, position } = await react(commands, {
      id: asked.params.projectId,
      asker: askerOf(asked, by, 'like-project'),
      initial: noLikes,
      evolve: likesFor(by),
      decide: (project) => like(project, { by }),
    })
    return { success: true, ...(await settle(position)), ...figuresOf(state) }
  })

const unliking = ({ commands, settle }: ReactionDeps) =>
  endpoint(reactionCalls.unlike)(async (asked) => {
    const by = asked.caller.id
    const { state, position } = await react(commands, {
      id: asked.params.projectId,
      asker: askerOf(asked, by, 'unlike-project'),
      initial: noLikes,
      evolve: likesFor(by),
      decide: (project) => unlike(project, { by }),
    })
    return { success: true, ...(await settle(position)), ...figuresOf(state) }
  })

const figuresOf = ({ likes, isLiked }: Likes) => ({ likes, likedByMe: isLiked })

const commenting = ({ commands, settle }: ReactionDeps) =>
  endpoint(reactionCalls.postComment)(async (asked) => {
    const by = asked.caller.id
    const { state, position, events } = await react(commands, {
      id: asked.params.projectId,
      asker: askerOf(asked, by, 'post-comment'),
      initial: noComments,
      evolve: commentsFor(by),
      decide: (project) => postComment(project, { by, text: asked.body.text }),
    })
    const posted = events.find((event) => event.type === 'CommentPosted')
    if (posted === undefined) throw new Error('A comment was neither posted nor refused.')
    const { comment: id, text } = posted.data
    return {
      success: true,
      message: 'Comment posted',
      ...(await settle(position)),
      comment: { id, text, createdAt: posted.at },
      comments: state.count,
    }
  })

const removal = ({ commands, settle }: ReactionDeps) =>
  endpoint(reactionCalls.removeComment)(async (asked) => {
    const { id: by, isAdmin: isByAdmin } = asked.caller
    const { projectId, commentId: comment } = asked.params
    const { state, position } = await react(commands, {
      id: projectId,
      asker: askerOf(asked, by, 'remove-comment'),
      initial: noComments,
      evolve: commentsFor(by, comment),
      decide: (project) => removeComment(project, { comment, by, isByAdmin }),
    })
    const message = 'Comment removed'
    return { success: true, message, ...(await settle(position)), comments: state.count }
  })

const viewing = ({ commands, settle }: ReactionDeps) =>
  endpoint(reactionCalls.view)(async (asked) => {
    const by = asked.caller.id
    const { projectId: id } = asked.params
    const asker = askerOf(asked, by, 'view-project')
    const { position } = await viewProject(commands, { id, by, asker })
    return { success: true, ...(await settle(position)) }
  })
