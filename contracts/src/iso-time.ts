// Times as events and answers have them: ISO 8601 in UTC, of milliseconds since 1970.

export const isoTime = (time: number): string => new Date(time).toISOString()

/** Returns null for a time that is missing. */
export const isoTimeOrNull = (time: number | null | undefined): string | null =>
  time === undefined || time === null ? null : isoTime(time)

/** Returns the date (UTC) of a time, such as `2026-01-31`. */
export const isoDate = (time: number): string => isoTime(time).slice(0, 'yyyy-mm-dd'.length)
