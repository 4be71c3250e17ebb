/**
 * Where a store remembers to which event log its data belongs: two installations on one store would show each other's data. A log is
 * named by a text that its older copies have as well.
 */
export type LogMark = {
  /** Returns the log to which the data belongs; undefined if the store is new. */
  read(): Promise<string | undefined>
  /** Marks a store that is new, and returns the log to which its data belongs now: this one, or another that was first. */
  claim(log: string): Promise<string>
  close(): void
}
