// Formats and lints the files of a commit. When it changes a file, it stops the commit, so that the change can be reviewed.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toolPath, node, root, packageScript } from './child-process.mjs'
import { exitWithError } from './status-output.mjs'

const staged = execFileSync('git', ['diff', '--cached', '--name-only', '--diff-filter=ACMR', '-z'], {
  cwd: root,
})
const files = staged.toString().split('\0').filter(Boolean)

// A fresh clone has no tools yet; CI checks the commit in any case.
if (files.length > 0 && existsSync(node)) {
  const before = files.map(read)
  runTool('oxfmt', ['--no-error-on-unmatched-pattern'])
  runTool('oxlint', ['--deny-warnings', '--no-error-on-unmatched-pattern'])
  const changed = files.filter((file, index) => read(file) !== before[index])
  if (changed.length > 0) exitWithError(`Formatted ${changed.join(', ')}. Review, add and commit again.`)
}

/** @param {string} file */
function read(file) {
  return readFileSync(join(root, file), 'latin1')
}

/**
 * @param {string} name
 * @param {string[]} options
 */
function runTool(name, options) {
  const env = { ...process.env, PATH: toolPath }
  // A path that begins with an exclamation mark would leave out a file.
  const paths = files.map((file) => `./${file}`)
  const { status } = spawnSync(node, [packageScript(name), ...options, ...paths], {
    cwd: root,
    env,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) exitWithError(`${name} failed. Fix the reported problems and commit again.`)
}
