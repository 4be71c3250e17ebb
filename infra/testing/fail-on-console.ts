import { format } from 'node:util'
import { afterAll, afterEach, beforeEach } from 'vitest'

declare module 'vitest' {
  // An interface, because only an interface can be added to.
  interface TestContext {
    /** Declares that this test makes the console complain, in words that match. Without it a complaint fails the test. */
    complains: (words: RegExp) => void
  }
}

let heard: string[] = []
let declared: RegExp[] = []

const listen = (...words: unknown[]): void => {
  heard.push(format(...words))
}
// Before the first test, so that a complaint made while a file loads is heard as well.
console.error = listen
console.warn = listen

beforeEach((context) => {
  context.complains = (words) => {
    declared.push(words)
  }
})

const judge = (): void => {
  const unexpected = heard.filter((words) => !declared.some((expected) => expected.test(words)))
  const missing = declared.filter((expected) => !heard.some((words) => expected.test(words)))
  heard = []
  declared = []
  if (unexpected.length > 0) throw new Error(`The console complained: ${unexpected.join('\n')}`)
  if (missing.length > 0) throw new Error(`The console never complained about ${missing.join(', ')}.`)
}

afterEach(judge)
afterAll(judge)
