import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import { say, toText, type Said, type Text } from '@thirty/contracts/texts/text.ts'
import { Replay } from '../../replay.ts'
import type { CheckedEvent } from './check-event.ts'
import { requestRefusal } from './request-refusals.ts'

/**
 * Checks whether commands of this release lead to the events of a file: with the schemas of their requests, and by replaying them through
 * the decisions. Both may become stricter than they were when an event was stored.
 */
export class RulesCheck {
  readonly #replay = new Replay()
  #refusal: Text | undefined

  /** Why no command leads to the first of the events that have one, as a sentence. */
  get refusal(): Text | undefined {
    return this.#refusal
  }

  check(event: CheckedEvent, line: number): void {
    // What follows would be refused for the same reason.
    if (this.#refusal !== undefined) return
    const reason = requestRefusal(event) ?? this.#replayed(event)
    if (reason !== undefined) this.#refusal = say('eventRefused', { line, reason: toText(reason) })
  }

  #replayed(event: CheckedEvent): Said | undefined {
    try {
      this.#replay.apply(event)
      return undefined
    } catch (error) {
      if (error instanceof Refusal) return error.said
      throw error
    }
  }

  /** Returns who acted as an admin, and whether also as a participant. */
  admins(): readonly { id: string; isParticipant: boolean }[] {
    return this.#replay.people.admins()
  }
}
