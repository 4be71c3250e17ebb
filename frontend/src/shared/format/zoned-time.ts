// Converts times to and from the values of `datetime-local` fields in the time zone of the challenge.

const partsFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })

/** Formats a time (ms) in a time zone as the value of a `datetime-local` field: "2026-12-07T18:00". */
export const toZonedInput = (at: number, timeZone: string): string =>
  partsFormat(timeZone).format(at).replace(' ', 'T')

/**
 * Returns the time (ms) that a `datetime-local` value means in a time zone; `undefined` for an incomplete value. A time that the
 * clocks skip becomes one an hour off, a time that they repeat the first or second of both.
 */
export function fromZonedInput(value: string, timeZone: string): number | undefined {
  const asUtc = Date.parse(`${value}Z`)
  if (Number.isNaN(asUtc)) return undefined
  const offsetAt = (at: number) => Date.parse(`${toZonedInput(at, timeZone)}Z`) - at
  // The first guess may be on the other side of a change of the clocks; the second is not.
  return asUtc - offsetAt(asUtc - offsetAt(asUtc))
}
