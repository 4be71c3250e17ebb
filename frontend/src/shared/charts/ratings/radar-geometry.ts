export type Point = { x: number; y: number }

const round = (value: number) => Math.round(value * 100) / 100

/** Returns the point on axis `index` of `count`, `distance` px from the centre. The first axis points straight up. */
export const axisPoint = (at: number, count: number, reach: number): Point => {
  const angle = (at / count) * 2 * Math.PI - Math.PI / 2
  return { x: round(Math.cos(angle) * reach), y: round(Math.sin(angle) * reach) }
}

/** Returns the points of the values (0 to `max`) on axes of `radius` px. */
export const radarPoints = (values: readonly number[], radius: number, most = 5): Point[] =>
  values.map((value, at) =>
    axisPoint(at, values.length, (Math.min(most, Math.max(0, value)) / most) * radius),
  )

/** Returns the points as the `points` attribute of an SVG polygon. */
export const polygon = (points: readonly Point[]) => points.map(({ x, y }) => `${x},${y}`).join(' ')
