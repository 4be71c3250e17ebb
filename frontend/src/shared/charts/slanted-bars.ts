/** How far the top of a leaning bar stands to the right of its foot, for each px of height. */
export const slant = Math.tan((14 * Math.PI) / 180)

export type SlantedBarLayout = { count: number; width: number; height: number; gap: number }

/** Feet of `count` leaning bars that fill `width`, the lean of the last one included. All in px. */
export const layOutSlantedBars = ({ count, width, height, gap }: SlantedBarLayout) => {
  const pitch = (width - height * slant + gap) / count
  const barWidth = Math.max(1, pitch - gap)
  return { barWidth, pitch, radius: Math.min(4, barWidth / 5), left: (at: number) => at * pitch }
}

const short = (value: number) => Math.round(value * 100) / 100

/** A bar with round corners that stands on the line y = 0. The group round it leans. */
export const barPath = (left: number, width: number, height: number, radius: number): string => {
  const r = short(Math.min(radius, width / 2, height / 2))
  const w = short(width - 2 * r)
  const h = short(height - 2 * r)
  return `M${short(left + r)} 0h${w}a${r} ${r} 0 0 0 ${r} ${-r}v${-h}a${r} ${r} 0 0 0 ${-r} ${-r}h${-w}a${r} ${r} 0 0 0 ${-r} ${r}v${h}a${r} ${r} 0 0 0 ${r} ${r}z`
}

/** The transform that leans a group whose bars stand on its foot. */
export const slantTransform = (height: number) => `translate(0 ${height}) skewX(-14)`
