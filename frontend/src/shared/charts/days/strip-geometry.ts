// The sizes of a `HeatStrip`, and the place and path of each of its bars.

import { dayTone, type DayMark, type DayTone } from './day-mark.ts'
import type { DayBar } from './challenge-route-geometry.ts'
import { barPath, layOutSlantedBars } from '../slanted-bars.ts'

export type StripSize = 'xs' | 's' | 'm' | 'l' | 'xl'

/** The sizes in px. `xl` fills the width of its container. */
export const stripSizes: Record<StripSize, { width: number; height: number; gap: number }> = {
  xs: { width: 148, height: 11, gap: 1.2 },
  s: { width: 158, height: 14, gap: 1.2 },
  m: { width: 190, height: 22, gap: 2 },
  l: { width: 420, height: 44, gap: 4 },
  xl: { width: 1184, height: 58, gap: 8 },
}

/** The height of each tone as a share of the tallest bar; 0 for a stub. */
const heightShares: Record<DayTone, number> = {
  heat4: 1,
  heat3: 0.8,
  heat2: 0.6,
  heat1: 0.42,
  unrated: 0.6,
  'to-come': 0.3,
  'today-done': 1,
  'today-open': 1,
  missed: 0,
  rejected: 0,
}

/** Returns the height of a missed or rejected day: 2.5 to 4 px at every size. */
const stubHeight = (height: number) => Math.min(4, Math.max(2.5, height / 11))

const outlinedTones = new Set<DayTone>(['unrated', 'today-open'])

/** Outlines are drawn inside the bar, so that outlined bars are not taller than filled ones. */
const outlineWidth = (height: number) => (height > 30 ? 1.5 : 1)

/** Returns every day of a strip as a bar on the line y = 0, from left to right. */
export const stripBars = (
  days: readonly DayMark[],
  size: { width: number; height: number; gap: number },
): DayBar[] => {
  const row = layOutSlantedBars({ count: days.length, ...size })
  return days.map((mark, index) => {
    const tone = dayTone(mark)
    const height = heightShares[tone] === 0 ? stubHeight(size.height) : heightShares[tone] * size.height
    const left = row.left(index)
    const inset = outlinedTones.has(tone) ? outlineWidth(size.height) / 2 : 0
    const path = barPath(left + inset, row.barWidth - 2 * inset, height - 2 * inset, row.radius)
    return { mark, tone, left, width: row.barWidth, height, path }
  })
}

/** Returns one path per tone: a page with a hundred strips draws hundreds of paths instead of thousands of bars. */
export const tonePaths = (bars: readonly DayBar[]): [DayTone, string][] => {
  const paths = new Map<DayTone, string>()
  for (const { tone, path } of bars) paths.set(tone, (paths.get(tone) ?? '') + path)
  return [...paths]
}
