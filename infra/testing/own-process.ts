// Starting a process and loading all modules for each of 650 files took a third of the processor time of all specs. So
// files share the processes of the workers (`isolate: false`). A spec must undo its changes to anything but modules and
// the page. Modules without a page have no state of their own. Before a file with a page, our modules are loaded anew
// and `reset-page.ts` empties the page. Those files come last (`longest-specs-first.ts`), because Vitest ends a process
// when the next file needs another environment. Measured: specs of the frontend 191 to 84 s of processor time.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a spec does that other specs of its process would notice, or that they would disturb. */
const replacesModules = /\bvi\.(?:mock|doMock|unmock)\(/
const measuresMemory = /testing\/heap\.ts'|\bmemoryUsage\(/
/** The set-up of these specs gives each file new modules. */
const pageComment = /^\/\/ @vitest-environment happy-dom/

/**
 * Returns the spec files below a folder that need a separate process, because they replace modules for the whole process or measure
 * its memory. The others share processes.
 */
export function specsWithOwnProcess(folder: string): string[] {
  return globSync(
    '{contracts,infra,command-api,projections,processes,frontend,bench,scripts}/**/*.spec.{ts,tsx}',
    {
      cwd: folder,
      exclude: (name) => /(?:^|\/)(?:node_modules|dist)$/.test(name),
    },
  )
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => needsOwnProcess(readFileSync(join(folder, file), 'utf8')))
    .toSorted()
}

/** Whether a spec with this source needs a separate process. */
const needsOwnProcess = (source: string): boolean =>
  measuresMemory.test(source) || (replacesModules.test(source) && !hasPage(source))

/** Whether a spec with this source runs with a page (happy-dom). */
export const hasPage = (source: string): boolean => pageComment.test(source)
