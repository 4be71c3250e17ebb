export type Point = { x: number; y: number }

const round = (value: number) => Math.round(value * 100) / 100

/** Returns the point on axis `index` of `count`, `distance` px from the centre. The first axis points straight up. */
export const axisPoint = (index: number, count: number, distance: number): Point => {
  const angle = (index / count) * 2 * Math.PI - Math.PI / 2
  return { x: round(Math.cos(angle) * distance), y: round(Math.sin(angle) * distance) }
}

/** Returns the points of the values (0 to `max`) on axes of `radius` px. */
export const radarPoints = (values: readonly number[], radius: number, max = 5): Point[] =>
  values.map((value, index) =>
    axisPoint(index, values.length, (Math.min(max, Math.max(0, value)) / max) * radius),
  )

/** Returns the points as the `points` attribute of an SVG polygon. */
export const polygon = (points: readonly Point[]) => points.map(({ x, y }) => `${x},${y}`).join(' ')
