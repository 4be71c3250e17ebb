// Handlers for discussions and replies, which belong to no run of the challenge.

import { discussionEndpoints } from '@thirty/contracts/community/discussions-api.ts'
import { discussionStream, isDiscussionId } from '@thirty/contracts/events/stream-names.ts'
import { hasPermission } from '@thirty/contracts/team/permissions.ts'
import type { Caller } from '@thirty/infra/http/authentication/authentication.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { deriveId } from '../idempotency.ts'
import type { Parts } from '../parts.ts'
import * as decide from './decide.ts'
import type { RemovedBy } from './decide.ts'
import { discussionFold } from '@thirty/contracts/community/events.ts'

export function discussionHandlers({ command }: Parts): Endpoint[] {
  return [
    command(discussionEndpoints.open, 'open-discussion', discussionFold, ({ caller, body }, context) => {
      // Derived from the command, so that a retry with the same key creates nothing new.
      const id = deriveId('discussion', context.command.id)
      return {
        stream: discussionStream(id),
        decide: (discussion) => decide.open(discussion, { ...body, by: caller.id }),
        answer: () => ({ message: 'Discussion started', discussion: { id } }),
      }
    }),
    command(discussionEndpoints.revise, 'revise-discussion', discussionFold, ({ caller, params, body }) => ({
      stream: streamOf(params),
      decide: (discussion) => decide.revise(discussion, { ...body, by: caller.id }),
    })),
    command(discussionEndpoints.remove, 'remove-discussion', discussionFold, ({ caller, params }) => ({
      stream: streamOf(params),
      decide: (discussion) => decide.remove(discussion, removedBy(caller)),
    })),
    command(discussionEndpoints.reply, 'reply', discussionFold, ({ caller, params, body }, context) => {
      const id = deriveId('reply', context.command.id)
      return {
        stream: streamOf(params),
        decide: (discussion) => decide.reply(discussion, { ...body, id, by: caller.id }),
        answer: () => ({ reply: { id } }),
      }
    }),
    command(discussionEndpoints.reviseReply, 'revise-reply', discussionFold, ({ caller, params, body }) => ({
      stream: streamOf(params),
      decide: (discussion) => decide.reviseReply(discussion, { ...body, id: params.replyId, by: caller.id }),
    })),
    command(discussionEndpoints.removeReply, 'remove-reply', discussionFold, ({ caller, params }) => ({
      stream: streamOf(params),
      decide: (discussion) => decide.removeReply(discussion, { id: params.replyId, ...removedBy(caller) }),
    })),
    command(discussionEndpoints.hide, 'hide-discussion', discussionFold, ({ caller, params, body }) => ({
      stream: streamOf(params),
      decide: (discussion) =>
        decide.moderate(discussion, { type: 'DiscussionHidden', data: { ...body, by: caller.id } }),
    })),
    command(discussionEndpoints.show, 'show-discussion', discussionFold, ({ caller, params }) => ({
      stream: streamOf(params),
      decide: (discussion) =>
        decide.moderate(discussion, { type: 'DiscussionShown', data: { by: caller.id } }),
    })),
    command(discussionEndpoints.hideReply, 'hide-reply', discussionFold, ({ caller, params, body }) => ({
      stream: streamOf(params),
      decide: (discussion) =>
        decide.moderate(discussion, {
          type: 'ReplyHidden',
          data: { ...body, reply: params.replyId, by: caller.id },
        }),
    })),
    command(discussionEndpoints.showReply, 'show-reply', discussionFold, ({ caller, params }) => ({
      stream: streamOf(params),
      decide: (discussion) =>
        decide.moderate(discussion, { type: 'ReplyShown', data: { reply: params.replyId, by: caller.id } }),
    })),
  ]
}

/** Throws `discussion-not-found` for an invalid id. */
const streamOf = ({ discussionId: id }: { discussionId: string }): string =>
  isDiscussionId(id) ? discussionStream(id) : decide.refuseUnknownDiscussion()

const removedBy = ({ id, role }: Caller): RemovedBy => ({
  by: id,
  mayRemoveAll: hasPermission(role, 'moderate-community'),
})
