/**
 * Prints progress to standard error, so that it does not mix with the output of a command.
 * @param {string} message
 */
export const printStatus = (message) => process.stderr.write(`${message}\n`)

/**
 * @param {string} message
 * @param {number} [code]
 * @returns {never}
 */
export function exitWithError(message, code = 1) {
  printStatus(message)
  process.exit(code)
}
