/** @typedef {{ name: string, seconds: number }} Duration */

/** @typedef {{ name: string, startTime: number, endTime: number }} SpecResult times in milliseconds */

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
 * @typedef {{
 *   title: string,
 *   file: string,
 *   suites?: Suite[],
 *   specs: { title: string, tests: { results: { duration: number }[] }[] }[],
 * }} Suite
 */

/**
 * Returns how long each journey took.
 * @param {{ suites: Suite[] } | undefined} report the JSON report of Playwright
 * @returns {Duration[]}
 */
export function journeyDurations(report) {
  /** @type {(suite: Suite) => Duration[]} */
  const durationsIn = ({ file, specs, suites = [] }) => [
    ...specs.map(({ title, tests }) => ({
      name: `e2e/${file}: ${title}`,
      seconds:
        tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1_000,
    })),
    ...suites.flatMap(durationsIn),
  ]
  return (report?.suites ?? []).flatMap(durationsIn)
}

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
