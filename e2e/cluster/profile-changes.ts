import { randomUUID } from 'node:crypto'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import type { EventLog, NewEvent } from '@thirty/infra/event-log/event-log.ts'
import { participantId } from '../../bench/load/seed-community.ts'
import { participantCount } from './project-scenarios.ts'

/** Participants who send no commands: changes of their accounts, such as a deactivation, cannot make a command fail. */
export const idleParticipantCount = 12
/** Events in each append. */
const appendSize = 5

/**
 * Appends changes of names, profile images, preferences and statuses of the idle participants directly to the log.
 * `from` is the number of changes that were appended before. `count` and `from` must be multiples of five. Resolves when
 * all changes are durable.
 */
export async function appendProfileChanges(log: EventLog, count: number, from: number): Promise<void> {
  for (let index = from; index < from + count; index += appendSize) {
    const user = participantId(participantCount + ((index / appendSize) % idleParticipantCount))
    const changes = Array.from({ length: appendSize }, (_, offset) => profileChange(index + offset, user))
    await appendToEnd(log, `user-${user}`, changes)
  }
}

const statuses = ['inactive', 'active', 'pending', 'active', 'inactive'] as const

function profileChange(index: number, actor: string): NewEvent {
  const kinds: readonly (readonly [string, object])[] = [
    ['UserStatusChanged', { status: statuses[Math.floor(index / 60) % statuses.length] }],
    ['ProfileChanged', { fullName: `Renamed ${index}`, username: `renamed_${index}` }],
    ['ProfileImageChanged', { image: `${index}.webp` }],
    ['PreferencesChanged', { theme: index % 2 === 0 ? 'dark' : 'light' }],
    ['UserStatusChanged', { status: statuses[Math.floor(index / 20) % statuses.length] }],
  ]
  const [type, data] = kinds[index % kinds.length] ?? ['BookmarkAdded', { url: 'https://read-me.example/' }]
  const metadata = { correlation: randomUUID(), actor }
  return { id: randomUUID(), type, version: 1, at: new Date().toISOString(), data, metadata }
}
