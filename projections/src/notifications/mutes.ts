import type { Mute } from '@thirty/contracts/events/challenge-state.ts'

/** Returns what did not happen while notifications were off. */
export const withoutMuted = <Item extends { position: bigint }>(
  mutes: readonly Mute[],
  items: Iterable<Item>,
): Item[] =>
  [...items].filter(({ position }) =>
    mutes.every(({ from, to }) => position < from || (to !== undefined && position > to)),
  )
