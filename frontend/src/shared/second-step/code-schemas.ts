import { appCode, recoveryCode } from '@thirty/contracts/api/accounts/two-factor.ts'
import { z } from 'zod'

export const appForm = z.object({ code: appCode })
export const recoveryForm = z.object({ recoveryCode })
