// A command by which a user likes a project, and the processes over a log in which specs run it.

import { projectEvents, type ProjectEvent } from '@thirty/contracts/projects/events.ts'
import type { EventLog, NewEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Command } from '@thirty/command-api/fold.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { deriveId, type CommandContext } from '@thirty/command-api/idempotency.ts'

type LikeCommand = Command<readonly string[], ProjectEvent>

export const like = (by: string): ProjectEvent => ({ type: 'ProjectLiked', data: { by } })

/** Ana's request, with an idempotency key and the digest of its body if there is one. */
export const ana = (id = 'c0ffee', digest?: string): CommandContext => ({
  actor: 'ana',
  correlation: 'request-1',
  command: { id, ...(digest !== undefined && { digest }) },
})
/** Ana's request with a key, whose body has this digest. */
export const withKey = (digest: string, id = 'key-1') => ({ context: ana(id, digest) })

const likeCommand = (by: string, change: Partial<LikeCommand>): LikeCommand => ({
  events: projectEvents,
  initial: [],
  evolve: (likes, event) => (event.type === 'ProjectLiked' ? [...likes, event.data.by] : likes),
  stream: 'project-1',
  context: ana(),
  run: () => 7,
  decide: (likes) => (likes.includes(by) ? [] : [like(by)]),
  ...change,
})

/** A process over a log. `likes` are the commands of a user, by default Ana's, with what is special about them. */
export function likingProcess({ log }: { log: EventLog }) {
  const { handle, load } = createCommands({ log, clock: () => Date.parse('2026-03-02T08:00:00Z') })
  return {
    likes: (change: Partial<LikeCommand> = {}, by = 'ana') => handle(likeCommand(by, change)),
    load: () => load('project-1', likeCommand('ana', {})),
  }
}

export const storedEvent = (by: string, change: Partial<NewEvent> = {}): NewEvent => ({
  ...like(by),
  id: deriveId('stored', by),
  version: 1,
  at: '2026-03-01T00:00:00.000Z',
  metadata: { correlation: 'earlier', run: 7 },
  ...change,
})
