import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = join(import.meta.dirname, '../..')

/**
 * Spec files that take fifteen seconds or more, the longest first. A fresh checkout knows no durations, and Vitest begins with the
 * largest files: one of these would begin last, and run alone for more than a minute.
 */
const longestSpecs: readonly string[] = [
  'infra/bench/benchmarks.int.spec.ts',
  'processes/access.int.spec.ts',
  'processes/privacy-cluster.int.spec.ts',
  'processes/fuzz.int.spec.ts',
  'processes/start.int.spec.ts',
  'processes/killed-processes.int.spec.ts',
  'infra/src/event-log/eventstoredb/subscribe.int.spec.ts',
  'processes/rebuild.int.spec.ts',
  'processes/history-model.int.spec.ts',
  'processes/redis-outage.int.spec.ts',
  'command-api/src/accounts/sessions/log-in-limits.int.spec.ts',
  'processes/log-put-back.int.spec.ts',
  'processes/access-sockets.int.spec.ts',
  'infra/src/event-log/eventstoredb/elections.int.spec.ts',
  'processes/redis-unavailable.int.spec.ts',
]

/** Returns the files that are listed but do not exist. */
export const missingSpecs = (): string[] => longestSpecs.filter((file) => !existsSync(join(root, file)))

/** Begins with `longestSpecs`; all others follow in Vitest's order. */
export class LongestSpecsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = longestSpecs.indexOf(relative(root, moduleId).replaceAll('\\', '/'))
      return index === -1 ? longestSpecs.length : index
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => place(a) - place(b))
  }
}
