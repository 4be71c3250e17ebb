import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

const root = join(import.meta.dirname, '../..')

/**
 * Where npm test reads which specs were ended, as paths from the root, and whether anything else went wrong outside the tests:
 * `{ files, hasOtherErrors }`.
 */
const reportFile = join(root, 'test-results/stuck-specs.json')

/** Ten minutes: the slowest single test takes one minute, and five on a slow machine. */
const longestSilenceMinutes = 10

/**
 * Ends the workers of Vitest when no spec has reported anything for ten minutes. Vitest limits tests and hooks, and waits for ever when a
 * spec blocks its thread or when it never finishes loading.
 */
// oxlint-disable-next-line import/no-default-export -- Vitest loads the default export of a reporter.
export default class EndStuckSpecs implements Reporter {
  /** What each running spec file reported last. Reports wait for the thread, so a spec that blocks it can be further. */
  readonly #running = new Map<string, string>()
  readonly #stuck = new Set<string>()
  readonly #workers = new Set<ChildProcess>()
  #timer: NodeJS.Timeout | undefined

  constructor() {
    // Vitest does not tell reporters about its workers, Node does.
    subscribe('child_process', (message) => {
      // Safe: Node's documentation says so.
      const { process: child } = message as { process: ChildProcess }
      this.#workers.add(child)
      child.once('exit', () => this.#workers.delete(child))
    })
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#note(moduleId, 'no test has been reported yet')
  }

  onTestCaseReady({ module, fullName }: TestCase): void {
    this.#note(module.moduleId, `runs ${fullName}`)
  }

  onTestCaseResult({ module, fullName }: TestCase): void {
    this.#note(module.moduleId, `has ended ${fullName}`)
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#running.delete(moduleId)
    this.#startTimer()
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    clearTimeout(this.#timer)
    const report = { files: [...this.#stuck].toSorted(), hasOtherErrors: errors.length > this.#stuck.size }
    mkdirSync(dirname(reportFile), { recursive: true })
    writeFileSync(reportFile, JSON.stringify(report))
  }

  #note(moduleId: string, test: string): void {
    this.#running.set(moduleId, test)
    this.#startTimer()
  }

  #startTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#endWorkers(), longestSilenceMinutes * 60_000).unref()
  }

  #endWorkers(): void {
    console.error(`No spec has reported anything for ${longestSilenceMinutes} minutes. These are ended:`)
    for (const [moduleId, test] of this.#running) {
      const file = relative(root, moduleId)
      console.error(`  ${file}: ${test}`)
      this.#stuck.add(file)
    }
    // Vitest also starts a process that ends workers which outlive it.
    for (const worker of this.#workers)
      if (worker.spawnargs.some((argument) => argument.endsWith('workers/forks.js'))) worker.kill('SIGKILL')
    this.#startTimer()
  }
}
