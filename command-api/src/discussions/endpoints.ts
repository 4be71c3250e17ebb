import { discussionEndpoints } from '@thirty/contracts/endpoints/community/discussions.ts'
import type { DiscussionEvent } from '@thirty/contracts/events/discussion.ts'
import { discussionStream, isDiscussionId } from '@thirty/contracts/rules/streams/stream-names.ts'
import { hasPermission } from '@thirty/contracts/rules/permissions.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Commands } from '../handle.ts'
import { commandContext, deriveId, type CommandContext } from '../idempotency.ts'
import type { WaitForProjections } from '../wait-for-projections.ts'
import {
  hide,
  hideReply,
  open,
  refuseUnknownDiscussion,
  remove,
  removeReply,
  reply,
  revise,
  reviseReply,
  show,
  showReply,
} from './decide.ts'
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
    endpoint(discussionEndpoints.hide)((request) => {
      const { caller, params, body } = request
      const context = commandContext(request, caller.id, 'hide-discussion')
      return handleDiscussion(params.discussionId, context, (discussion) =>
        hide(discussion, { by: caller.id, reason: body.reason }),
      )
    }),
    endpoint(discussionEndpoints.show)((request) => {
      const { caller, params } = request
      const context = commandContext(request, caller.id, 'show-discussion')
      return handleDiscussion(params.discussionId, context, (discussion) =>
        show(discussion, { by: caller.id }),
      )
    }),
    endpoint(discussionEndpoints.hideReply)((request) => {
      const { caller, params, body } = request
      const context = commandContext(request, caller.id, 'hide-reply')
      return handleDiscussion(params.discussionId, context, (discussion) =>
        hideReply(discussion, { reply: params.replyId, by: caller.id, reason: body.reason }),
      )
    }),
    endpoint(discussionEndpoints.showReply)((request) => {
      const { caller, params } = request
      const context = commandContext(request, caller.id, 'show-reply')
      return handleDiscussion(params.discussionId, context, (discussion) =>
        showReply(discussion, { reply: params.replyId, by: caller.id }),
      )
    }),
  ]
}

/** Returns an id that is derived from the command, so that a retry with the same key creates nothing new. */
const newId = (kind: 'discussion' | 'reply', { command }: CommandContext): string =>
  deriveId(kind, command.id)
