// What the end of npm test says about the JSON reports of Vitest and Playwright.
import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ name: string, seconds: number }} Duration */

/** @typedef {{ name: string, message: string }} Failure */

/**
 * @typedef {{
 *   name: string,
 *   startTime: number,
 *   endTime: number,
 *   message?: string,
 *   assertionResults: { status: string, fullName: string, failureMessages?: string[] | null }[],
 * }} SpecResult times in milliseconds; the message of a file that could not be loaded
 */

/** @typedef {{ duration: number, errors?: { message?: string }[] }} Attempt duration in milliseconds */

/** @typedef {{ title: string, tests: { status?: string, results: Attempt[] }[] }} Journey status: expected, unexpected or flaky */

/** @typedef {{ title: string, file: string, suites?: Suite[], specs: Journey[] }} Suite */

/**
 * Returns how long each spec file took.
 * @param {{ testResults: SpecResult[] } | undefined} report the JSON report of Vitest
 * @param {string} root prefix of its paths
 * @returns {Duration[]}
 */
export const specDurations = (report, root) =>
  (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    name: name.replace(root, ''),
    seconds: (endTime - startTime) / 1_000,
  }))

/**
 * Returns how long each journey took.
 * @param {{ suites: Suite[] } | undefined} report the JSON report of Playwright
 * @returns {Duration[]}
 */
export const journeyDurations = (report) =>
  journeysOf(report).map(({ name, attempts }) => ({
    name,
    seconds: attempts.reduce((sum, { duration }) => sum + duration, 0) / 1_000,
  }))

/**
 * Returns the specs of one outcome with the first error of each: specs that failed, or specs that passed only when they were repeated.
 * @param {{ testResults: SpecResult[] } | undefined} report the JSON report of Vitest
 * @param {string} root prefix of its paths
 * @param {'failed' | 'flaky'} outcome
 * @returns {Failure[]}
 */
export const specsWithErrors = (report, root, outcome) =>
  (report?.testResults ?? []).flatMap(({ name, message = '', assertionResults }) => {
    const file = name.replace(root, '')
    if (outcome === 'failed' && message !== '' && !assertionResults.some(({ status }) => status === 'failed'))
      return [{ name: file, message }]
    const status = outcome === 'failed' ? 'failed' : 'passed'
    return assertionResults.flatMap(({ status: actual, fullName, failureMessages }) =>
      actual === status && (status === 'failed' || failureMessages?.[0])
        ? [{ name: `${file}: ${fullName}`, message: failureMessages?.[0] ?? '' }]
        : [],
    )
  })

/**
 * Returns the journeys of one outcome with the first error of each. The failures begin with errors outside a journey, such as a file that
 * could not be loaded.
 * @param {{ suites: Suite[], errors?: { message?: string }[] } | undefined} report the JSON report of Playwright
 * @param {'failed' | 'flaky'} outcome
 * @returns {Failure[]}
 */
export const journeysWithErrors = (report, outcome) => [
  ...(outcome === 'failed' ? (report?.errors ?? []) : []).map(({ message = '' }) => ({
    name: 'e2e',
    message,
  })),
  ...journeysOf(report)
    .filter(({ status }) => status === (outcome === 'failed' ? 'unexpected' : 'flaky'))
    .map(({ name, attempts }) => ({
      name,
      message: attempts.flatMap(({ errors = [] }) => errors)[0]?.message ?? '',
    })),
]

/**
 * Returns the ten slowest as lines, slowest first.
 * @param {Duration[]} durations
 * @returns {string[]}
 */
export const slowestLines = (durations) =>
  durations
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)

/**
 * Returns the first twenty failures as lines: the name, and the first four lines of its error.
 * @param {Failure[]} failures
 * @returns {string[]}
 */
export const failureLines = (failures) =>
  failures.slice(0, 20).flatMap(({ name, message }) => [
    `  ${name}`,
    ...stripVTControlCharacters(message)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, 4)
      .map((line) => `    ${line}`),
  ])

/** @param {{ suites: Suite[] } | undefined} report */
function journeysOf(report) {
  /** @type {(suite: Suite) => { name: string, status: string | undefined, attempts: Attempt[] }[]} */
  const journeysIn = ({ file, specs, suites = [] }) => [
    ...specs.map(({ title, tests }) => ({
      name: `e2e/${file}: ${title}`,
      status: tests[0]?.status,
      attempts: tests.flatMap(({ results }) => results),
    })),
    ...suites.flatMap(journeysIn),
  ]
  return (report?.suites ?? []).flatMap(journeysIn)
}
