/**
 * Words for whoever waits. On standard error, so that what a command prints stays its own.
 * @param {string} words
 */
export const printStatus = (words) => process.stderr.write(`${words}\n`)

/**
 * @param {string} why
 * @param {number} [code]
 * @returns {never}
 */
export function exitWithError(why, code = 1) {
  printStatus(why)
  process.exit(code)
}
