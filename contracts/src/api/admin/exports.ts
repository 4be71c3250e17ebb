import { z } from 'zod'
import { exportFormats } from '../../rules/exports.ts'

export const exportQuery = z.object({ format: z.enum(exportFormats) })

/** Content types of an export. */
export const exportTypes = ['text/csv', 'application/json'] as const
