import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { ProjectionWorker } from './projection-worker.ts'

/** Sorts events by the lanes that listen to their streams. Which lanes those are is worked out once per stream family. */
export class EventRouter {
  readonly workers: readonly ProjectionWorker[]
  readonly #families = new Map<string, readonly number[]>()
  /** The family of the last stream; most often the next one is of the same. */
  #last = { prefix: '-', listeners: [] as readonly number[] }

  constructor(lanes: readonly ProjectionWorker[]) {
    this.workers = lanes
  }

  /** The events for each lane, in the order of the lanes. */
  route(events: readonly RecordedEvent[]): RecordedEvent[][] {
    const inboxes: RecordedEvent[][] = this.workers.map(() => [])
    for (const event of events) for (const at of this.#listeners(event.stream)) inboxes[at]?.push(event)
    return inboxes
  }

  #listeners(stream: string): readonly number[] {
    if (stream.startsWith(this.#last.prefix)) return this.#last.listeners
    const dash = stream.indexOf('-')
    const family = dash < 0 ? stream : stream.slice(0, dash + 1)
    let listeners = this.#families.get(family)
    if (!listeners) {
      listeners = this.workers.flatMap(({ definition: view }, at) =>
        view.streams.some((prefix) => family.startsWith(prefix)) ? [at] : [],
      )
      this.#families.set(family, listeners)
    }
    if (dash > 0) this.#last = { prefix: family, listeners }
    return listeners
  }
}

/** Throws for a view that listens to a part of a family, as `project-1`: streams are told apart by their first word. */
export function checkStreamFamilies({
  projection: view,
}: {
  projection: ProjectionWorker['definition']
}): void {
  const partial = view.streams.find((prefix) => /-./.test(prefix))
  if (partial)
    throw new Error(
      `View ${view.name} listens to ${partial}; a view listens to whole families, as "project-".`,
    )
}
