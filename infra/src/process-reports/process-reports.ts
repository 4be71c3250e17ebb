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
  close(): Promise<void> | void
}
