import { barPath, layOutSlantedBars } from '../slanted-bars.ts'

/** The number of participants with a project of this day. */
export type DayParticipants = { day: number; active: number }

export type ParticipationTone = 'active' | 'none' | 'today' | 'toCome'

export type ParticipationBar = {
  day: number
  tone: ParticipationTone
  /** Left edge and width of the foot, and the height, in px. */
  left: number
  width: number
  height: number
  path: string
}

/** The height in px of a day without a project. */
const stubHeight = 3

/**
 * Returns an upright bar for each day, standing on y = 0: its height is read off an axis. `height` is that of the plot in px, which ends at `maxValue`. A day without
 * a project is a stub, so that it is not taken for a day that is missing.
 */
export const participationBars = (
  days: readonly DayParticipants[],
  { today, maxValue, width, height }: { today: number; maxValue: number; width: number; height: number },
): ParticipationBar[] => {
  const gap = Math.max(1, (width / days.length) * 0.19)
  // Without a height they need no room for a slant.
  const row = layOutSlantedBars({ count: days.length, width, height: 0, gap })
  return days.map(({ day, active }, index) => {
    const barHeight = Math.max(stubHeight, (active / maxValue) * height)
    return {
      day,
      tone: toneOf(day, active, today),
      left: row.left(index),
      width: row.barWidth,
      height: barHeight,
      path: barPath(row.left(index), row.barWidth, barHeight, row.radius),
    }
  })
}

const toneOf = (day: number, active: number, today: number): ParticipationTone => {
  if (day === today) return 'today'
  if (active > 0) return 'active'
  return day < today ? 'none' : 'toCome'
}
