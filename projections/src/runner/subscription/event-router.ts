import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Projection } from '@thirty/infra/read-models/read-models.ts'
import type { ProjectionWorker } from '../worker/projection-worker.ts'

/** Routes events to the workers whose projections read their streams. Caches the workers of each stream family. */
export class EventRouter {
  readonly workers: readonly ProjectionWorker[]
  readonly #workersByFamily = new Map<string, readonly number[]>()
  /** The family of the last stream: the next event is usually of the same family. */
  #last = { prefix: '-', workers: [] as readonly number[] }

  constructor(workers: readonly ProjectionWorker[]) {
    this.workers = workers
  }

  /** Returns the events for each worker, in the order of `workers`. */
  route(events: readonly RecordedEvent[]): RecordedEvent[][] {
    const eventsByWorker: RecordedEvent[][] = this.workers.map(() => [])
    for (const event of events)
      for (const index of this.#workersOf(event.stream)) eventsByWorker[index]?.push(event)
    return eventsByWorker
  }

  /** Indexes of the workers that read a stream. */
  #workersOf(stream: string): readonly number[] {
    if (stream.startsWith(this.#last.prefix)) return this.#last.workers
    const dash = stream.indexOf('-')
    const family = dash < 0 ? stream : stream.slice(0, dash + 1)
    let workers = this.#workersByFamily.get(family)
    if (!workers) {
      workers = this.workers.flatMap(({ definition }, index) =>
        definition.streams.some((prefix) => family.startsWith(prefix)) ? [index] : [],
      )
      this.#workersByFamily.set(family, workers)
    }
    if (dash > 0) this.#last = { prefix: family, workers }
    return workers
  }
}

/** Throws for a projection that reads a part of a stream family, as `project-1`: events are routed by family. */
export function checkStreamFamilies({ projection: { name, streams } }: { projection: Projection }): void {
  const partial = streams.find((prefix) => /-./.test(prefix))
  if (partial)
    throw new Error(
      `Projection ${name} reads ${partial}; a projection reads whole stream families, as "project-".`,
    )
}
