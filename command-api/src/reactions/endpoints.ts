import { reactionEndpoints } from '@thirty/contracts/endpoints/projects/reactions.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Commands } from '../handle.ts'
import { commandContext } from '../idempotency.ts'
import type { WaitForProjections } from '../wait-for-projections.ts'
import { like, postComment, removeComment, unlike } from './decide.ts'
import { evolveComments, evolveLikes, noComments, noLikes, type Likes } from './evolve.ts'
import { handleReaction, viewProject } from './reaction-commands.ts'

export type ReactionDeps = { commands: Commands; waitForProjections: WaitForProjections }

/** Likes, comments, and who saw a project. */
export const reactionHandlers = (deps: ReactionDeps): Endpoint[] => [
  liking(deps),
  unliking(deps),
  commenting(deps),
  removal(deps),
  viewing(deps),
]

const liking = ({ commands, waitForProjections }: ReactionDeps) =>
  endpoint(reactionEndpoints.like)(async (asked) => {
    const by = asked.caller.id
    const { state, position } = await handleReaction(commands, {
      id: asked.params.projectId,
      context: commandContext(asked, by, 'like-project'),
      initial: noLikes,
      evolve: evolveLikes(by),
      decide: (project) => like(project, { by }),
    })
    return { success: true, ...(await waitForProjections(position)), ...figuresOf(state) }
  })

const unliking = ({ commands, waitForProjections }: ReactionDeps) =>
  endpoint(reactionEndpoints.unlike)(async (asked) => {
    const by = asked.caller.id
    const { state, position } = await handleReaction(commands, {
      id: asked.params.projectId,
      context: commandContext(asked, by, 'unlike-project'),
      initial: noLikes,
      evolve: evolveLikes(by),
      decide: (project) => unlike(project, { by }),
    })
    return { success: true, ...(await waitForProjections(position)), ...figuresOf(state) }
  })

const figuresOf = ({ likes, isLiked }: Likes) => ({ likes, likedByMe: isLiked })

const commenting = ({ commands, waitForProjections }: ReactionDeps) =>
  endpoint(reactionEndpoints.postComment)(async (asked) => {
    const by = asked.caller.id
    const { state, position, events } = await handleReaction(commands, {
      id: asked.params.projectId,
      context: commandContext(asked, by, 'post-comment'),
      initial: noComments,
      evolve: evolveComments(by),
      decide: (project) => postComment(project, { by, text: asked.body.text }),
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

const removal = ({ commands, waitForProjections }: ReactionDeps) =>
  endpoint(reactionEndpoints.removeComment)(async (asked) => {
    const { id: by, isAdmin: isByAdmin } = asked.caller
    const { projectId, commentId: comment } = asked.params
    const { state, position } = await handleReaction(commands, {
      id: projectId,
      context: commandContext(asked, by, 'remove-comment'),
      initial: noComments,
      evolve: evolveComments(by, comment),
      decide: (project) => removeComment(project, { comment, by, isByAdmin }),
    })
    const message = 'Comment removed'
    return { success: true, message, ...(await waitForProjections(position)), comments: state.count }
  })

const viewing = ({ commands, waitForProjections }: ReactionDeps) =>
  endpoint(reactionEndpoints.view)(async (asked) => {
    const by = asked.caller.id
    const { projectId: id } = asked.params
    const context = commandContext(asked, by, 'view-project')
    const { position } = await viewProject(commands, { id, by, context })
    return { success: true, ...(await waitForProjections(position)) }
  })
