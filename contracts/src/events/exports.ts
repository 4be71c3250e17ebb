import { z } from 'zod'
import { exportFormats, exportKinds } from '../rules/exports.ts'
import type { EventOf } from './event-definition.ts'

/** Streams `exports-<date>`, one for each date (UTC): which data admins saved as a file. */
export const exportEvents = {
  DataExported: {
    version: 1,
    data: z.object({ kind: z.enum(exportKinds), format: z.enum(exportFormats) }),
  },
}
export type ExportEvent = EventOf<typeof exportEvents>
