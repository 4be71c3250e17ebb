import { randomUUID } from 'node:crypto'
import type { EventLog, NewEvent } from '@thirty/infra/event-log/event-log.ts'
import { participantId } from '../../infra/bench/load/seed-community.ts'
import { participantCount } from './project-scenarios.ts'

/** How many stand beside those who take part in the traffic: whatever happens to them keeps nobody from acting. */
export const idleParticipantCount = 12
/** Events that are appended together. */
const together = 5

/**
 * Appends changes of people for which there is no request yet: names, pictures, and who is ranked at all. `from` says
 * how many there were before; both are multiples of five. Answers when all are durable.
 */
export async function appendProfileChanges(log: EventLog, count: number, from: number): Promise<void> {
  for (let at = from; at < from + count; at += together) {
    const user = participantId(participantCount + ((at / together) % idleParticipantCount))
    const changes = Array.from({ length: together }, (_, more) => changeOf(at + more, user))
    await log.append(`user-${user}`, changes, 'any')
  }
}

const statuses = ['inactive', 'active', 'pending', 'active', 'inactive'] as const

function changeOf(at: number, actor: string): NewEvent {
  const kinds: readonly (readonly [string, object])[] = [
    ['UserStatusChanged', { status: statuses[Math.floor(at / 60) % statuses.length] }],
    ['ProfileChanged', { fullName: `Renamed ${at}`, username: `renamed_${at}` }],
    ['ProfileImageChanged', { image: `${at}.webp` }],
    ['PreferencesChanged', { theme: at % 2 === 0 ? 'dark' : 'light' }],
    ['UserStatusChanged', { status: statuses[Math.floor(at / 20) % statuses.length] }],
  ]
  const [type, data] = kinds[at % kinds.length] ?? ['BookmarkAdded', { url: 'https://read-me.example/' }]
  const metadata = { correlation: randomUUID(), actor }
  return { id: randomUUID(), type, version: 1, at: new Date().toISOString(), data, metadata }
}
