import { withoutFreeze, type History } from '@thirty/contracts/rules/history.ts'
import { runName } from '@thirty/contracts/rules/run-name.ts'
import { RunFork, type RunForkOptions } from './run-fork.ts'

/** The fork of the run that was asked for last. It serves all scorings of the run. */
export class RunForks {
  readonly #options: Omit<RunForkOptions, 'history'>
  #latest: { name: string; fork: RunFork } | undefined

  constructor(options: Omit<RunForkOptions, 'history'>) {
    this.#options = options
  }

  of(history: History): RunFork {
    const [{ scorings: _, ...own }, ...parents] = withoutFreeze(history)
    const unscored: History = [own, ...parents]
    const name = runName(unscored)
    if (this.#latest?.name !== name)
      this.#latest = { name, fork: new RunFork({ ...this.#options, history: unscored }) }
    return this.#latest.fork
  }
}
