// Publishes the live updates of one read model: to everybody, and to readers who see more than the others now.

import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type { LiveMessage } from '@thirty/infra/read-models/read-models.ts'
import { resyncUpdatesForAll, type UpdateBatcher, type UpdateSource } from '../batch-updates.ts'
import type { AnyLiveUpdate } from '../live-update.ts'
import type { RegisteredProjection, UpdateChannel } from '../registered-projection.ts'
import type { Build, ChangeListener } from './build.ts'

export type UpdatePublisherOptions = {
  registered: RegisteredProjection
  batcher: UpdateBatcher
  /** The build of the worker; missing before it was opened. */
  build(): Build | undefined
  /** Sends messages with a commit of that build. */
  send(messages: readonly LiveMessage[]): Promise<void>
  onFailure(error: unknown): void
}

export class UpdatePublisher {
  readonly #options: UpdatePublisherOptions
  readonly #sources: readonly { source: UpdateSource; channel: UpdateChannel }[]

  constructor(options: UpdatePublisherOptions) {
    const { registered } = options
    const { insiders } = registered
    this.#options = options
    this.#sources = [this.#source(registered), ...(insiders ? [this.#source(insiders, true)] : [])]
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
    await Promise.all(this.#sources.map(({ source }) => this.#options.batcher.flush(source)))
  }

  #enqueue(updatesOf: (channel: UpdateChannel) => readonly AnyLiveUpdate[]): void {
    for (const { source, channel } of this.#sources) {
      const enqueue = async () => {
        const isPublished = channel.isPublished?.() ?? true
        if (isPublished === true || (await isPublished))
          this.#options.batcher.enqueue(source, updatesOf(channel))
      }
      enqueue().catch((error: unknown) => this.#options.onFailure(error))
    }
  }

  /** Messages to insiders have the position of everything that was applied. The epoch is empty while the build is not live. */
  #source(channel: UpdateChannel, isForInsiders = false) {
    const { build, send } = this.#options
    const source: UpdateSource = {
      isForInsiders,
      changedAt: () => (isForInsiders ? build()?.position : build()?.changedAt) ?? beginning,
      epoch: () => {
        const epoch = build()?.epoch ?? ''
        return epoch === '' ? epoch : (channel.epochOf?.(epoch) ?? epoch)
      },
      exceptRoom: async () => channel.exceptRoom?.(),
      send,
    }
    return { source, channel }
  }
}
