// Handlers for profile, profile image, preferences and bookmarks. With the profile they change the username, in steps
// (`changeOwnProfile`).

import {
  profileEndpoints,
  profileImageEndpoints,
  type ProfileRequest,
} from '@thirty/contracts/accounts/profile-api.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { toOwnUser } from '@thirty/contracts/accounts/recorded-account.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { Refusal, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import type { AccountParts, Parts } from '../../parts.ts'
import { loadRole } from '../admins/admin-list.ts'
import { changeAccount, isAccount, users, type LoadedAccount, type User } from '../account.ts'
import {
  refuseForbiddenUsername,
  reserveNames,
  findReservations,
  releaseQuietly,
  type ReservationRef,
} from '../names/reserve-names.ts'
import {
  addBookmark,
  addBookmarks,
  bookmarksOf,
  removeBookmark,
  changeProfile,
  changeProfileImage,
  claimUsername,
  isSameUsername,
} from './decide.ts'
import { storeUpload } from '../../images/upload.ts'
import { causedOneOf, newContext, stepContext, type CommandContext } from '../../idempotency.ts'
import { refuseMissingAccount } from '../decide.ts'

export function profileHandlers(parts: Parts): Endpoint[] {
  const { commands, command, steps, waitForProjections } = parts
  return [
    steps(profileEndpoints.change, 'change-profile', async ({ caller, body }, context) => {
      const { id } = caller
      const { account, position } = await changeOwnProfile(parts, { user: id, request: body, context })
      const user = toOwnUser(id, account, await loadRole(commands, id, account))
      return { message: 'Profile updated successfully!', position, user }
    }),
    endpoint(profileEndpoints.bookmarks)(async ({ caller }) => {
      const { state } = await users.load(commands, caller.id)
      return { bookmarks: [...bookmarksOf(state)] }
    }),
    command(profileEndpoints.addBookmark, 'add-bookmark', users, ({ caller, body }) =>
      ofBookmarks(caller.id, (user) => addBookmark(user, body.url)),
    ),
    command(profileEndpoints.addBookmarks, 'add-bookmarks', users, ({ caller, body }) =>
      ofBookmarks(caller.id, (user) => addBookmarks(user, body.urls)),
    ),
    command(profileEndpoints.removeBookmark, 'remove-bookmark', users, ({ caller, body }) =>
      ofBookmarks(caller.id, (user) => removeBookmark(user, body.url)),
    ),
    endpoint(profileImageEndpoints.uploadProfileImage)(async (request) => {
      const { name, context, paths } = await storeUpload(parts, request, 'profile')
      const step = stepContext(context, 'show')
      const { position } = await users.change(commands, request.caller.id, step, (user) =>
        changeProfileImage(user, name),
      )
      return { ...paths, ...(await waitForProjections(position)) }
    }),
    command(profileImageEndpoints.removeProfileImage, 'remove-profile-image', users, ({ caller }) => ({
      stream: users.nameOf(caller.id),
      decide: (user) => changeProfileImage(user, null),
    })),
  ]
}

const ofBookmarks = (user: string, decide: (user: User) => UserEvent[]) => ({
  stream: users.nameOf(user),
  decide,
  answer: ({ state }: { state: User }) => ({ bookmarks: [...bookmarksOf(state)] }),
})

/**
 * A new username is claimed in the user stream, reserved in the username stream and then set; only then the old one is released. After an
 * interruption at any point, each of the two names belongs to the user or is free again after a minute. Throws `name-taken`, `conflict`.
 */
export async function changeOwnProfile(
  deps: AccountParts,
  { user, request, context }: { user: string; request: ProfileRequest; context: CommandContext },
): Promise<LoadedAccount> {
  const { commands, names } = deps
  const claim = stepContext(context, 'claim')
  const change = () =>
    changeAccount(commands, user, context, (now) => changeProfile(now, request, claim.command.id))
  const { state, events } = await users.load(commands, user)
  if (!isAccount(state)) refuseMissingAccount()
  const { username } = request
  if (causedOneOf(context, events) || username === undefined || isSameUsername(username, state.username))
    return change()

  refuseForbiddenUsername(username)
  const held = state.username === null ? [] : await findReservations(deps, names.username(state.username))
  const before = held.filter((reservation) => reservation.user === user)
  const reserved = username === '' ? [] : await claimAndReserve(deps, username, { user, claim, context })
  try {
    const changed = await change()
    await releaseQuietly(deps, before)
    return changed
  } catch (error) {
    // Only a refused change is certain not to be stored, except for `in-flight`: then the same request is still running. In all other
    // cases the name is free again after a minute unless the change was stored.
    if (error instanceof Refusal && error.code !== 'in-flight') await releaseQuietly(deps, reserved)
    throw error
  }
}

async function claimAndReserve(
  deps: AccountParts,
  username: string,
  { user, claim, context }: { user: string; claim: CommandContext; context: CommandContext },
): Promise<readonly ReservationRef[]> {
  await users.change(deps.commands, user, claim, (current) =>
    claimUsername(current, { username, claim: claim.command.id }),
  )
  // A new command id: the result of an earlier reservation, released since, must not be returned again.
  const own = { user, context: newContext(context), renew: true }
  try {
    return await reserveNames(deps, { names: [deps.names.username(username)], ...own })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'name-taken') throw error
    return refuseField('username', 'usernameTaken', 'name-taken')
  }
}
