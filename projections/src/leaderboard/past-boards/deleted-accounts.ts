import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { deletionEvents } from '@thirty/contracts/accounts/events.ts'
import { LogReplaced, type EventLog, type SeenEvent } from '@thirty/infra/event-log/event-log.ts'

/** Up to where deletions were looked for, and the last one of them. */
type Checkpoint = { upTo: bigint; seen?: SeenEvent | undefined }

/** Notices accounts that are deleted: the log then no longer has the events about the person. */
export class DeletedAccounts {
  readonly #log: Pick<EventLog, 'readAll' | 'head'>
  #checkpoint: Checkpoint | undefined

  /** Deletions after the end of the log at the first call are new. */
  constructor(log: Pick<EventLog, 'readAll' | 'head'>) {
    this.#log = log
  }

  /**
   * Returns the first position at which one of the accounts was registered that were deleted since the last call; `undefined`
   * if none was. Throws `LogReplaced`, after which it starts there again, and other errors of the log, after which it looks for the
   * same again. Calls at the same time find the same.
   */
  async firstRegisteredOfNew(): Promise<bigint | undefined> {
    // Read first: a call that is still running may reach a later end of the log than this one.
    const since = this.#checkpoint
    const head = await this.#log.head()
    try {
      const { first, seen } = await this.#readNew(since ?? { upTo: head }, head)
      this.#checkpoint = { upTo: head, seen }
      return first
    } catch (error) {
      if (error instanceof LogReplaced) this.#checkpoint = { upTo: head }
      throw error
    }
  }

  async #readNew({ upTo: after, seen: seenBefore }: Checkpoint, until: bigint) {
    if (after > until) throw new LogReplaced({ position: after })
    let first: bigint | undefined
    let seen = seenBefore
    if (after === until) return { first, seen }
    const range = { after, until, streams: ['deleted-'], ...(seen && { seen }) }
    for await (const events of this.#log.readAll(range)) {
      for (const event of events) {
        seen = event
        if (!isEventOf(deletionEvents, event)) continue
        const registered = BigInt(event.data.registered.position)
        if (first === undefined || registered < first) first = registered
      }
    }
    return { first, seen }
  }
}
