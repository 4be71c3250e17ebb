import { z } from 'zod'
import { fromZonedInput } from '../../shared/format/zoned-time.ts'
import { t } from '../../shared/i18n/t.ts'

/** Returns a schema from the value of a `datetime-local` field in a time zone to a time in UTC (ISO). */
export const zonedTime = (timeZone: string) =>
  z
    .string()
    .transform((value) => fromZonedInput(value, timeZone))
    .refine((at) => at !== undefined, t('adminSettings.chooseTime'))
    .transform((at) => new Date(at).toISOString())
