// Opens a session after a login, its second step or a sign-up, and answers with its user and token. The session of a social sign-in is
// opened in `social-sign-in/sign-in-state-store.ts`.

import type { SignedInResponse } from '@thirty/contracts/accounts/api.ts'
import { toOwnUser } from '@thirty/contracts/accounts/recorded-account.ts'
import type { Request } from 'express'
import type { Parts } from '../../parts.ts'
import { loadRole } from '../admins/admin-list.ts'
import type { LoadedAccount } from '../account.ts'

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
