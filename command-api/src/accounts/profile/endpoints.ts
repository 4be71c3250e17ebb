import type { BookmarksChangedResponse } from '@thirty/contracts/api/accounts/profile.ts'
import { profileEndpoints } from '@thirty/contracts/api/accounts/profile.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { commandContext, type CommandContext } from '../../idempotency.ts'
import type { WaitForProjections } from '../../wait-for-projections.ts'
import { addBookmark, addBookmarks, bookmarksOf, removeBookmark } from './bookmarks.ts'
import { changeOwnProfile } from './change-profile.ts'
import { loadRole } from '../admins/admin-list.ts'
import { userFold, type User } from '../evolve.ts'
import { toOwnUser } from '../own-user.ts'
import type { ReservationDeps } from '../names/reserve-names.ts'
import { userStream } from '../streams.ts'

export type ProfileDeps = ReservationDeps & { waitForProjections: WaitForProjections }

/** Handlers for profile, preferences and bookmarks. */
export function profileHandlers(deps: ProfileDeps): Endpoint[] {
  return [
    endpoint(profileEndpoints.change)(async (request) => {
      const user = request.caller.id
      const context = commandContext(request, user, 'change-profile')
      const change = { user, request: request.body, context }
      const { account, position } = await changeOwnProfile(deps, change)
      return {
        success: true,
        message: 'Profile updated successfully!',
        ...(await deps.waitForProjections(position)),
        user: toOwnUser(user, account, await loadRole(deps.commands, user, account)),
      }
    }),
    endpoint(profileEndpoints.bookmarks)(async ({ caller }) => {
      const { state } = await deps.commands.load(userStream(caller.id), userFold)
      return { success: true, bookmarks: [...bookmarksOf(state)] }
    }),
    endpoint(profileEndpoints.addBookmark)((request) =>
      changeBookmarks(deps, callerContext(request, 'add-bookmark'), (user) =>
        addBookmark(user, request.body.url),
      ),
    ),
    endpoint(profileEndpoints.addBookmarks)((request) =>
      changeBookmarks(deps, callerContext(request, 'add-bookmarks'), (user) =>
        addBookmarks(user, request.body.urls),
      ),
    ),
    endpoint(profileEndpoints.removeBookmark)((request) =>
      changeBookmarks(deps, callerContext(request, 'remove-bookmark'), (user) =>
        removeBookmark(user, request.body.url),
      ),
    ),
  ]
}

const callerContext = (
  request: Parameters<typeof commandContext>[0] & { caller: { id: string } },
  action: string,
) => ({
  ...commandContext(request, request.caller.id, action),
  actor: request.caller.id,
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
