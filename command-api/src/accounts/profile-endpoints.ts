import type { BookmarksChangedAnswer } from '@thirty/contracts/api/profile.ts'
import { profileCalls } from '@thirty/contracts/calls/profile.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import { askerOf, type Asker } from '../idempotency.ts'
import type { Settle } from '../settle.ts'
import { addBookmark, addBookmarks, bookmarksOf, removeBookmark } from './bookmarks.ts'
import { changeOwnProfile } from './change-profile.ts'
import type { User } from './evolve.ts'
import { ownUserOf } from './own-user.ts'
import { userFold, type NameDeps } from './reserving.ts'
import { userStream } from './streams.ts'

export type ProfileDeps = NameDeps & { settle: Settle }

/** What people keep on their account: profile, preferences, bookmarks. */
export function profileEndpoints(deps: ProfileDeps): Endpoint[] {
  const bookmarked = async (asker: Asker & { actor: string }, decide: (user: User) => UserEvent[]) =>
    bookmarksAnswer(deps, asker, decide)
  return [
    endpoint(profileCalls.change)(async (asked) => {
      const user = asked.caller.id
      const asker = askerOf(asked, user, 'change-profile')
      const { account, position } = await changeOwnProfile(deps, { user, request: asked.body, asker })
      const message = 'Profile updated successfully!'
      return { success: true, message, ...(await deps.settle(position)), user: ownUserOf(user, account) }
    }),
    endpoint(profileCalls.bookmarks)(async ({ caller }) => {
      const { state } = await deps.commands.load(userStream(caller.id), userFold)
      return { success: true, bookmarks: [...bookmarksOf(state)] }
    }),
    endpoint(profileCalls.addBookmark)((asked) =>
      bookmarked(ownAsker(asked, 'add-bookmark'), (user) => addBookmark(user, asked.body.url)),
    ),
    endpoint(profileCalls.addBookmarks)((asked) =>
      bookmarked(ownAsker(asked, 'add-bookmarks'), (user) => addBookmarks(user, asked.body.urls)),
    ),
    endpoint(profileCalls.removeBookmark)((asked) =>
      bookmarked(ownAsker(asked, 'remove-bookmark'), (user) => removeBookmark(user, asked.body.url)),
    ),
  ]
}

const ownAsker = (asked: Parameters<typeof askerOf>[0] & { caller: { id: string } }, action: string) => ({
  ...askerOf(asked, asked.caller.id, action),
  actor: asked.caller.id,
})

async function bookmarksAnswer(
  { commands, settle }: ProfileDeps,
  asker: Asker & { actor: string },
  decide: (user: User) => UserEvent[],
): Promise<BookmarksChangedAnswer> {
  const stream = userStream(asker.actor)
  const { state, position } = await commands.handle({ ...userFold, stream, asker, decide })
  return { success: true, ...(await settle(position)), bookmarks: [...bookmarksOf(state)] }
}
