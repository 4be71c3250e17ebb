// npm run check: format, types, lint, styles, boundaries, deployment files and dead code, in parallel.
//
// The tools were chosen so that the whole check takes seconds and is run without thinking. TypeScript 7 is the native
// compiler and has no JavaScript API yet, so tools that call the compiler from JavaScript, such as typescript-eslint,
// do not work with it.
// - oxfmt is pinned: before 1.0 a new version may format differently.
// - dependency-cruiser parses with swc: its default parser finds no TypeScript under version 7, and would pass without
//   reading anything. `boundaries.int.spec.ts` plants forbidden imports. swc's visitor does not know `using` yet
//   (`.dependency-cruiser.mjs`).
// - oxlint can forbid names, not syntax: `new Date()` in deciders and projections is left to review.

import { spawn } from 'node:child_process'
import { toolPath, node, root, packageScript } from './child-process.mjs'
import { preparePackages } from './prepare/packages.mjs'

await preparePackages()

const checks = {
  format: [packageScript('oxfmt'), '--check'],
  types: [packageScript('tsc', 'typescript'), '--noEmit', '--singleThreaded'],
  lint: [packageScript('oxlint'), '--type-aware', '--deny-warnings'],
  styles: [packageScript('stylelint'), 'frontend/**/*.css', '--max-warnings=0'],
  boundaries: ['scripts/boundaries.mjs'],
  deploy: ['scripts/deploy-check.mjs'],
  'dead code': [packageScript('knip'), '--no-progress'],
}

// The checks run side by side. tsc and the type checker of oxlint check the same types in each of their threads, so that several need
// twice the processor time. Both are written in Go: with GOGC they collect memory less often.
const env = { ...process.env, PATH: toolPath, GOMAXPROCS: '1', GOGC: '400' }

const passed = await Promise.all(Object.entries(checks).map(([name, args]) => runCheck(name, args)))
process.exitCode = passed.every(Boolean) ? 0 : 1

/**
 * Runs one check, prints its output when it has ended, and returns whether it passed.
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<boolean>}
 */
function runCheck(name, args) {
  const start = performance.now()
  const child = spawn(node, args, { cwd: root, env })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.once('error', (error) => (output += error.message))
    child.once('close', (code) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      console.log(
        `${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)${code === 0 ? '' : `\n${output.trimEnd()}\n`}`,
      )
      resolve(code === 0)
    })
  })
}
