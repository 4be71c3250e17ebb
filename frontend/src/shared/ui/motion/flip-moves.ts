/** The four moments of a rank change animation, in ms from its start. */
export const flipTimings = { lifted: 160, arrived: 640, landed: 900, tinted: 2900 } as const

/** The position of a row, in px from the top of the page, and its size. */
export type RowPosition = { top: number; left: number; width: number; height: number }

/** The animation of one row. `isFlight` marks a row that rose; the others make room. */
export type RowMove = { id: string; from: RowPosition; distance: number; isLifted: boolean }

/** Returns the ids of the rows that rose by the most ranks. */
export const biggestRisers = (before: readonly string[], after: readonly string[]): string[] => {
  const rises = after.map((id, at) => ({ id, rise: before.includes(id) ? before.indexOf(id) - at : 0 }))
  const most = Math.max(0, ...rises.map(({ rise }) => rise))
  return most === 0 ? [] : rises.filter(({ rise }) => rise === most).map(({ id }) => id)
}

const onScreen = ({ top, height }: RowPosition, view: { top: number; bottom: number }) =>
  top + height > view.top && top < view.bottom

/** Returns the rows to animate. A row that is off screen before and after jumps to its position. */
export const computeMoves = (
  before: ReadonlyMap<string, RowPosition>,
  after: ReadonlyMap<string, RowPosition>,
  moved: ReadonlySet<string>,
  view: { top: number; bottom: number },
): RowMove[] =>
  [...after].flatMap(([id, to]) => {
    const from = before.get(id)
    if (!from || from.top === to.top) return []
    if (!onScreen(from, view) && !onScreen(to, view)) return []
    return [{ id, from, distance: from.top - to.top, isLifted: moved.has(id) }]
  })

/** Returns the keyframes of a row for the Web Animations API. Only `transform` changes. */
export const moveKeyframes = ({
  distance: by,
  isLifted: flight,
}: Pick<RowMove, 'distance' | 'isLifted'>): Keyframe[] => {
  const at = (ms: number) => ms / flipTimings.landed
  if (!flight)
    return [
      { transform: `translateY(${by}px)`, offset: 0 },
      {
        transform: `translateY(${by}px)`,
        offset: at(flipTimings.lifted),
        easing: 'cubic-bezier(.2, .8, .2, 1)',
      },
      { transform: 'none', offset: at(flipTimings.arrived) },
      { transform: 'none', offset: 1 },
    ]
  return [
    { transform: `translateY(${by}px)`, offset: 0, easing: 'cubic-bezier(.2, 0, 0, 1)' },
    {
      transform: `translateY(${by}px) scale(1.02)`,
      offset: at(flipTimings.lifted),
      easing: 'cubic-bezier(.2, .8, .2, 1)',
    },
    { transform: 'scale(1.02)', offset: at(flipTimings.arrived), easing: 'cubic-bezier(.2, 0, 0, 1)' },
    { transform: 'none', offset: 1 },
  ]
}
