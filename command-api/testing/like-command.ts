// A command by which a user likes a project, and the log over which specs run it.

import { projectEvents, type ProjectEvent } from '@thirty/contracts/projects/events.ts'
import type { NewEvent } from '@thirty/infra/event-log/event-log.ts'
import type { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { createCommands, type Command } from '@thirty/command-api/handle.ts'
import { deriveId, type CommandContext } from '@thirty/command-api/idempotency.ts'

export const monday = Date.parse('2026-03-02T08:00:00Z')
export const like = (by: string): ProjectEvent => ({ type: 'ProjectLiked', data: { by } })

export type Likes = readonly string[]
export const ana: CommandContext = { actor: 'ana', correlation: 'request-1', command: { id: 'c0ffee' } }
export const withKey = (digest: string): CommandContext => ({ ...ana, command: { id: 'key-1', digest } })

export const likeCommand = (
  by: string,
  change: Partial<Command<Likes, ProjectEvent>> = {},
): Command<Likes, ProjectEvent> => ({
  events: projectEvents,
  initial: [],
  evolve: (likes, event) => (event.type === 'ProjectLiked' ? [...likes, event.data.by] : likes),
  stream: 'project-1',
  context: ana,
  run: () => 7,
  decide: (likes) => (likes.includes(by) ? [] : [like(by)]),
  ...change,
})
export const storedEvent = (by: string, change: Partial<NewEvent> = {}): NewEvent => ({
  ...like(by),
  id: deriveId('stored', by),
  version: 1,
  at: '2026-03-01T00:00:00.000Z',
  metadata: { correlation: 'earlier', run: 7 },
  ...change,
})

export const commandsOver = (memory: ReturnType<typeof inMemoryEventLog>) =>
  createCommands({ log: memory.log, clock: () => monday })
