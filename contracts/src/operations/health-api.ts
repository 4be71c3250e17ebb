// The health of the installation, of its processes and of its read models.

import { z } from 'zod'
import { position, queryResponse } from '../endpoints/responses.ts'
import { get } from '../endpoints/endpoint-definition.ts'

/** Milliseconds since 1970. */
const time = z.number()
const count = z.int().nonnegative()

/** The last comparison of a read model with the log. `isHealed` is null if nothing had to be healed. */
export const readModelCheck = z.object({
  at: time,
  documents: count,
  differences: count,
  isHealed: z.boolean().nullable(),
})
export type ReadModelCheck = z.infer<typeof readModelCheck>

/** Deliveries since the start of a process, and how many of them are of the last quarter of an hour. */
const deliveries = z.object({
  waiting: count,
  delivered: count,
  failed: count,
  recentlyDelivered: count,
  recentlyFailed: count,
  lastDeliveredAt: time.nullable(),
})
export type Deliveries = z.infer<typeof deliveries>

/** What a process says about itself. Parts that it does not have are null. */
export const processReport = z.object({
  id: z.string().max(200),
  role: z.enum(['all', 'web', 'projector']),
  host: z.string().max(255),
  version: z.string().max(100),
  startedAt: time,
  memoryBytes: count,
  sockets: count.nullable(),
  mail: deliveries.nullable(),
  push: deliveries.nullable(),
  /** Tries of webhooks. */
  webhooks: deliveries.nullable(),
  /** Snapshots of read models in memory. */
  snapshots: z.object({ savedAt: time.nullable(), failures: count }).nullable(),
  /**
   * What it can store. `freeBytes` counts the disk of its data folder, if it stores events or images there; `refusal` says why
   * it refused commands in the last moments.
   */
  storage: z.object({ freeBytes: count.nullable(), refusal: z.string().max(1_000).nullable() }),
  /** The address of the last caller whose forwarding header was ignored in the last hour. */
  untrustedProxy: z.string().max(100).nullable(),
  /** The projections that it runs. */
  projections: z.array(
    z.object({ name: z.string().max(200), isParked: z.boolean(), check: readModelCheck.nullable() }),
  ),
})
export type ProcessReport = z.infer<typeof processReport>

/** How far a read model is behind the log; `events` are positions of the log. */
export const readModelStatus = z.object({
  name: z.string(),
  state: z.enum(['current', 'building', 'outdated']),
  lagSeconds: z.number().nonnegative(),
  lagEvents: position,
})
export type ReadModelStatus = z.infer<typeof readModelStatus>

export const healthResponse = queryResponse.extend({
  at: time,
  /** Seconds that a read model may be behind the log. */
  allowedLagSeconds: z.number(),
  /** Hours between two self-checks; 0: only on request. */
  selfCheckHours: z.number(),
  /** The newest event; its time is null in an empty log. The whole is null if the log cannot be reached. */
  log: z.object({ position, newestAt: time.nullable() }).nullable(),
  isStoreAvailable: z.boolean(),
  readModels: z.array(readModelStatus),
  /** False if the reports of other processes could not be read. */
  hasAllProcesses: z.boolean(),
  /** Each process with the seconds since its report. */
  processes: z.array(processReport.extend({ ageSeconds: z.number().nonnegative() })),
})
export type HealthResponse = z.infer<typeof healthResponse>

export const healthEndpoints = {
  health: get('/api/admin/health', 'view-health', {
    summary: 'The state of the read models, the log and every process',
    response: healthResponse,
  }),
}
