// Finds and installs the browser and the Redis server that tests and benchmarks need.
//
// The headless shell is Chromium's engine without windows: 28 journeys took 89 instead of 121 s of processor time. It
// refuses notifications without asking, so journeys with notifications, and benchmarks, use Chromium. Both get
// `--font-render-hinting=none`; dialogs with a fractional height may still differ by a pixel. These gained nothing: V8
// without its optimising compilers, one process per site.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from '../child-process.mjs'
import { exitWithError, printStatus } from '../status-output.mjs'

const chromiums = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome.exe']
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
/** Chromium without the code for windows and notifications: a journey needs a quarter less processor time in it. */
const headlessShell = 'chromium-headless-shell'

/** Returns the path of Chromium; the environment variable `CHROMIUM` wins. */
export const findChromium = () =>
  process.env['CHROMIUM'] ?? find(chromiums) ?? (existsSync(macChrome) ? macChrome : undefined)

/** Returns the path of the headless shell; of Chromium where there is none. */
export const findHeadlessShell = () => process.env['CHROMIUM'] ?? find([headlessShell]) ?? findChromium()

/** How tests and benchmarks start Chromium: without a window, and without background traffic. */
const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Text is drawn alike with and without the code for windows, regardless of the settings of the system.
  '--font-render-hinting=none',
]

/**
 * Features of Chromium that Playwright disables. A second list replaces the first one, so `flagsForPlaywright` has to repeat them;
 * programs.spec.ts compares them with those of Playwright.
 */
export const featuresDisabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/**
 * The flags for journeys. Chromium loads two pages of its own for the suggestions of the address bar into each new window, which take
 * one second of processor time: a third of a short journey.
 */
export const flagsForPlaywright = [
  ...chromiumFlags,
  `--disable-features=${[...featuresDisabledByPlaywright, 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'].join(',')}`,
]

/** Returns the path of the Redis server; the environment variable `REDIS_SERVER` wins. */
const findRedis = () => process.env['REDIS_SERVER'] ?? find(['redis-server'])

/**
 * Installs the browser and the Redis server that tests and benchmarks need, as root on Debian. On other systems, exits with the
 * names of the missing programs.
 */
export async function preparePrograms() {
  if (isDebianRoot() && missingPrograms().length > 0) {
    await install([...missingPrograms(), headlessShell])
    // Not every system with apt-get has the shell, and the journeys also run without it.
    if (missingPrograms().length > 0) await install(missingPrograms())
  }
  const missing = missingPrograms()
  if (missing.length > 0)
    exitWithError(
      `Please install ${missing.join(' and ')} (or set CHROMIUM and REDIS_SERVER to their paths), then try again.`,
    )
}

const missingPrograms = () => [
  ...(findChromium() ? [] : ['chromium']),
  ...(findRedis() ? [] : ['redis-server']),
]

const isDebianRoot = () => process.getuid?.() === 0 && find(['apt-get']) !== undefined

/** @param {string[]} packages */
async function install(packages) {
  printStatus(`Installing ${packages.join(' and ')} …`)
  // Run level 1: the tests start Redis servers themselves, and no service should be started.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const silent = { stdio: /** @type {['ignore', 'ignore', 2]} */ (['ignore', 'ignore', 2]), env }
  await run('apt-get', ['update', '-qq'], silent)
  await run('apt-get', ['install', '-qq', '-y', '--no-install-recommends', ...packages], silent)
}

/** @param {string[]} names */
function find(names) {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((program) => existsSync(program))
}
