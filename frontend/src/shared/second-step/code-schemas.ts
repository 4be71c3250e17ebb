import { appCode, recoveryCode } from '@thirty/contracts/accounts/two-factor-api.ts'
import { z } from 'zod'

export const appForm = z.object({ code: appCode })
export const recoveryForm = z.object({ recoveryCode })
