import { format } from 'node:util'
import { afterAll, afterEach, beforeEach } from 'vitest'

declare module 'vitest' {
  // An interface, because only an interface can be added to.
  interface TestContext {
    /** Declares an expected console error or warning. Any other one fails the test. */
    complains: (expected: RegExp) => void
  }
}

let logged: string[] = []
let declared: RegExp[] = []

/**
 * React says this when a store changes by itself during a test, such as by a reload that a timer begins. Screens do that in the
 * browser as well, and on a slow machine it happens in any test.
 */
const updateByItself = /was not wrapped in act\(/

const record = (...args: unknown[]): void => {
  const message = format(...args)
  if (!updateByItself.test(message)) logged.push(message)
}
// Set before the first test, so that messages during the import of a file count as well.
console.error = record
console.warn = record

beforeEach((context) => {
  context.complains = (expected) => {
    declared.push(expected)
  }
})

const verify = (): void => {
  const unexpected = logged.filter((message) => !declared.some((expected) => expected.test(message)))
  const missing = declared.filter((expected) => !logged.some((message) => expected.test(message)))
  logged = []
  declared = []
  if (unexpected.length > 0) throw new Error(`Unexpected console output: ${unexpected.join('\n')}`)
  if (missing.length > 0) throw new Error(`Missing console output: ${missing.join(', ')}.`)
}

afterEach(verify)
afterAll(verify)
