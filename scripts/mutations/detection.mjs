import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { node, root, run, packageScript } from '../child-process.mjs'
import { mutationPlugin } from './apply-mutation.mjs'

/** @typedef {import('./mutations.mjs').Mutation} Mutation */

const loaderOption = `--import ${new URL('./loader-hooks.mjs', import.meta.url).href}`

/** A copy of the environment: Vite builds in this process and sets NODE_ENV to production. */
const initialEnvironment = { ...process.env }

/**
 * Returns the environment of a test runner. With a number, Node applies that mutation to all code that it loads.
 * @param {number} [number]
 */
const environment = (number) => ({
  ...initialEnvironment,
  NODE_OPTIONS: `${initialEnvironment['NODE_OPTIONS'] ?? ''} ${loaderOption}`,
  ...(number !== undefined && { HOLE: String(number) }),
})

/** @param {string} testName */
const exactPattern = (testName) => testName.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** @param {string} file */
const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/**
 * Runs only the named tests, and returns whether the mutation was detected: by a failed test, or by an uncaught error,
 * which would end the product.
 * @param {number} number
 * @param {Mutation} mutation
 * @param {string} folder for the files of the run
 * @returns {Promise<boolean>}
 */
export async function isDetectedBySpec(number, { spec, testName }, folder) {
  const file = join(folder, 'vitest.json')
  const args = [
    'run',
    spec,
    '--testNamePattern',
    exactPattern(testName),
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const exitCode = await run(node, [packageScript('vitest'), ...args], {
    stdio: 'ignore',
    env: environment(number),
  })
  /** @type {{ testResults: { assertionResults: { status: string, fullName: string }[] }[] } | undefined} */
  const report = readJson(file)
  const executed = (report?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, fullName }) => status !== 'skipped' && fullName.includes(testName))
  return executed.length > 0 && exitCode !== 0
}

/**
 * Runs the named journeys with a frontend that was built with the mutation. They must fail with it, and pass with a
 * frontend that was built and served in the same way without it.
 * @param {number} number
 * @param {Mutation} mutation
 * @param {string} folder for the builds and the files of the runs
 * @returns {Promise<boolean>}
 */
export async function isDetectedByJourney(number, mutation, folder) {
  const original = await runJourney(mutation, join(folder, 'original'))
  const mutated = await runJourney(mutation, join(folder, 'mutated'), number)
  return original.passed > 0 && original.failed === 0 && mutated.failed > 0
}

/**
 * @param {Mutation} mutation
 * @param {string} folder
 * @param {number} [number]
 */
async function runJourney({ spec, testName }, folder, number) {
  const [frontend, file] = [join(folder, 'frontend'), join(folder, 'playwright.json')]
  await buildFrontend(frontend, number)
  const args = [
    'test',
    spec,
    '--grep',
    exactPattern(testName),
    '--reporter=json',
    `--output=${join(folder, 'output')}`,
  ]
  await run(node, [packageScript('playwright', '@playwright/test'), ...args], {
    stdio: 'ignore',
    env: { ...environment(number), HOLED_FRONTEND: frontend, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  const stats = readJson(file)?.stats
  return { passed: stats?.expected ?? 0, failed: stats?.unexpected ?? 0 }
}

/**
 * @param {string} outDir
 * @param {number} [number]
 */
async function buildFrontend(outDir, number) {
  const frontend = join(root, 'frontend')
  const vite = createRequire(join(frontend, 'package.json')).resolve('vite')
  const { build } = await import(pathToFileURL(vite).href)
  await build({
    root: frontend,
    configFile: join(frontend, 'vite.config.ts'),
    logLevel: 'silent',
    plugins: number === undefined ? [] : [mutationPlugin(number)],
    build: { outDir, emptyOutDir: true },
  })
}
