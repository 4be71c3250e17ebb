// The days of a participant as a strip with one slash per day, whose height and colour show its score. From size `l` on, every slash has a
// tooltip and keyboard focus.

import { useState } from 'react'
import {
  dayTable,
  dayTone,
  formatDay,
  formatStripSummary,
  type DayMark,
  type DayTone,
  type DayBar,
  barPath,
  layOutSlantedBars,
  slantTransform,
} from '../slanted-bars.ts'
import { ChartPicture, useRovingTabIndex, useElementWidth, ViewAsTable } from '../chart-parts.tsx'
import tones from './day-tones.module.css'
import css from './heat-strip.module.css'

/** The sizes in px. `xl` fills the width of its container. */
export const stripSizes = {
  xs: { width: 148, height: 11, gap: 1.2 },
  s: { width: 158, height: 14, gap: 1.2 },
  l: { width: 420, height: 44, gap: 4 },
  xl: { width: 1184, height: 58, gap: 8 },
}

export type StripSize = keyof typeof stripSizes

type HeatStripProps = {
  days: readonly DayMark[]
  size: StripSize
  /** The participant's name. */
  personName: string
  /** Offers the same data as a table; default: from size `l` on. */
  table?: boolean | undefined
}

export const HeatStrip = ({ days, size, personName, table }: HeatStripProps) => {
  const isLarge = size === 'l' || size === 'xl'
  const Strip = isLarge ? LargeStrip : SmallStrip
  const label = formatStripSummary(days, personName)
  return (
    <div className={css.strip}>
      <Strip {...{ days, size, label }} />
      {(table ?? isLarge) && <ViewAsTable caption={label} {...dayTable(days)} />}
    </div>
  )
}

type StripProps = { days: readonly DayMark[]; size: StripSize; label: string }

const SmallStrip = ({ days, size, label }: StripProps) => {
  const { width, height, gap } = stripSizes[size]
  return (
    <ChartPicture {...{ label, width, height }} viewBox={`0 0 ${width} ${height}`} className={css.svg}>
      <g transform={slantTransform(height)}>
        {tonePaths(stripBars(days, { width, height, gap })).map(([tone, path]) => (
          <path key={tone} d={path} className={tones[tone]} />
        ))}
      </g>
    </ChartPicture>
  )
}

const LargeStrip = ({ days, size, label }: StripProps) => {
  const { height, gap, width: maxWidth } = stripSizes[size]
  const [ref, availableWidth] = useElementWidth(maxWidth)
  const [activeDay, setActiveDay] = useState<number>()
  const width = size === 'l' ? Math.min(availableWidth, maxWidth) : availableWidth
  // The gap shrinks in a narrow container, so that the slashes stay wide enough to point at.
  const bars = stripBars(days, { width, height, gap: Math.max(1.5, Math.min(gap, (width / 30) * 0.19)) })
  const today = days.findIndex((mark) => mark.state.startsWith('today'))
  const roving = useRovingTabIndex(days.length, Math.max(0, today))
  const activeBar = bars.find(({ mark }) => mark.day === activeDay)
  return (
    <div
      ref={ref}
      className={css.container}
      onPointerLeave={() => setActiveDay(undefined)}
      onBlur={() => setActiveDay(undefined)}
    >
      <ChartPicture
        {...{ label, width, height }}
        data-edge
        viewBox={`0 0 ${width} ${height}`}
        className={css.svg}
        style={{ '--outline': 1.5 }}
        onKeyDown={roving.onKeyDown}
      >
        <g transform={slantTransform(height)}>
          {bars.map((bar, index) => (
            <g
              key={bar.mark.day}
              role="img"
              aria-label={formatDay(bar.mark)}
              className={css.day}
              {...roving.stopProps(index)}
              onFocusCapture={() => setActiveDay(bar.mark.day)}
              onPointerEnter={() => setActiveDay(bar.mark.day)}
            >
              <rect x={bar.left} y={-height} width={bar.width} height={height} className={css.hitArea} />
              <path d={bar.path} className={tones[bar.tone]} />
            </g>
          ))}
        </g>
      </ChartPicture>
      {activeBar && <DayTip bar={activeBar} width={width} />}
    </div>
  )
}

const DayTip = ({ bar, width }: { bar: DayBar; width: number }) => {
  const middle = bar.left + bar.width / 2
  const position =
    middle > width / 2 ? { right: Math.max(0, width - middle - 40) } : { left: Math.max(0, middle - 40) }
  return (
    <p className={css.tip} style={position} aria-hidden="true">
      {formatDay(bar.mark)}
    </p>
  )
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

const outlinedTones = new Set<DayTone>(['unrated', 'today-open'])

/** Returns every day of a strip as a bar on the line y = 0, from left to right. */
export const stripBars = (days: readonly DayMark[], size: (typeof stripSizes)[StripSize]): DayBar[] => {
  const row = layOutSlantedBars({ count: days.length, ...size })
  return days.map((mark, index) => {
    const tone = dayTone(mark)
    const share = heightShares[tone]
    // The stub of a missed or rejected day is 2.5 to 4 px high at every size.
    const height = share === 0 ? Math.min(4, Math.max(2.5, size.height / 11)) : share * size.height
    const left = row.left(index)
    const outlineWidth = size.height > 30 ? 1.5 : 1
    // Outlines are drawn inside the bar, so that outlined bars are not taller than filled ones.
    const inset = outlinedTones.has(tone) ? outlineWidth / 2 : 0
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
