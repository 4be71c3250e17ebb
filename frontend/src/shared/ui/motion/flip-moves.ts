// Computes the animations of rows that move to a new rank, for `use-rank-flip.ts`.

/** When each phase of a rank change animation ends, in ms from its start. */
export const flipTimings = { lifted: 160, arrived: 640, landed: 900, tinted: 2900 } as const

/** The position of a row relative to the list, and its size. All in px. */
export type RowPosition = { top: number; left: number; width: number; height: number }

/** The animation of one row. `isLifted` marks a row that rose; the others make room. */
export type RowMove = { id: string; from: RowPosition; distance: number; isLifted: boolean }

/** Returns the ids of the rows that rose by the most ranks. */
export const biggestRisers = (previous: readonly string[], current: readonly string[]): string[] => {
  const previousIndexes = new Map(previous.map((id, index) => [id, index]))
  const rises = current.map((id, index) => ({ id, rise: (previousIndexes.get(id) ?? index) - index }))
  const biggestRise = rises.reduce((biggest, { rise }) => Math.max(biggest, rise), 0)
  return biggestRise === 0 ? [] : rises.filter(({ rise }) => rise === biggestRise).map(({ id }) => id)
}

const onScreen = ({ top, height }: RowPosition, viewport: { top: number; bottom: number }) =>
  top + height > viewport.top && top < viewport.bottom

/** Returns the rows to animate. A row that is off screen before and after the change is not animated. */
export const computeMoves = (
  previous: ReadonlyMap<string, RowPosition>,
  current: ReadonlyMap<string, RowPosition>,
  moved: ReadonlySet<string>,
  viewport: { top: number; bottom: number },
): RowMove[] =>
  [...current].flatMap(([id, to]) => {
    const from = previous.get(id)
    if (!from || from.top === to.top) return []
    if (!onScreen(from, viewport) && !onScreen(to, viewport)) return []
    return [{ id, from, distance: from.top - to.top, isLifted: moved.has(id) }]
  })

/** Returns the keyframes of a row for the Web Animations API. Only `transform` changes. */
export const moveKeyframes = ({ distance, isLifted }: Pick<RowMove, 'distance' | 'isLifted'>): Keyframe[] => {
  const offsetAt = (ms: number) => ms / flipTimings.landed
  if (!isLifted)
    return [
      { transform: `translateY(${distance}px)`, offset: 0 },
      {
        transform: `translateY(${distance}px)`,
        offset: offsetAt(flipTimings.lifted),
        easing: 'cubic-bezier(.2, .8, .2, 1)',
      },
      { transform: 'none', offset: offsetAt(flipTimings.arrived) },
      { transform: 'none', offset: 1 },
    ]
  return [
    { transform: `translateY(${distance}px)`, offset: 0, easing: 'cubic-bezier(.2, 0, 0, 1)' },
    {
      transform: `translateY(${distance}px) scale(1.02)`,
      offset: offsetAt(flipTimings.lifted),
      easing: 'cubic-bezier(.2, .8, .2, 1)',
    },
    { transform: 'scale(1.02)', offset: offsetAt(flipTimings.arrived), easing: 'cubic-bezier(.2, 0, 0, 1)' },
    { transform: 'none', offset: 1 },
  ]
}
