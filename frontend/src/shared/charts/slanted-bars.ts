// The shape and the layout of the slanted bars of charts.

/** Horizontal offset of a slanted bar's top, in px per px of height. */
export const slant = Math.tan((14 * Math.PI) / 180)

export type SlantedBarLayout = { count: number; width: number; height: number; gap: number }

/** Returns position and width of `count` slanted bars in px. Together, with the slant of the last one, they fill `width`. */
export const layOutSlantedBars = ({ count, width, height, gap }: SlantedBarLayout) => {
  const pitch = (width - height * slant + gap) / count
  const barWidth = Math.max(1, pitch - gap)
  return { barWidth, pitch, radius: Math.min(4, barWidth / 5), left: (index: number) => index * pitch }
}

const roundToHundredths = (value: number) => Math.round(value * 100) / 100

/** Returns the path of an upright bar with round corners that stands on y = 0. Its group must have `slantTransform`. */
export const barPath = (left: number, width: number, height: number, radius: number): string => {
  const r = roundToHundredths(Math.min(radius, width / 2, height / 2))
  const w = roundToHundredths(width - 2 * r)
  const h = roundToHundredths(height - 2 * r)
  return `M${roundToHundredths(left + r)} 0h${w}a${r} ${r} 0 0 0 ${r} ${-r}v${-h}a${r} ${r} 0 0 0 ${-r} ${-r}h${-w}a${r} ${r} 0 0 0 ${-r} ${r}v${h}a${r} ${r} 0 0 0 ${r} ${r}z`
}

/** Returns the transform that slants a group of bars and moves y = 0 down by `height` px. */
export const slantTransform = (height: number) => `translate(0 ${height}) skewX(-14)`
