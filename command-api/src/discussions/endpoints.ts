import { discussionEndpoints } from '@thirty/contracts/endpoints/community/discussions.ts'
import type { DiscussionEvent } from '@thirty/contracts/events/discussion.ts'
import { discussionStream, isDiscussionId } from '@thirty/contracts/rules/streams/stream-names.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Commands } from '../handle.ts'
import { commandContext, deriveId, type CommandContext } from '../idempotency.ts'
import type { WaitForProjections } from '../wait-for-projections.ts'
import { open, refuseUnknownDiscussion, remove, removeReply, reply, revise, reviseReply } from './decide.ts'
import { evolve, noDiscussion, type Discussion } from './evolve.ts'

export type DiscussionDeps = { commands: Commands; waitForProjections: WaitForProjections }

type Decide = (discussion: Discussion) => readonly DiscussionEvent[]

/** Discussions and their replies. They belong to no run of the challenge (decision 0028). */
export function discussionHandlers({ commands, waitForProjections }: DiscussionDeps): Endpoint[] {
  /** Decides about a discussion and answers what every command answers. */
  const about = async (id: string, context: CommandContext, decide: Decide) => {
    if (!isDiscussionId(id)) refuseUnknownDiscussion()
    const stream = discussionStream(id)
    const { position } = await commands.handle({
      stream,
      initial: noDiscussion,
      evolve,
      context,
      decide,
    })
    return { success: true, ...(await waitForProjections(position)) } as const
  }

  return [
    endpoint(discussionEndpoints.open)(async (asked) => {
      const { caller, body } = asked
      const context = commandContext(asked, caller.id, 'open-discussion')
      const id = newId('discussion', context)
      const done = await about(id, context, (none) => open(none, { ...body, by: caller.id }))
      return { ...done, message: 'Discussion started', discussion: { id } }
    }),
    endpoint(discussionEndpoints.revise)((asked) => {
      const { caller, params, body } = asked
      const context = commandContext(asked, caller.id, 'revise-discussion')
      return about(params.discussionId, context, (discussion) =>
        revise(discussion, { ...body, by: caller.id }),
      )
    }),
    endpoint(discussionEndpoints.remove)((asked) => {
      const { caller, params } = asked
      const context = commandContext(asked, caller.id, 'remove-discussion')
      return about(params.discussionId, context, (discussion) =>
        remove(discussion, { by: caller.id, isAdmin: caller.isAdmin }),
      )
    }),
    endpoint(discussionEndpoints.reply)(async (asked) => {
      const { caller, params, body } = asked
      const context = commandContext(asked, caller.id, 'reply')
      const id = newId('reply', context)
      const done = await about(params.discussionId, context, (discussion) =>
        reply(discussion, { ...body, id, by: caller.id }),
      )
      return { ...done, reply: { id } }
    }),
    endpoint(discussionEndpoints.reviseReply)((asked) => {
      const { caller, params, body } = asked
      const context = commandContext(asked, caller.id, 'revise-reply')
      return about(params.discussionId, context, (discussion) =>
        reviseReply(discussion, { ...body, id: params.replyId, by: caller.id }),
      )
    }),
    endpoint(discussionEndpoints.removeReply)((asked) => {
      const { caller, params } = asked
      const context = commandContext(asked, caller.id, 'remove-reply')
      return about(params.discussionId, context, (discussion) =>
        removeReply(discussion, { id: params.replyId, by: caller.id, isAdmin: caller.isAdmin }),
      )
    }),
  ]
}

/** Follows from the command, so that the same request again, under its key, is about the same thing. */
const newId = (what: 'discussion' | 'reply', { command }: CommandContext): string =>
  deriveId(what, command.id)
