/**
 * Returns a time zone in which it is the given hour. In a zone in which it is noon, no challenge day begins and no reminder
 * is sent while a spec runs. `now` in milliseconds since 1970.
 */
export function timeZoneAtHour(hour: number, now: number = Date.now()): string {
  const ahead = hour - new Date(now).getUTCHours()
  const offset = ahead > 14 ? ahead - 24 : ahead < -12 ? ahead + 24 : ahead
  // The sign of these names is inverted: Etc/GMT-2 is two hours ahead.
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}
