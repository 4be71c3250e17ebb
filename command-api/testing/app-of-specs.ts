import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

type Closable = { close: () => unknown }

/** Starts an app before the tests of a file, and closes it after them. */
export const appForFile = <App extends Closable>(start: () => Promise<App>) =>
  appBetween(start, beforeAll, afterAll)

/** Starts an app before each test of a file, and closes it after it. */
export const appForEach = <App extends Closable>(start: () => Promise<App>) =>
  appBetween(start, beforeEach, afterEach)

function appBetween<App extends Closable>(
  start: () => Promise<App>,
  before: (hook: () => Promise<void>) => void,
  after: (hook: () => unknown) => void,
): App {
  // Safe: tests run after the hook.
  const app = {} as App
  before(async () => void Object.defineProperties(app, Object.getOwnPropertyDescriptors(await start())))
  after(() => app.close())
  return app
}
