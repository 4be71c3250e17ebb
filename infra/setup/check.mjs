// The whole truth about a tree before a test runs: format, types, lint, boundaries, deployment and dead code, side by side.
import { spawn } from 'node:child_process'
import { toolPath, node, root, packageScript } from './child-process.mjs'
import { preparePackages } from './prepare/packages.mjs'

await preparePackages()

const checks = {
  format: [packageScript('prettier'), '--check', '--cache', '--log-level', 'warn', '.'],
  types: [packageScript('tsc', 'typescript'), '--noEmit'],
  lint: [packageScript('oxlint'), '--type-aware', '--deny-warnings'],
  boundaries: ['infra/setup/boundaries.mjs'],
  deploy: ['infra/setup/deploy-check.mjs'],
  'dead code': [packageScript('knip'), '--no-progress'],
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
  const child = spawn(node, args, { cwd: root, env: { ...process.env, PATH: toolPath } })
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
