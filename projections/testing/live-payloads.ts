import type { LiveMessage } from '@thirty/infra/read-models/read-models.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { UpdateBatcher } from '@thirty/projections/batch-updates.ts'
import type { AnyLiveUpdate } from '@thirty/projections/registered-projection.ts'

/** Returns the contents of the messages that a room receives if these updates are sent together. */
export async function payloadsFor(updates: readonly AnyLiveUpdate[], room: string): Promise<object[]> {
  const sent: LiveMessage[] = []
  const failures: unknown[] = []
  const batcher = new UpdateBatcher({
    scheduler: fakeScheduler(),
    onFailure: (error) => void failures.push(error),
    channel: {},
    stamp: () => ({ position: 0n, epoch: '' }),
    send: async (messages) => void sent.push(...messages),
  })
  batcher.enqueue(updates)
  await batcher.flush()
  batcher.stop()
  if (failures.length > 0) throw failures[0]
  return sent.filter((message) => message.room === room).map(contentOf)
}

function contentOf({ payload }: LiveMessage): object {
  const { position: _position, epoch: _epoch, at: _at, ...content } = { ...Object(payload) }
  return content
}
