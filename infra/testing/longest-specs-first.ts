import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { hasPage } from './own-process.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Spec files that take fifteen seconds or more, the longest first. A fresh checkout knows no durations, and Vitest begins with the
 * largest files: one of these would begin last, and run alone for more than a minute.
 */
const longestSpecs: readonly string[] = [
  'bench/benchmarks.long.spec.ts',
  'processes/access.int.spec.ts',
  'processes/history-model.long.spec.ts',
  'command-api/src/images/convert-image.long.spec.ts',
  'processes/rebuild.long.spec.ts',
  'infra/src/event-log/eventstoredb/hanging-node.long.spec.ts',
  'processes/elections.long.spec.ts',
  'processes/access-sockets.int.spec.ts',
  'processes/log-put-back.long.spec.ts',
]

/**
 * Begins with `longestSpecs`, and ends with the specs with a page; otherwise the order is Vitest's. A process runs files only of one
 * environment, and Vitest ends it when the next file of the queue has another: in a mixed order nearly every third file starts one.
 */
export class LongestSpecsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = longestSpecs.indexOf(relative(root, moduleId).replaceAll('\\', '/'))
      if (index !== -1) return index
      return hasPage(readFileSync(moduleId, 'utf8')) ? longestSpecs.length + 1 : longestSpecs.length
    }
    const places = new Map(files.map((file) => [file, place(file)]))
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
  }
}
