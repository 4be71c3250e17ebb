// The whole truth about a tree before a test runs: format, types, lint, boundaries, deployment and dead code, side by side.
import { spawn } from 'node:child_process'
import { innerPath, node, root, script } from './child.mjs'
import { preparePackages } from './packages.mjs'

await preparePackages()

const checks = {
  format: [script('prettier'), '--check', '--cache', '--log-level', 'warn', '.'],
  types: [script('tsc', 'typescript'), '--noEmit'],
  lint: [script('oxlint'), '--type-aware', '--deny-warnings'],
  boundaries: ['infra/setup/boundaries.mjs'],
  deploy: ['infra/setup/deploy-check.mjs'],
  'dead code': [script('knip'), '--no-progress'],
}

const passed = await Promise.all(Object.entries(checks).map(([name, args]) => check(name, args)))
process.exitCode = passed.every(Boolean) ? 0 : 1

/**
 * Runs one check, prints its words in one piece when it has ended, and answers whether it passed.
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<boolean>}
 */
function check(name, args) {
  const start = performance.now()
  const child = spawn(node, args, { cwd: root, env: { ...process.env, PATH: innerPath } })
  let words = ''
  child.stdout.on('data', (chunk) => (words += chunk))
  child.stderr.on('data', (chunk) => (words += chunk))
  return new Promise((resolve) => {
    child.once('error', (error) => (words += error.message))
    child.once('close', (code) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      console.log(
        `${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)${code === 0 ? '' : `\n${words.trimEnd()}\n`}`,
      )
      resolve(code === 0)
    })
  })
}
