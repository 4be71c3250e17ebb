// The schemas of the short forms around the second step: the code of an app, a recovery code, the name of a passkey, and the password with
// which users confirm who they are.

import { logInRequest } from '@thirty/contracts/accounts/api.ts'
import { appCode, passkeyName, recoveryCode } from '@thirty/contracts/accounts/two-factor-api.ts'
import { z } from 'zod'

export const appForm = z.object({ code: appCode })
export const proofForms = {
  app: appForm,
  'recovery-code': z.object({ recoveryCode }),
  password: logInRequest.pick({ password: true }),
}
export const passkeyNameForm = z.object({ name: passkeyName })
