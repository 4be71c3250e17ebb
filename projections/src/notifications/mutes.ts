import { challengeEvents } from '@thirty/contracts/events/challenge.ts'
import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'

/** Positions between which notifications were switched off; without `to` they are off now. */
export type Mute = { from: bigint; to?: bigint }

const optionEvents = pickEvents(challengeEvents, 'ChallengeOptionsChanged')

/** Returns the mutes after one more event. They belong to no run, as the option does. */
export function applyOptionsEvent(mutes: readonly Mute[], event: RecordedEvent): readonly Mute[] {
  if (!isEventOf(optionEvents, event)) return mutes
  const { notifications } = event.data
  const last = mutes.at(-1)
  const isMuted = last !== undefined && last.to === undefined
  if (notifications === undefined || notifications === !isMuted) return mutes
  if (isMuted) return [...mutes.slice(0, -1), { ...last, to: event.position }]
  return [...mutes, { from: event.position }]
}

/** Returns what did not happen during a mute. */
export const withoutMuted = <Item extends { position: bigint }>(
  mutes: readonly Mute[],
  items: Iterable<Item>,
): Item[] =>
  [...items].filter(({ position }) =>
    mutes.every(({ from, to }) => position < from || (to !== undefined && position > to)),
  )
