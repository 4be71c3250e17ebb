import { discussionEndpoints } from '@thirty/contracts/endpoints/community/discussions.ts'
import type { DiscussionEvent } from '@thirty/contracts/events/discussion.ts'
import { discussionStream, isDiscussionId } from '@thirty/contracts/rules/streams/stream-names.ts'
import { hasPermission } from '@thirty/contracts/rules/permissions.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Commands } from '../handle.ts'
import { commandContext, deriveId, type CommandContext } from '../idempotency.ts'
import type { WaitForProjections } from '../wait-for-projections.ts'
import { open, refuseUnknownDiscussion, remove, removeReply, reply, revise, reviseReply } from './decide.ts'
import { discussionFold, type Discussion } from './evolve.ts'

export type DiscussionDeps = { commands: Commands; waitForProjections: WaitForProjections }

type Decide = (discussion: Discussion) => readonly DiscussionEvent[]

/** Handlers for discussions and replies, which belong to no run of the challenge (decision 0028). */
export function discussionHandlers({ commands, waitForProjections }: DiscussionDeps): Endpoint[] {
  const handleDiscussion = async (id: string, context: CommandContext, decide: Decide) => {
    if (!isDiscussionId(id)) refuseUnknownDiscussion()
    const { position } = await commands.handle({
      ...discussionFold,
      stream: discussionStream(id),
      context,
      decide,
    })
    return { success: true, ...(await waitForProjections(position)) } as const
  }

  return [
    endpoint(discussionEndpoints.open)(async (request) => {
      const { caller, body } = request
      const context = commandContext(request, caller.id, 'open-discussion')
      const id = newId('discussion', context)
      const result = await handleDiscussion(id, context, (discussion) =>
        open(discussion, { ...body, by: caller.id }),
      )
      return { ...result, message: 'Discussion started', discussion: { id } }
    }),
    endpoint(discussionEndpoints.revise)((request) => {
      const { caller, params, body } = request
      const context = commandContext(request, caller.id, 'revise-discussion')
      return handleDiscussion(params.discussionId, context, (discussion) =>
        revise(discussion, { ...body, by: caller.id }),
      )
    }),
    endpoint(discussionEndpoints.remove)((request) => {
      const { caller, params } = request
      const context = commandContext(request, caller.id, 'remove-discussion')
      return handleDiscussion(params.discussionId, context, (discussion) =>
        remove(discussion, { by: caller.id, mayRemoveAll: hasPermission(caller.role, 'moderate-community') }),
      )
    }),
    endpoint(discussionEndpoints.reply)(async (request) => {
      const { caller, params, body } = request
      const context = commandContext(request, caller.id, 'reply')
      const id = newId('reply', context)
      const result = await handleDiscussion(params.discussionId, context, (discussion) =>
        reply(discussion, { ...body, id, by: caller.id }),
      )
      return { ...result, reply: { id } }
    }),
    endpoint(discussionEndpoints.reviseReply)((request) => {
      const { caller, params, body } = request
      const context = commandContext(request, caller.id, 'revise-reply')
      return handleDiscussion(params.discussionId, context, (discussion) =>
        reviseReply(discussion, { ...body, id: params.replyId, by: caller.id }),
      )
    }),
    endpoint(discussionEndpoints.removeReply)((request) => {
      const { caller, params } = request
      const context = commandContext(request, caller.id, 'remove-reply')
      return handleDiscussion(params.discussionId, context, (discussion) =>
        removeReply(discussion, {
          id: params.replyId,
          by: caller.id,
          mayRemoveAll: hasPermission(caller.role, 'moderate-community'),
        }),
      )
    }),
  ]
}

/** Returns an id that is derived from the command, so that a retry with the same key creates nothing new. */
const newId = (kind: 'discussion' | 'reply', { command }: CommandContext): string =>
  deriveId(kind, command.id)
