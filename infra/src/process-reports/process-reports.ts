// The reports of the processes of an installation about themselves, which all of its processes can read.

import { z } from 'zod'
import type { EntryStore } from '../entry-store/entry-store.ts'

export type ProcessReports = ReturnType<typeof processReportsIn>

const group = 'process-reports'
const keptMs = 10 * 60_000
const storedReport = z.object({ at: z.number(), report: z.unknown() })

/**
 * A report is forgotten ten minutes after the last one. The clock of the store measures the ages. Every method throws `StoreUnavailable`.
 */
export const processReportsIn = (store: EntryStore) => ({
  /** Replaces the report of a process. */
  publish: async (id: string, report: object): Promise<void> =>
    void (await store.change(group, id, (_before, at) => ({ at, report }), keptMs)),
  /** Returns the reports of this form with the seconds since each was published; processes of another release may have another form. */
  list: async <Report>(form: z.ZodType<Report>) => {
    const { entries, now } = await store.list(group)
    const reports = entries.map(({ id, document }) => ({ id, ...storedReport.safeParse(document).data }))
    const isKept = ({ at = 0 }) => at > now - keptMs
    await store.remove(
      group,
      reports.filter((report) => !isKept(report)).map(({ id }) => id),
    )
    return reports.filter(isKept).flatMap(({ report, at = now }) => {
      const { success, data } = form.safeParse(report)
      return success ? [{ report: data, ageSeconds: Math.max(now - at, 0) / 1_000 }] : []
    })
  },
  /** Forgets the report of a process that ends. */
  remove: (id: string) => store.remove(group, [id]),
})
