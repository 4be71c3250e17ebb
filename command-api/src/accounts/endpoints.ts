// Handlers for accounts: sign-up, sessions, profile, password, second factors, status, admins and deletion.

import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { PartsOf } from '../parts.ts'
import { adminInvitationHandlers } from './admin-invitations/endpoints.ts'
import { adminHandlers } from './admins/endpoints.ts'
import { deletionHandlers } from './deletion/endpoints.ts'
import { changePasswordHandlers } from './password/endpoints.ts'
import { profileHandlers } from './profile/endpoints.ts'
import { sessionHandlers } from './sessions/endpoints.ts'
import { sessionListHandlers } from './sessions/session-list-endpoints.ts'
import { signUpHandlers } from './sign-up/endpoints.ts'
import { userStatusHandlers } from './status/endpoints.ts'
import { twoFactorHandlers } from './two-factor/endpoints.ts'
import { secondStepHandlers } from './two-factor/second-step-endpoints.ts'

const slices = [
  signUpHandlers,
  sessionHandlers,
  sessionListHandlers,
  changePasswordHandlers,
  deletionHandlers,
  userStatusHandlers,
  adminHandlers,
  adminInvitationHandlers,
  profileHandlers,
  twoFactorHandlers,
  secondStepHandlers,
]

export type AccountParts = PartsOf<(typeof slices)[number]>

export const accountHandlers = (parts: AccountParts): Endpoint[] =>
  slices.flatMap((handlersOf) => handlersOf(parts))
