/**
 * Words for whoever waits. On standard error, so that what a command prints stays its own.
 * @param {string} words
 */
export const say = (words) => process.stderr.write(`${words}\n`)

/**
 * @param {string} why
 * @param {number} [code]
 * @returns {never}
 */
export function giveUp(why, code = 1) {
  say(why)
  process.exit(code)
}
