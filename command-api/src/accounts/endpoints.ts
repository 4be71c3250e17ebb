import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { adminInvitationHandlers, type AdminInvitationDeps } from './admin-invitations/endpoints.ts'
import { userStatusHandlers } from './admins/endpoints.ts'
import { deletionHandlers, type DeletionHandlerDeps } from './deletion/endpoints.ts'
import { changePasswordHandlers, type ChangePasswordDeps } from './password/endpoints.ts'
import { profileHandlers } from './profile/endpoints.ts'
import { sessionHandlers, type SessionDeps } from './sessions/endpoints.ts'
import { sessionListHandlers } from './sessions/session-list-endpoints.ts'
import { signUpHandlers, type SignUpDeps } from './sign-up/endpoints.ts'
import { twoFactorHandlers } from './two-factor/endpoints.ts'
import type { TwoFactorDeps } from './two-factor/own-factors.ts'
import { secondStepHandlers, type SecondStepDeps } from './two-factor/second-step-endpoints.ts'

export type AccountDeps = SignUpDeps &
  SessionDeps &
  ChangePasswordDeps &
  DeletionHandlerDeps &
  AdminInvitationDeps &
  TwoFactorDeps &
  SecondStepDeps

/** Handlers for accounts, except social sign-in and forgotten passwords. */
export function accountHandlers(deps: AccountDeps): Endpoint[] {
  return [
    ...signUpHandlers(deps),
    ...sessionHandlers(deps),
    ...sessionListHandlers(deps),
    ...changePasswordHandlers(deps),
    ...deletionHandlers(deps),
    ...userStatusHandlers(deps),
    ...adminInvitationHandlers(deps),
    ...profileHandlers(deps),
    ...twoFactorHandlers(deps),
    ...secondStepHandlers(deps),
  ]
}
