import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { deletionEvents } from '@thirty/contracts/accounts/events.ts'
import { LogReplaced, type EventLog, type SeenEvent } from '@thirty/infra/event-log/event-log.ts'

/** Notices accounts that are deleted: the log then no longer has the events about the person. */
export class DeletedAccounts {
  readonly #log: Pick<EventLog, 'readAll' | 'head'>
  #seen: SeenEvent | undefined
  #upTo: bigint | undefined

  /** Deletions after the end of the log at the first call are new. */
  constructor(log: Pick<EventLog, 'readAll' | 'head'>) {
    this.#log = log
  }

  /**
   * Returns the first position at which one of the accounts was registered that were deleted since the last call; `undefined`
   * if none was. Throws `LogReplaced`, after which it starts there again.
   */
  async firstRegisteredOfNew(): Promise<bigint | undefined> {
    const head = await this.#log.head()
    const after = this.#upTo
    this.#upTo = head
    if (after === undefined || after === head) return undefined
    if (after > head) throw new LogReplaced({ position: after })
    let first: bigint | undefined
    const seen = this.#seen
    try {
      const range = { after, until: head, streams: ['deleted-'] }
      for await (const events of this.#log.readAll({ ...range, ...(seen && { seen }) })) {
        for (const event of events) {
          this.#seen = event
          if (!isEventOf(deletionEvents, event)) continue
          const registered = BigInt(event.data.registered.position)
          if (first === undefined || registered < first) first = registered
        }
      }
    } catch (error) {
      this.#seen = undefined
      throw error
    }
    return first
  }
}
