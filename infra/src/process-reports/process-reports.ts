import { z } from 'zod'
import type { EntryStore } from '../entry-store/entry-store.ts'

/** A report with the seconds since it was published. */
export type PublishedReport = { report: unknown; ageSeconds: number }

/** What the processes of an installation say about themselves. A report is forgotten ten minutes after the last one. */
export type ProcessReports = {
  /** Replaces the report of a process. Throws `StoreUnavailable`. */
  publish(id: string, report: object): Promise<void>
  /** Returns the reports of all processes. Their content is not validated. Throws `StoreUnavailable`. */
  list(): Promise<readonly PublishedReport[]>
  /** Forgets the report of a process that ends. */
  remove(id: string): Promise<void>
}

const group = 'process-reports'
const keptMs = 10 * 60_000
const storedReport = z.object({ at: z.number(), report: z.unknown() })

/** The clock of the store measures the ages. */
export const processReportsIn = (store: EntryStore): ProcessReports => ({
  publish: async (id, report) =>
    void (await store.change(group, id, (_before, at) => ({ at, report }), keptMs)),
  list: async () => {
    const { entries, now } = await store.list(group)
    const reports = entries.map(({ id, document }) => ({ id, ...storedReport.safeParse(document).data }))
    const isKept = ({ at = 0 }) => at > now - keptMs
    await store.remove(
      group,
      reports.filter((report) => !isKept(report)).map(({ id }) => id),
    )
    return reports
      .filter(isKept)
      .map(({ report, at = now }) => ({ report, ageSeconds: Math.max(now - at, 0) / 1_000 }))
  },
  remove: (id) => store.remove(group, [id]),
})
