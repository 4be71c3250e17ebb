import { discussionCalls } from '@thirty/contracts/calls/discussions.ts'
import type { DiscussionEvent } from '@thirty/contracts/events/discussion.ts'
import { discussionStream, isDiscussionId } from '@thirty/contracts/rules/discussion-id.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { Commands } from '../handle.ts'
import { askerOf, derivedId, type Asker } from '../idempotency.ts'
import type { Settle } from '../settle.ts'
import { open, refuseUnknown, remove, removeReply, reply, revise, reviseReply } from './decide.ts'
import { evolve, noDiscussion, type Discussion } from './evolve.ts'

export type DiscussionDeps = { commands: Commands; settle: Settle }

type Decide = (discussion: Discussion) => readonly DiscussionEvent[]

/** Discussions and their replies. They belong to no run of the challenge (decision 0028). */
export function discussionEndpoints({ commands, settle }: DiscussionDeps): Endpoint[] {
  /** Decides about a discussion and answers what every command answers. */
  const about = async (id: string, asker: Asker, decide: Decide) => {
    if (!isDiscussionId(id)) refuseUnknown()
    const stream = discussionStream(id)
    const { position } = await commands.handle({ stream, initial: noDiscussion, evolve, asker, decide })
    return { success: true, ...(await settle(position)) } as const
  }

  return [
    endpoint(discussionCalls.open)(async (asked) => {
      const { caller, body } = asked
      const asker = askerOf(asked, caller.id, 'open-discussion')
      const id = newId('discussion', asker)
      const done = await about(id, asker, (none) => open(none, { ...body, by: caller.id }))
      return { ...done, message: 'Discussion started', discussion: { id } }
    }),
    endpoint(discussionCalls.revise)((asked) => {
      const { caller, params, body } = asked
      const asker = askerOf(asked, caller.id, 'revise-discussion')
      return about(params.discussionId, asker, (discussion) => revise(discussion, { ...body, by: caller.id }))
    }),
    endpoint(discussionCalls.remove)((asked) => {
      const { caller, params } = asked
      const asker = askerOf(asked, caller.id, 'remove-discussion')
      return about(params.discussionId, asker, (discussion) =>
        remove(discussion, { by: caller.id, isAdmin: caller.isAdmin }),
      )
    }),
    endpoint(discussionCalls.reply)(async (asked) => {
      const { caller, params, body } = asked
      const asker = askerOf(asked, caller.id, 'reply')
      const id = newId('reply', asker)
      const done = await about(params.discussionId, asker, (discussion) =>
        reply(discussion, { ...body, id, by: caller.id }),
      )
      return { ...done, reply: { id } }
    }),
    endpoint(discussionCalls.reviseReply)((asked) => {
      const { caller, params, body } = asked
      const asker = askerOf(asked, caller.id, 'revise-reply')
      return about(params.discussionId, asker, (discussion) =>
        reviseReply(discussion, { ...body, id: params.replyId, by: caller.id }),
      )
    }),
    endpoint(discussionCalls.removeReply)((asked) => {
      const { caller, params } = asked
      const asker = askerOf(asked, caller.id, 'remove-reply')
      return about(params.discussionId, asker, (discussion) =>
        removeReply(discussion, { id: params.replyId, by: caller.id, isAdmin: caller.isAdmin }),
      )
    }),
  ]
}

/** Follows from the command, so that the same request again, under its key, is about the same thing. */
const newId = (what: 'discussion' | 'reply', { command }: Asker): string => derivedId(what, command.id)
