import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { node, root, run, packageScript } from '../child-process.mjs'
import { mutationPlugin } from './apply-mutation.mjs'

/** @typedef {import('./mutations.mjs').Mutation} Hole */

const everywhere = `--import ${new URL('./loader-hooks.mjs', import.meta.url).href}`

/** As it was before Vite, which builds in this process, called it one of production. */
const asStarted = { ...process.env }

/**
 * What a test runner sees: the hole, if there is one, wherever Node loads code.
 * @param {number} [number]
 */
const environment = (number) => ({
  ...asStarted,
  NODE_OPTIONS: `${asStarted['NODE_OPTIONS'] ?? ''} ${everywhere}`,
  ...(number !== undefined && { HOLE: String(number) }),
})

/** @param {string} testName */
const named = (testName) => testName.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** @param {string} file */
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/**
 * Runs the tests of that name alone, and answers whether one of them failed: by itself, or by an error that nobody
 * caught, which would have ended the product.
 * @param {number} number
 * @param {Hole} hole
 * @param {string} folder for what the run leaves behind
 * @returns {Promise<boolean>}
 */
export async function isDetectedBySpec(number, { spec, testName }, folder) {
  const file = join(folder, 'vitest.json')
  const args = [
    'run',
    spec,
    '--testNamePattern',
    named(testName),
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const code = await run(node, [packageScript('vitest'), ...args], {
    stdio: 'ignore',
    env: environment(number),
  })
  /** @type {{ testResults: { assertionResults: { status: string, fullName: string }[] }[] } | undefined} */
  const report = read(file)
  const ran = (report?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, fullName }) => status !== 'skipped' && fullName.includes(testName))
  return ran.length > 0 && code !== 0
}

/**
 * Walks the journeys of that name with a frontend that was built with the hole, in a folder of its own. They must fail
 * with it, and pass with one that was built and served in the same way without.
 * @param {number} number
 * @param {Hole} hole
 * @param {string} folder for the builds, and for what the runs leave behind
 * @returns {Promise<boolean>}
 */
export async function isDetectedByJourney(number, hole, folder) {
  const whole = await journey(hole, join(folder, 'whole'))
  const holed = await journey(hole, join(folder, 'holed'), number)
  return whole.passed > 0 && whole.failed === 0 && holed.failed > 0
}

/**
 * @param {Hole} hole
 * @param {string} folder
 * @param {number} [number]
 */
async function journey({ spec, testName }, folder, number) {
  const [frontend, file] = [join(folder, 'frontend'), join(folder, 'playwright.json')]
  await buildFrontend(frontend, number)
  const args = [
    'test',
    spec,
    '--grep',
    named(testName),
    '--reporter=json',
    `--output=${join(folder, 'output')}`,
  ]
  await run(node, [packageScript('playwright', '@playwright/test'), ...args], {
    stdio: 'ignore',
    env: { ...environment(number), HOLED_FRONTEND: frontend, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  const stats = read(file)?.stats
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
