/**
 * A time zone in which the hour is this one now: there is one at any time. A product whose days are those of a zone in
 * which it is noon begins none and reminds nobody while a spec runs; one with the days of UTC might. `now` in
 * milliseconds since 1970.
 */
export function timeZoneAtHour(hour: number, now: number = Date.now()): string {
  const ahead = hour - new Date(now).getUTCHours()
  const offset = ahead > 14 ? ahead - 24 : ahead < -12 ? ahead + 24 : ahead
  // These names count what a zone is behind.
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}
