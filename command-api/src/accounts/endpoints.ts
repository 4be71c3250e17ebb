import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { adminInvitationHandlers } from './admin-invitations/endpoints.ts'
import { userStatusHandlers } from './admins/endpoints.ts'
import { deletionHandlers } from './deletion/endpoints.ts'
import { changePasswordHandlers } from './password/endpoints.ts'
import { profileHandlers } from './profile/endpoints.ts'
import { sessionHandlers } from './sessions/endpoints.ts'
import { sessionListHandlers } from './sessions/session-list-endpoints.ts'
import { signUpHandlers } from './sign-up/endpoints.ts'
import { twoFactorHandlers } from './two-factor/endpoints.ts'
import { secondStepHandlers } from './two-factor/second-step-endpoints.ts'

export type AccountParts = Parameters<typeof signUpHandlers>[0] &
  Parameters<typeof sessionHandlers>[0] &
  Parameters<typeof changePasswordHandlers>[0] &
  Parameters<typeof deletionHandlers>[0] &
  Parameters<typeof adminInvitationHandlers>[0] &
  Parameters<typeof twoFactorHandlers>[0] &
  Parameters<typeof secondStepHandlers>[0]

/** Handlers for accounts, except social sign-in and forgotten passwords. */
export function accountHandlers(parts: AccountParts): Endpoint[] {
  return [
    ...signUpHandlers(parts),
    ...sessionHandlers(parts),
    ...sessionListHandlers(parts),
    ...changePasswordHandlers(parts),
    ...deletionHandlers(parts),
    ...userStatusHandlers(parts),
    ...adminInvitationHandlers(parts),
    ...profileHandlers(parts),
    ...twoFactorHandlers(parts),
    ...secondStepHandlers(parts),
  ]
}
