import { t } from './messages/t.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Formats milliseconds in two units: "3 d 4 h", "2 h 5 min", "7 min". */
export function formatUptime(milliseconds: number): string {
  const time = Math.max(milliseconds, 0)
  const [days, hours, minutes] = [
    Math.floor(time / dayMs),
    Math.floor((time % dayMs) / hourMs),
    Math.floor((time % hourMs) / minuteMs),
  ].map(String) as [string, string, string]
  if (time >= dayMs) return t('uptimeDays', { days, hours })
  return time >= hourMs ? t('uptimeHours', { hours, minutes }) : t('uptimeMinutes', { minutes })
}
