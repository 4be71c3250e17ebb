// Handlers for profile, preferences and bookmarks.

import { profileEndpoints } from '@thirty/contracts/accounts/profile-api.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { commandEndpoints, stepEndpoints } from '../../command.ts'
import type { With } from '../../parts.ts'
import { loadRole } from '../admins/admin-list.ts'
import { userFold, userStream, type User } from '../evolve.ts'
import type { ReservationParts } from '../names/reserve-names.ts'
import { toOwnUser } from '../own-user.ts'
import { changeOwnProfile } from './change-own-profile.ts'
import { addBookmark, addBookmarks, bookmarksOf, removeBookmark } from './decide.ts'
import { users } from '../load-account.ts'

export function profileHandlers(parts: ReservationParts & With<'waitForProjections'>): Endpoint[] {
  const command = commandEndpoints(parts)
  return [
    stepEndpoints(parts)(profileEndpoints.change, 'change-profile', async ({ caller, body }, context) => {
      const { id } = caller
      const { account, position } = await changeOwnProfile(parts, { user: id, request: body, context })
      const user = toOwnUser(id, account, await loadRole(parts.commands, id, account))
      return { message: 'Profile updated successfully!', position, user }
    }),
    endpoint(profileEndpoints.bookmarks)(async ({ caller }) => {
      const { state } = await users.load(parts.commands, caller.id)
      return { success: true, bookmarks: [...bookmarksOf(state)] }
    }),
    command(profileEndpoints.addBookmark, 'add-bookmark', userFold, ({ caller, body }) =>
      ofBookmarks(caller.id, (user) => addBookmark(user, body.url)),
    ),
    command(profileEndpoints.addBookmarks, 'add-bookmarks', userFold, ({ caller, body }) =>
      ofBookmarks(caller.id, (user) => addBookmarks(user, body.urls)),
    ),
    command(profileEndpoints.removeBookmark, 'remove-bookmark', userFold, ({ caller, body }) =>
      ofBookmarks(caller.id, (user) => removeBookmark(user, body.url)),
    ),
  ]
}

const ofBookmarks = (user: string, decide: (user: User) => UserEvent[]) => ({
  stream: userStream(user),
  decide,
  answer: ({ state }: { state: User }) => ({ bookmarks: [...bookmarksOf(state)] }),
})
