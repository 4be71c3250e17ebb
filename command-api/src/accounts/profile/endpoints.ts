import type { BookmarksChangedResponse } from '@thirty/contracts/api/accounts/profile.ts'
import { profileEndpoints } from '@thirty/contracts/endpoints/accounts/profile.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { commandContext, type CommandContext } from '../../idempotency.ts'
import type { WaitForProjections } from '../../wait-for-projections.ts'
import { addBookmark, addBookmarks, bookmarksOf, removeBookmark } from './bookmarks.ts'
import { changeOwnProfile } from './change-profile.ts'
import type { User } from '../evolve.ts'
import { toOwnUser } from '../own-user.ts'
import { userFold, type ReservationDeps } from '../names/reserve-names.ts'
import { userStream } from '../streams.ts'

export type ProfileDeps = ReservationDeps & { waitForProjections: WaitForProjections }

/** What people keep on their account: profile, preferences, bookmarks. */
export function profileHandlers(deps: ProfileDeps): Endpoint[] {
  const bookmarked = async (
    context: CommandContext & { actor: string },
    decide: (user: User) => UserEvent[],
  ) => changeBookmarks(deps, context, decide)
  return [
    endpoint(profileEndpoints.change)(async (asked) => {
      const user = asked.caller.id
      const context = commandContext(asked, user, 'change-profile')
      const { account, position } = await changeOwnProfile(deps, {
        user,
        request: asked.body,
        context,
      })
      const message = 'Profile updated successfully!'
      return {
        success: true,
        message,
        ...(await deps.waitForProjections(position)),
        user: toOwnUser(user, account),
      }
    }),
    endpoint(profileEndpoints.bookmarks)(async ({ caller }) => {
      const { state } = await deps.commands.load(userStream(caller.id), userFold)
      return { success: true, bookmarks: [...bookmarksOf(state)] }
    }),
    endpoint(profileEndpoints.addBookmark)((asked) =>
      bookmarked(ownContext(asked, 'add-bookmark'), (user) => addBookmark(user, asked.body.url)),
    ),
    endpoint(profileEndpoints.addBookmarks)((asked) =>
      bookmarked(ownContext(asked, 'add-bookmarks'), (user) => addBookmarks(user, asked.body.urls)),
    ),
    endpoint(profileEndpoints.removeBookmark)((asked) =>
      bookmarked(ownContext(asked, 'remove-bookmark'), (user) => removeBookmark(user, asked.body.url)),
    ),
  ]
}

const ownContext = (
  asked: Parameters<typeof commandContext>[0] & { caller: { id: string } },
  action: string,
) => ({
  ...commandContext(asked, asked.caller.id, action),
  actor: asked.caller.id,
})

async function changeBookmarks(
  { commands, waitForProjections }: ProfileDeps,
  context: CommandContext & { actor: string },
  decide: (user: User) => UserEvent[],
): Promise<BookmarksChangedResponse> {
  const stream = userStream(context.actor)
  const { state, position } = await commands.handle({ ...userFold, stream, context, decide })
  return { success: true, ...(await waitForProjections(position)), bookmarks: [...bookmarksOf(state)] }
}
