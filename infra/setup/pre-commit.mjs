// Formats and lints the files of this commit. What it had to change is not committed unseen: it stops, and the next try passes.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toolPath, node, root, packageScript } from './child-process.mjs'
import { exitWithError } from './status-output.mjs'

const staged = execFileSync('git', ['diff', '--cached', '--name-only', '--diff-filter=ACMR', '-z'], {
  cwd: root,
})
const files = staged.toString().split('\0').filter(Boolean)

// A fresh clone has no tools yet; hosted CI sees the commit in any case.
if (files.length > 0 && existsSync(node)) {
  const before = files.map(read)
  tool('prettier', ['--write', '--ignore-unknown', '--log-level', 'warn'])
  tool('oxlint', ['--deny-warnings', '--no-error-on-unmatched-pattern'])
  const changed = files.filter((file, index) => read(file) !== before[index])
  if (changed.length > 0) exitWithError(`Formatted ${changed.join(', ')}. Look, add and commit again.`)
}

/** @param {string} file */
function read(file) {
  return readFileSync(join(root, file), 'latin1')
}

/**
 * @param {string} name
 * @param {string[]} options
 */
function tool(name, options) {
  const env = { ...process.env, PATH: toolPath }
  const { status } = spawnSync(node, [packageScript(name), ...options, ...files], {
    cwd: root,
    env,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) exitWithError(`${name} refused this commit.`)
}
