export type Point = { x: number; y: number }

const round = (value: number) => Math.round(value * 100) / 100

/** The end of axis `at` of `count`, the first pointing straight up, `reach` px from the middle. */
export const axisPoint = (at: number, count: number, reach: number): Point => {
  const angle = (at / count) * 2 * Math.PI - Math.PI / 2
  return { x: round(Math.cos(angle) * reach), y: round(Math.sin(angle) * reach) }
}

/** Where the values (0 to `most`) lie on their axes, when the longest axis has `radius` px. */
export const radarPoints = (values: readonly number[], radius: number, most = 5): Point[] =>
  values.map((value, at) =>
    axisPoint(at, values.length, (Math.min(most, Math.max(0, value)) / most) * radius),
  )

/** Points as the `points` of an SVG polygon. */
export const polygon = (points: readonly Point[]) => points.map(({ x, y }) => `${x},${y}`).join(' ')
