// The schemas of the forms with which users prove who they are: password, code, recovery code and passkey.

import { logInRequest } from '@thirty/contracts/accounts/api.ts'
import { appCode, passkeyName, recoveryCode } from '@thirty/contracts/accounts/two-factor-api.ts'
import { z } from 'zod'

export const passwordForm = logInRequest.pick({ password: true })
export const appForm = z.object({ code: appCode })
export const recoveryForm = z.object({ recoveryCode })
export const passkeyForm = z.object({ name: passkeyName })
