// Publishes the live updates of one read model: to everybody, and to readers who see more than the others now.

import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { resyncUpdatesForAll, UpdateBatcher, type UpdateBatcherOptions } from '../batch-updates.ts'
import type { AnyLiveUpdate } from '../live-update.ts'
import type { RegisteredProjection, UpdateChannel } from '../registered-projection.ts'
import type { Build, ChangeListener } from './build.ts'

export type UpdatePublisherOptions = Pick<
  UpdateBatcherOptions,
  'scheduler' | 'hasListeners' | 'send' | 'onFailure'
> & {
  registered: RegisteredProjection
  /** The build of the worker; missing before it was opened. */
  build(): Build | undefined
}

export class UpdatePublisher {
  readonly #options: UpdatePublisherOptions
  readonly #channels: readonly { channel: UpdateChannel; batcher: UpdateBatcher }[]

  constructor(options: UpdatePublisherOptions) {
    const { registered, build } = options
    this.#options = options
    const batched = (channel: UpdateChannel, changedAt: () => bigint | undefined) => ({
      channel,
      batcher: new UpdateBatcher({
        ...options,
        changedAt: () => changedAt() ?? beginning,
        // Empty while the build is not live.
        epoch: () => {
          const epoch = build()?.epoch ?? ''
          return epoch === '' ? epoch : (channel.epochOf?.(epoch) ?? epoch)
        },
        exceptRoom: async () => channel.exceptRoom?.(),
      }),
    })
    const { insiders } = registered
    this.#channels = [
      batched(registered, () => build()?.changedAt),
      // Messages to insiders have the position of everything that was applied.
      ...(insiders ? [batched(insiders, () => build()?.position)] : []),
    ]
  }

  /** Returns what publishes the changes by events after a position; `undefined` for a read model without live updates. */
  listener(after: bigint): ChangeListener | undefined {
    if (!this.#options.registered.liveUpdates) return undefined
    return {
      after,
      onChanges: (changes) =>
        this.#enqueue(({ liveUpdates }) => changes.flatMap((change) => liveUpdates?.(change) ?? [])),
    }
  }

  /** Asks all clients to resync. */
  requestResync(): void {
    if (this.#options.registered.liveUpdates) this.#enqueue(() => resyncUpdatesForAll)
  }

  /** Sends the waiting updates at once. */
  async flush(): Promise<void> {
    await Promise.all(this.#channels.map(({ batcher }) => batcher.flush()))
  }

  /** Drops the waiting updates. */
  stop(): void {
    for (const { batcher } of this.#channels) batcher.stop()
  }

  #enqueue(updatesOf: (channel: UpdateChannel) => readonly AnyLiveUpdate[]): void {
    for (const { channel, batcher } of this.#channels) {
      const enqueue = async () => {
        const isPublished = channel.isPublished?.() ?? true
        if (isPublished === true || (await isPublished)) batcher.enqueue(updatesOf(channel))
      }
      enqueue().catch((error: unknown) => this.#options.onFailure(error))
    }
  }
}
