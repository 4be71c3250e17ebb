// The read models of the run that is shown. They change to another run's read models in one step; readers that began before finish with the
// read models with which they began.

import { historyEndpoints, type HistoryStatus } from '@thirty/contracts/backups/api.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { optionalCaller } from '@thirty/infra/http/authentication/authentication.ts'
import { runHandlers } from '@thirty/infra/http/endpoint/route-tree.ts'
import type { RunReader } from '../freeze/public-document.ts'

export class ShownRun<Models> {
  #current: Models
  /** How many readers use read models, and the end of that; read models that nobody uses are missing. */
  readonly #uses = new Map<Models, { readers: number; end: PromiseWithResolvers<void> }>()

  constructor(models: Models) {
    this.#current = models
  }

  get current(): Models {
    return this.#current
  }

  /** Shows other read models to all readers that begin from now on. */
  switchTo(models: Models): void {
    this.#current = models
  }

  /** Returns the read models that are shown now, for a reader who calls `release` after the last read. */
  hold(): { models: Models; release(): void } {
    const models = this.#current
    const use = this.#uses.get(models) ?? { readers: 0, end: Promise.withResolvers<void>() }
    this.#uses.set(models, use)
    use.readers += 1
    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      use.readers -= 1
      if (use.readers > 0) return
      this.#uses.delete(models)
      use.end.resolve()
    }
    return { models, release }
  }

  /** Reads the read models that are shown now. */
  async read<Result>(read: (models: Models) => Promise<Result>): Promise<Result> {
    const { models, release } = this.hold()
    return read(models).finally(release)
  }

  /** Resolves when no reader uses these read models. */
  async unused(models: Models): Promise<void> {
    await this.#uses.get(models)?.end.promise
  }
}

/**
 * Every run has the same endpoints in the same order. A request keeps its run to its end, so no response mixes two runs.
 */
export const shownEndpoints = (shown: ShownRun<{ views: Record<RunReader, Answering> }>): Endpoint[] =>
  shown.current.views.admins.endpoints.map(({ definition }, index) => ({
    definition,
    handlers: [
      (request, response, next) => {
        const { models, release } = shown.hold()
        response.once('close', release)
        // The guards ran before. An endpoint for everybody has no caller, also if an admin calls it.
        const isAdmin = optionalCaller(request)?.isAdmin === true
        const { endpoints } = models.views[isAdmin ? 'admins' : 'everybody']
        runHandlers(endpoints[index]?.handlers ?? [], request, response, next)
      },
    ],
  }))

type Answering = { endpoints: readonly Endpoint[] }

/** `status` returns which run is shown, and how far the read models of a new one are. */
export const historyStatusHandlers = (status: () => Promise<HistoryStatus>): Endpoint[] => [
  endpoint(historyEndpoints.status)(async () => ({ success: true, ...(await status()) })),
]
