// npm run size: the lines of the tree, by what they are for, beside what they were and are to be.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './child-process.mjs'

const server = '(?:contracts|command-api|projections|infra|processes)/'
const isSource = /\.(?:tsx?|mjs|cjs)$|\/messages\/\w+\.json$/
const isSupport = /\.spec\.tsx?$|^[^/]+\/testing\//
const isMessages = /\/messages\/[^/]+\.(?:ts|json)$|^contracts\/src\/briefs\//

/**
 * The parts, in the order in which the parts are tried: a file counts for the first that matches. `before` is the count at which the tree was
 * to become smaller, `goal` what it is to be.
 * @type {{ name: string, matches: (file: string) => boolean, before?: number, goal?: number }[]}
 */
const parts = [
  { name: 'messages and briefs', matches: (file) => isMessages.test(file) },
  {
    name: 'server specs and their support',
    matches: (file) => new RegExp(`^${server}`).test(file) && isSupport.test(file),
    before: 73_800,
    goal: 58_000,
  },
  {
    name: 'server',
    matches: (file) => new RegExp(`^(?:${server}|main\\.ts$)`).test(file),
    before: 79_300,
    goal: 58_000,
  },
  {
    name: 'browser specs and their support',
    matches: (file) => file.startsWith('frontend/') && isSupport.test(file),
  },
  {
    name: 'build of the browser',
    matches: (file) => file.startsWith('frontend/build/') || /^frontend\/[^/]+$/.test(file),
  },
  { name: 'browser', matches: (file) => file.startsWith('frontend/'), before: 42_700, goal: 37_500 },
  { name: 'journeys', matches: (file) => file.startsWith('e2e/') },
  { name: 'benchmarks', matches: (file) => file.startsWith('bench/') },
  { name: 'scripts and settings', matches: () => true },
]

/**
 * Counts the lines of files.
 * @param {readonly string[]} files paths from the root of the checkout
 * @param {(file: string) => string} read returns the text of a file
 * @returns {{ name: string, files: number, lines: number }[]} one entry per part, in their order; other files than source are left out
 */
export function countLines(files, read) {
  const counts = parts.map(({ name }) => ({ name, files: 0, lines: 0 }))
  for (const file of files.filter((name) => isSource.test(name))) {
    const count = counts[parts.findIndex(({ matches }) => matches(file))]
    if (count === undefined) continue
    count.files++
    count.lines += read(file).split('\n').length - 1
  }
  return counts
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trimEnd().split('\n')
  const counts = countLines(files, (file) => readFileSync(join(root, file), 'utf8'))
  console.table(
    Object.fromEntries(
      counts.map(({ name, ...count }, index) => [
        name,
        { ...count, before: parts[index]?.before ?? '', goal: parts[index]?.goal ?? '' },
      ]),
    ),
  )
}
