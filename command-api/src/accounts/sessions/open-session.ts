// Opens a session, and describes its user as responses do.

import { type SignedInResponse, ownUser, type OwnUser } from '@thirty/contracts/accounts/api.ts'
import type { Request } from 'express'
import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { imagePath } from '@thirty/contracts/images/images.ts'
import type { Parts } from '../../parts.ts'
import { loadRole } from '../admins/admin-list.ts'
import { type LoadedAccount, isEmailConfirmed, type Account } from '../evolve.ts'

/** The message of a login. */
export const loggedIn = 'Logged in successfully'

/** Opens a session and returns the response for a user who just signed up or logged in. */
export async function openSession(
  { commands, tokens, waitForProjections, limits, recordSession }: Parts,
  { id, account, position }: LoadedAccount,
  { request, message }: { request: Request; message: string },
): Promise<SignedInResponse> {
  await limits.networks.remember(id, request)
  const token = tokens.issue({ id, version: account.sessionVersion })
  const issued = tokens.verify(token)
  if (issued) recordSession({ id, token: issued }, request.headers['user-agent'] ?? '')
  const role = await loadRole(commands, id, account)
  return {
    success: true,
    message,
    ...(await waitForProjections(position)),
    user: { ...toOwnUser(id, account, role), token },
  }
}

/** Returns the data of a user for the user's own client. `role` is null for a participant. */
export const toOwnUser = (id: string, account: Account, role: AdminRole | null): OwnUser =>
  fieldsOf(ownUser, {
    ...account,
    _id: id,
    username: account.username ?? null,
    emailConfirmed: isEmailConfirmed(account),
    role,
    profileImage: imagePath(account.profileImage ?? null),
    publicFields: [...account.publicFields],
    language: account.language ?? null,
  })
